// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dirtyForms } from '../version/dirty-forms.ts'
import { logoutAdmin } from './admin-actions.ts'
import { type AdminSession, adminSession } from './admin-session.ts'
import { sessionStore } from './session-store.ts'

const sessionOf = (id: string): AdminSession => ({
  token: `jeton-${id}`,
  expiresAt: null,
  user: { id, name: id, email: `${id}@example.com` },
})
const ADA = sessionOf('ada')
const BOB = sessionOf('bob')
const DRAFT = 'lolapp.brouillon.company/1'
const draft = (): string | null => sessionStorage.getItem(DRAFT)

/** A form with words that are not saved. */
const typing = (): (() => void) =>
  dirtyForms.register('company/1', { isDirty: () => true, values: () => ({ NOM: 'Petit' }) })

/** What another tab does, which has a sessionStorage of its own. */
const inAnotherTab = async (deed: () => unknown): Promise<void> => {
  const own = { ...sessionStorage }
  await deed()
  sessionStorage.clear()
  Object.assign(sessionStorage, own)
}

beforeEach(() => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  localStorage.clear()
  sessionStorage.clear()
  adminSession.reload()
  adminSession.set(ADA)
})
afterEach(() => vi.restoreAllMocks())

describe('what an administrator was typing in a tab that the browser had ended', () => {
  beforeEach(() => sessionStorage.setItem(DRAFT, '{"NOM":"Petit"}'))
  /** The page loads again. */
  const reopened = async (): Promise<void> => {
    vi.resetModules()
    await import('./admin-session.ts')
  }

  it('[ERR-01] is in this tab again for them', async () => {
    await reopened()
    expect(draft()).toContain('Petit')
  })

  it('[ERR-01] stays for them where their session has ended by itself', async () => {
    await inAnotherTab(() => adminSession.set(null))
    await reopened()
    expect(draft()).toContain('Petit')
  })

  it('[AUT-08] goes where they have logged out in another tab meanwhile', async () => {
    await inAnotherTab(logoutAdmin)
    await reopened()
    expect(draft()).toBeNull()
  })

  it('[AUT-08] is not offered to the next administrator', async () => {
    await inAnotherTab(() => adminSession.set(null))
    await inAnotherTab(() => adminSession.set(BOB))
    await reopened()
    expect(draft()).toBeNull()
  })

  it('[AUT-07] the same where they had acted as somebody else before', async () => {
    sessionStore.clearSession()
    sessionStorage.setItem(DRAFT, '{"NOM":"Petit"}')
    await inAnotherTab(() => adminSession.set(BOB))
    await reopened()
    expect(draft()).toBeNull()
  })
})

describe('what an administrator is typing', () => {
  it('[ERR-01] stays for them when their session ends by itself, also in a tab where they had not logged in', async () => {
    sessionStorage.clear()
    adminSession.reload()
    const end = typing()
    dirtyForms.keepForReturn()
    adminSession.set(null)
    end()
    adminSession.set(ADA)
    expect(draft()).toContain('Petit')
  })

  it('[AUT-08] is nobody else’s: it goes when somebody else signs in', () => {
    const end = typing()
    dirtyForms.keepForReturn()
    adminSession.set(null)
    end()
    adminSession.set(BOB)
    expect(draft()).toBeNull()
  })

  it.each(['logs out', 'logs somebody else in'])('[AUT-08] goes when another tab %s', async (how) => {
    const end = typing()
    dirtyForms.keepDrafts()
    if (how === 'logs out') await inAnotherTab(logoutAdmin)
    else await inAnotherTab(() => localStorage.setItem('lolapp.admin', JSON.stringify(BOB)))
    sessionStorage.setItem(DRAFT, '{"NOM":"Petit"}')
    window.dispatchEvent(new StorageEvent('storage', { key: 'lolapp.admin' }))
    end()
    expect(draft()).toBeNull()
  })
})
