// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { act, render, screen } from '@testing-library/react'
import * as Type from 'typebox'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { SeenStore } from '../../data/api/seen-store.ts'
import { theme } from '../../ui/theme.ts'
import { Shown } from './shown.tsx'
import { SpaceContext } from './space-context.ts'
import { PATIENCE_MS, useSeen } from './use-seen.ts'

const fake = vi.hoisted(() => ({
  /** The calls that wait for the server. */
  calls: [] as { answer: (data: unknown) => void }[],
}))
vi.mock('./ask-space.ts', () => ({
  askSpace: () => new Promise((answer) => fake.calls.push({ answer })),
}))
vi.mock('../../data/session/use-zone.ts', () => ({ useZone: () => 'Europe/Paris' }))

const LEFT = Type.Object({ left: Type.String() })
const NOW = '2026-11-30T09:00:00Z'

function Page() {
  const reading = useSeen('/invoice/payments', LEFT)
  return <Shown reading={reading}>{({ left }) => <b>{left}</b>}</Shown>
}

/** A device that read this answer yesterday; null: it has read none. */
const show = async (stored: string | null): Promise<void> => {
  const kept = { key: '/invoice/payments', value: { left: stored }, at: Date.parse('2026-11-29T16:30:00Z') }
  const store: SeenStore = {
    read: async () => (stored === null ? undefined : kept),
    write: async () => undefined,
    forget: async () => undefined,
  }
  render(
    <MantineProvider theme={theme} env="test">
      <SpaceContext.Provider value={{ store }}>
        <Page />
      </SpaceContext.Provider>
    </MantineProvider>,
  )
  await wait(0)
}
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const answer = (left: string) => act(async () => fake.calls.at(-1)?.answer({ left }))
const said = (): string | null => screen.queryByRole('status')?.textContent ?? null
const shown = () => [document.querySelector('b')?.textContent, said()]
const OLD = 'Informations lues le 29/11/2026 17:30. Elles ont pu changer depuis.'

beforeEach(() => {
  fake.calls = []
  vi.useFakeTimers({ now: new Date(NOW), toFake: ['Date', 'setTimeout', 'clearTimeout'] })
})
afterEach(() => void vi.useRealTimers())

it('[SPA-06] a stored answer says of when it is once the server takes long to answer, and no more when it has answered', async () => {
  await show('1 000 €')
  expect(shown()).toEqual(['1 000 €', null])
  await wait(PATIENCE_MS - 1)
  expect(said()).toBeNull()
  await wait(1)
  expect(said()).toBe(OLD)
  await answer('0 €')
  expect(shown()).toEqual(['0 €', null])
  await wait(PATIENCE_MS)
  expect(said()).toBeNull()
})

it('[SPA-06] what is asked again says so too: the tab was hidden over night, and the network hangs', async () => {
  await show(null)
  await answer('1 000 €')
  expect(said()).toBeNull()
  vi.setSystemTime(new Date('2026-12-01T09:00:00Z'))
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
  expect(fake.calls).toHaveLength(2)
  await wait(PATIENCE_MS)
  expect(said()).toBe('Informations lues le 30/11/2026 10:00. Elles ont pu changer depuis.')
  await answer('0 €')
  expect(shown()).toEqual(['0 €', null])
})
