// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { RELOAD_CHANNEL } from '../../data/version/service-worker.ts'
import { setVersionWait } from '../../data/version/version-wait.ts'
import { VersionWait } from './version-wait.tsx'

afterEach(() => act(() => setVersionWait(false)))

it('[WORK-5] a tab that waits for one of another version shows it, and asks the others to reload', async () => {
  render(
    <MantineProvider>
      <VersionWait />
    </MantineProvider>,
  )
  expect(screen.queryByRole('alert')).toBeNull()
  act(() => setVersionWait(true))
  expect(screen.getByRole('alert').textContent).toContain('Vos saisies sont gardées')
  const other = new BroadcastChannel(RELOAD_CHANNEL)
  const asked = new Promise((resolve) => {
    other.onmessage = resolve
  })
  fireEvent.click(screen.getByRole('button', { name: 'Recharger les autres onglets' }))
  await asked
  other.close()
  act(() => setVersionWait(false))
  expect(screen.queryByRole('alert')).toBeNull()
})
