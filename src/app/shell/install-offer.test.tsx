// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { InstallWay } from '../../data/install/installation.ts'
import { SyncContext, UNKNOWN_SYNC } from '../../data/sync-status/sync-context.ts'
import { theme } from '../../ui/theme.ts'
import { InstallOffer } from './install-offer.tsx'

const KEY = 'lolapp.app.installation'
const fake = vi.hoisted(() => ({ way: 'dialog' as InstallWay, accepts: true }))
vi.mock('../../data/install/installation.ts', () => ({
  useInstallWay: () => fake.way,
  install: () => Promise.resolve(fake.accepts),
}))

function show({ way, pending = 0 }: { way: InstallWay; pending?: number }): void {
  fake.way = way
  render(
    <MantineProvider theme={theme} env="test">
      <SyncContext value={{ ...UNKNOWN_SYNC, status: { ...UNKNOWN_SYNC.status, pending } }}>
        <InstallOffer />
      </SyncContext>
    </MantineProvider>,
  )
}
const offer = () => screen.queryByRole('region', { name: 'Installer l’application' })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

describe('the offer on the home page', () => {
  beforeEach(() => {
    fake.accepts = true
    localStorage.setItem(KEY, JSON.stringify({ since: '2026-11-01T08:00:00.000Z', answer: 'none' }))
  })
  afterEach(cleanup)

  it('[DAY-16 install] (offer) does not come at the first use, which it remembers', () => {
    localStorage.removeItem(KEY)
    show({ way: 'dialog' })
    expect(offer()).toBeNull()
    expect(JSON.parse(localStorage.getItem(KEY) ?? '{}')).toMatchObject({ answer: 'none' })
  })

  it('[DAY-16 install] (offer) opens the browser’s dialog, and goes for good when the answer there is no', async () => {
    fake.accepts = false
    show({ way: 'dialog' })
    expect(offer()).not.toBeNull()
    await press('Installer')
    expect(offer()).toBeNull()
    cleanup()
    show({ way: 'dialog' })
    expect(offer()).toBeNull()
  })

  it('[DAY-16 install] (offer) is put off for good', async () => {
    show({ way: 'ios' })
    await press('Ne plus proposer')
    expect(offer()).toBeNull()
    cleanup()
    show({ way: 'ios' })
    expect(offer()).toBeNull()
  })

  it('[DAY-16 ios] shows the two taps in a picture, and that what waits here stays here', async () => {
    show({ way: 'ios', pending: 2 })
    await press('Voir les deux gestes')
    const steps = screen.queryByRole('list', { name: 'Installer sur iPhone et iPad, en deux gestes' })
    expect([...(steps?.children ?? [])].map((step) => step.textContent)).toEqual([
      'Touchez « Partager », dans la barre du navigateur.',
      expect.stringContaining('Choisissez « Sur l’écran d’accueil », puis « Ajouter ».'),
    ])
    expect(screen.getAllByRole('img').map((picture) => picture.getAttribute('aria-label'))).toEqual([
      expect.stringContaining('Partager'),
      expect.stringContaining('Sur l’écran d’accueil'),
    ])
    expect(screen.getByText(/2 saisies d’ici ne sont pas encore au bureau/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Installer' })).toBeNull()
  })

  it('is not made by an app that is installed', () => {
    show({ way: 'installed' })
    expect(offer()).toBeNull()
  })
})
