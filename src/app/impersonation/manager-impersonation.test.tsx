// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { SyncContext, UNKNOWN_SYNC } from '../../data/sync-status/sync-context.ts'
import { ManagerImpersonation } from './manager-impersonation.tsx'

const calls = vi.hoisted(() => ({ made: [] as [string, object][] }))
vi.mock('../../data/api/api.ts', () => ({
  callApi: async (path: string, _shape: unknown, options: object) => void calls.made.push([path, options]),
}))
vi.mock('../../data/session/session.tsx', () => ({
  useSession: () => ({
    account: { kind: 'personnel', id: 'camille', personnel: { NOM: 'Roy', NOM_COMPLET: 'Camille Roy' } },
    company: { NOM: 'Démo' },
  }),
}))
vi.mock('../account/logout-flow.tsx', () => ({ LogoutFlow: () => null }))
afterEach(() => {
  cleanup()
  calls.made.length = 0
})

it.each([
  ['holds', [], []],
  // Not `ownRefusal`: the refusal ends the session here.
  ['is over', ['signed-out'], [['/personnels/camille', { silent: true }]]],
])('[AUT-07] where the synchronisation finds that the session %s, the page asks so itself', (_, paused, made) => {
  render(
    <MantineProvider env="test">
      <SyncContext.Provider value={{ ...UNKNOWN_SYNC, status: { ...UNKNOWN_SYNC.status, paused } }}>
        <ManagerImpersonation />
      </SyncContext.Provider>
    </MantineProvider>,
  )
  expect(calls.made).toEqual(made)
})
