// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { STORAGE_KEYS, sessionStore } from '../data/session/session-store.ts'
import { enterRoot, guardManager, guardSpace, isSignedIn, skipLogin } from './guards.ts'

const signIn = (roles: string[]): void => {
  localStorage.setItem(STORAGE_KEYS.company, JSON.stringify({ id: 'c1', key: 'demo', NOM: 'Démo' }))
  const account = { kind: 'personnel', id: 'p1', roles, agences: [], personnel: { IDPERSONNEL: 'p1', NOM: 'Roy' } }
  localStorage.setItem(STORAGE_KEYS.auth, JSON.stringify({ token: 't', expiresAt: null, account }))
  sessionStore.reload()
}
const signInClient = (): void => {
  localStorage.setItem(STORAGE_KEYS.company, JSON.stringify({ id: 'c1', key: 'demo', NOM: 'Démo' }))
  const account = { kind: 'client', id: 'k1', name: 'Zoé Durand' }
  localStorage.setItem(STORAGE_KEYS.auth, JSON.stringify({ token: 't', expiresAt: null, account }))
  sessionStore.reload()
}
const caught = (enter: () => void): unknown => {
  try {
    enter()
    return null
  } catch (thrown) {
    return thrown
  }
}

describe('the guard of a manager screen', () => {
  beforeEach(() => {
    localStorage.clear()
    sessionStore.reload()
  })

  it('redirects a visitor who is not signed in to login with the wanted path', () => {
    const thrown = caught(() => guardManager({ roles: '*' })({ location: { href: '/manager/client?q=a b' } }))
    expect(thrown).toMatchObject({ options: { href: '/login/manager?redirect=%2Fmanager%2Fclient%3Fq%3Da+b' } })
  })

  it('a screen of another role is a 404', () => {
    signIn(['technician'])
    const location = { href: '/manager/agenda' }
    expect(caught(() => guardManager({ roles: ['commercial', 'metreur'] })({ location }))).toMatchObject({
      isNotFound: true,
    })
    expect(caught(() => guardManager({ roles: '*' })({ location }))).toBeNull()
    signIn(['technician', 'metreur'])
    expect(caught(() => guardManager({ roles: ['commercial', 'metreur'] })({ location }))).toBeNull()
  })

  it('[AUT-09] the stored session alone signs in: no request is needed', () => {
    signIn(['commercial'])
    expect(isSignedIn()).toBe(true)
  })

  it.each(['{', '{"token":1}', 'null', '[]'])(
    'a damaged session without a copy (%s) counts as not signed in, and does not crash',
    (text) => {
      localStorage.setItem(STORAGE_KEYS.company, JSON.stringify({ id: 'c1', key: 'demo', NOM: 'Démo' }))
      localStorage.setItem(STORAGE_KEYS.auth, text)
      sessionStore.reload()
      expect(isSignedIn()).toBe(false)
    },
  )
})

describe('[AUT-04] [AUT-06] customers and staff stay in their own areas', () => {
  const at = (href: string) => ({ location: { href } })
  const to = (href: string) => ({ options: { href } })
  beforeEach(() => {
    localStorage.clear()
    sessionStore.reload()
  })

  it('a visitor who is not signed in is redirected to the login of the wanted area', () => {
    expect(caught(() => guardSpace(at('/space/devis/d1')))).toMatchObject(
      to('/login/space?redirect=%2Fspace%2Fdevis%2Fd1'),
    )
  })

  it('a customer who wants the manager area goes to the space’s home, staff who want the space to their dashboard', () => {
    signInClient()
    expect(caught(() => guardSpace(at('/space/moi')))).toBeNull()
    expect(caught(() => guardManager({ roles: '*' })(at('/manager/agenda')))).toMatchObject(to('/space'))
    signIn(['commercial'])
    expect(caught(() => guardSpace(at('/space/moi')))).toMatchObject(to('/manager'))
  })

  it('a login page redirects a signed-in visitor, within this origin only', () => {
    signInClient()
    expect(caught(() => skipLogin({ search: { redirect: '/space/devis/d1' } }))).toMatchObject(to('/space/devis/d1'))
    for (const redirect of ['https://evil.example', '//evil.example', '/\\evil.example'])
      expect(caught(() => skipLogin({ search: { redirect } }))).toMatchObject(to('/space'))
  })

  it('/ redirects to the area of the signed-in account, and after a logout to the same area’s login', () => {
    expect(caught(enterRoot)).toMatchObject(to('/login/space'))
    const account = { kind: 'client', id: 'k1', name: 'Zoé Durand' } as const
    signInClient()
    expect(caught(enterRoot)).toMatchObject(to('/space'))
    sessionStore.setAuth({ token: 't', expiresAt: null, account })
    sessionStore.clearSession()
    expect(caught(enterRoot)).toMatchObject(to('/login/space'))
    signIn(['commercial'])
    const { auth } = sessionStore.get()
    sessionStore.setAuth(auth)
    sessionStore.clearSession()
    expect(caught(enterRoot)).toMatchObject(to('/login/manager'))
  })
})
