// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { adminSession } from '../data/session/admin-session.ts'
import { STORAGE_KEYS, sessionStore } from '../data/session/session-store.ts'
import { guardAdmin, skipAdminLogin } from './admin-guards.ts'
import { enterRoot, guardManager, skipLogin } from './guards.ts'

const host = vi.hoisted(() => ({ label: 'admin' }))
vi.mock('../data/api/host.ts', () => ({ currentLabel: () => host.label, isAdminHost: () => host.label === 'admin' }))

/** Where the guard redirects; null when it lets the visitor in. */
const led = (enter: () => void): string | null => {
  try {
    enter()
    return null
  } catch (thrown) {
    return (thrown as { options: { href: string } }).options.href
  }
}
const at = (href: string) => ({ location: { href } })
const staff = {
  kind: 'personnel',
  id: 'p1',
  roles: ['commercial'],
  agences: [],
  personnel: { IDPERSONNEL: 'p1', NOM: 'Roy' },
}
const company = { id: 'c1', key: 'demo', NOM: 'Démo' }

const signInAdmin = (): void =>
  adminSession.set({ token: 't', expiresAt: null, user: { id: 'a1', name: 'Ada', email: 'ada@example.com' } })
const signInStaff = (): void => {
  localStorage.setItem(STORAGE_KEYS.company, JSON.stringify(company))
  localStorage.setItem(STORAGE_KEYS.auth, JSON.stringify({ token: 's', expiresAt: null, account: staff }))
  sessionStore.reload()
}

beforeEach(() => {
  localStorage.clear()
  host.label = 'admin'
  sessionStore.reload()
  adminSession.reload()
})

describe('the admin domain', () => {
  it('[AUT-04] redirects a visitor who is not signed in to the administrators’ login with the wanted path', () => {
    expect(led(() => guardAdmin(at('/admin/users?sortBy=email')))).toBe(
      '/login/admin?redirect=%2Fadmin%2Fusers%3FsortBy%3Demail',
    )
    expect(led(() => guardManager({ roles: '*' })(at('/manager')))).toBe('/login/admin?redirect=%2Fmanager')
    expect(led(enterRoot)).toBe('/login/admin')
    expect(led(() => skipLogin({ search: {} }))).toBe('/login/admin')
  })

  it('[AUT-05] an administrator outside the admin routes is redirected to the companies', () => {
    signInAdmin()
    expect(led(() => guardAdmin(at('/admin/users')))).toBeNull()
    expect(led(() => guardManager({ roles: '*' })(at('/manager')))).toBe('/admin/company')
    expect(led(enterRoot)).toBe('/admin/company')
    expect(led(() => skipAdminLogin({ search: { redirect: '/admin/roles' } }))).toBe('/admin/roles')
    expect(led(() => skipAdminLogin({ search: { redirect: '//ailleurs.example' } }))).toBe('/admin/company')
  })

  it('[AUT-05] [AUT-07] an impersonated person stays in their area', () => {
    signInAdmin()
    signInStaff()
    expect(led(() => guardAdmin(at('/admin/users')))).toBe('/')
    expect(led(() => guardManager({ roles: '*' })(at('/manager')))).toBeNull()
  })

  it('[AUT-07] leaving an impersonation removes the session and its company; the administrator’s token stays', () => {
    signInAdmin()
    signInStaff()
    sessionStore.clearSession()
    expect(sessionStore.get()).toMatchObject({ auth: null, company: null })
    expect(localStorage.getItem(STORAGE_KEYS.company)).toBeNull()
    expect(adminSession.get()?.token).toBe('t')
    expect(led(enterRoot)).toBe('/admin/company')
  })

  it.each(['{', '{"token":1}', 'null', '{"token":"t"}'])(
    'a damaged session (%s) counts as not signed in, and does not crash',
    (text) => {
      localStorage.setItem('lolapp.admin', text)
      adminSession.reload()
      expect(adminSession.get()).toBeNull()
    },
  )
})

describe('a company’s host', () => {
  beforeEach(() => {
    host.label = 'demo'
  })

  it('[AUT-04] redirects a visitor who wants an admin page to the customers’ login', () => {
    expect(led(() => guardAdmin(at('/admin/users')))).toBe('/login/space?redirect=%2Fadmin%2Fusers')
  })

  it('[AUT-06] keeps its staff in their own area, and its theme after their logout', () => {
    signInStaff()
    expect(led(() => guardAdmin(at('/admin/users')))).toBe('/')
    sessionStore.clearSession()
    expect(sessionStore.get().company).toMatchObject(company)
  })
})
