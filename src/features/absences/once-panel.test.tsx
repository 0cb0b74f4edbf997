// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { OncePanel } from './once-panel.tsx'

const written = vi.hoisted(() => ({ update: (_values: object): void => undefined }))
vi.mock('../../data/records/use-commands.ts', () => ({
  useCommands: () => ({ update: async (_resource: string, _id: string, values: object) => written.update(values) }),
}))
vi.mock('../../ui/notices/notices.tsx', () => ({ notices: { failure: vi.fn() } }))

function Page() {
  const [absence, setAbsence] = useState({
    id: 'a1',
    DEBUT: '2026-11-23 09:00',
    FIN: '2026-11-23 10:00',
    JOURNEES: 0,
    REPETITION: 'semaine',
    REPETER_JUSQUA: null,
    REPETER_FOIS: null,
    EXCEPTIONS: [] as object[],
  })
  written.update = (values) => setAbsence((before) => ({ ...before, ...values }))
  return <OncePanel absence={absence as never} jour="2026-11-30" />
}

it('[DAY-10 absence] a double press on « Annuler cette fois » cancels it: « Remettre », which comes in its place, is not pressed too', async () => {
  render(
    <MantineProvider env="test">
      <Page />
    </MantineProvider>,
  )
  // However long the machine takes, the second press comes soon.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Annuler cette fois' })))
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: /^Remettre/ })))
  expect(screen.queryByRole('button', { name: 'Annuler cette fois' })).toBeNull()
})
