// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { STORAGE_KEYS, sessionStore } from '../../data/session/session-store.ts'
import { type Sync, SyncContext, UNKNOWN_SYNC } from '../../data/sync-status/sync-context.ts'
import { guardForm } from '../../data/version/unsaved-forms.ts'
import { theme } from '../../ui/theme.ts'
import { LogoutFlow } from './logout-flow.tsx'

const navigate = vi.hoisted(() => vi.fn(() => Promise.resolve()))
vi.mock('@tanstack/react-router', () => ({ useNavigate: () => navigate }))

const server = vi.fn((_url: string, _init?: RequestInit) => Promise.resolve(new Response(null, { status: 204 })))

const flow = (status: Partial<Sync['status']>, onStay: () => void = () => undefined, syncNow = vi.fn()) => {
  const sync: Sync = { status: { ...UNKNOWN_SYNC.status, phase: 'idle', ...status }, controls: { syncNow } }
  return (
    <MantineProvider theme={theme} env="test">
      <SyncContext value={sync}>
        <LogoutFlow onStay={onStay} />
      </SyncContext>
    </MantineProvider>
  )
}

const loggedOut = () =>
  waitFor(() => {
    expect(localStorage.getItem(STORAGE_KEYS.auth)).toBeNull()
    expect(navigate).toHaveBeenCalledWith({ href: '/' })
  })

const confirm = vi.hoisted(() => vi.fn((_question: object) => Promise.resolve(false)))
vi.mock('../../ui/notices/notices.tsx', () => ({ notices: { confirm } }))

describe('logout', () => {
  beforeEach(() => {
    vi.clearAllMocks()
    vi.stubGlobal('fetch', server)
    localStorage.clear()
    localStorage.setItem('lolapp.theme', 'dark')
    sessionStorage.clear()
    localStorage.setItem('lolapp.config', '{"apiBase":"/api"}')
    const account = {
      kind: 'personnel',
      id: 'p1',
      roles: ['commercial'],
      agences: [],
      personnel: { IDPERSONNEL: 'p1', NOM: 'Roy' },
    }
    localStorage.setItem(STORAGE_KEYS.auth, JSON.stringify({ token: 'jeton', expiresAt: null, account }))
    sessionStore.reload()
  })

  it('[AUT-08] with an empty queue: revokes the token, clears the session, keeps the device’s theme, goes to /', async () => {
    render(flow({}))
    await loggedOut()
    const call = server.mock.calls.find(([url]) => url === '/api/logout')
    expect(call?.[1]).toMatchObject({ method: 'POST', headers: { Authorization: 'Bearer jeton' } })
    expect(sessionStore.get().auth).toBeNull()
    expect(localStorage.getItem('lolapp.theme')).toBe('dark')
  })

  it('[AUT-08] [RES-03] asks first where a form is not saved, and « Non » stays', async () => {
    const end = guardForm(() => true)
    const stays = vi.fn()
    render(flow({}, stays))
    await waitFor(() => expect(stays).toHaveBeenCalledOnce())
    expect(confirm.mock.calls[0]?.[0]).toMatchObject({ title: 'Modifications non enregistrées' })
    expect(sessionStore.get().auth).not.toBeNull()
    cleanup()
    confirm.mockResolvedValueOnce(true)
    render(flow({}))
    await loggedOut()
    end()
  })

  it('[AUT-08] waits until the local queue has been read: only then is it known to be empty', async () => {
    const { rerender } = render(flow({ phase: 'starting' }))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(sessionStore.get().auth).not.toBeNull()
    rerender(flow({ pending: 1 }))
    expect((await screen.findByRole('dialog')).textContent).toContain('Une saisie')
    expect(sessionStore.get().auth).not.toBeNull()
  })

  it('[AUT-08] with pending writes: says how many and does nothing before a choice', async () => {
    const stay = vi.fn()
    render(flow({ pending: 3, refused: 1 }, stay))
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('4 saisies')
    expect(dialog.textContent).toContain('a été refusée')
    expect(sessionStore.get().auth).not.toBeNull()
    await userEvent.click(screen.getByText('Rester'))
    expect(stay).toHaveBeenCalled()
    expect(sessionStore.get().auth).not.toBeNull()
  })

  it('[AUT-08] [SEAL-1] « Garder sur cet appareil » logs out, and this tab keeps nothing in memory or storage', async () => {
    sessionStorage.setItem('lolapp.rdv', '{"NOM":"Durand"}')
    render(flow({ pending: 1 }))
    await userEvent.click(await screen.findByRole('button', { name: 'Garder sur cet appareil' }))
    await loggedOut()
    expect(sessionStorage.length).toBe(0)
  })

  it('[AUT-08] « Synchroniser d’abord » sends, and logs out by itself only once the queue is empty', async () => {
    const syncNow = vi.fn(() => Promise.resolve())
    const { rerender } = render(flow({ pending: 2 }, undefined, syncNow))
    await userEvent.click(await screen.findByRole('button', { name: 'Synchroniser d’abord' }))
    expect(syncNow).toHaveBeenCalledOnce()
    rerender(flow({ pending: 1 }, undefined, syncNow))
    expect(sessionStore.get().auth).not.toBeNull()
    rerender(flow({ pending: 0 }, undefined, syncNow))
    await loggedOut()
  })

  it('[AUT-08] with no network, sending first is not offered and the reason is shown', async () => {
    render(flow({ pending: 2, online: false }))
    expect((await screen.findByRole('button', { name: 'Synchroniser d’abord' })).hasAttribute('disabled')).toBe(true)
    expect(screen.getByText(/Pas de réseau/)).toBeTruthy()
  })
})
