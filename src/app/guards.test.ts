// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { guardManager, isSignedIn } from './guards.ts'
import { STORAGE_KEYS, sessionStore } from './session-store.ts'

const signIn = (roles: string[]): void => {
  localStorage.setItem(STORAGE_KEYS.company, JSON.stringify({ id: 'c1', key: 'demo', NOM: 'Démo' }))
  const account = { kind: 'personnel', id: 'p1', roles, agences: [], personnel: {} }
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

  it('sends who is not signed in to login with the wanted path', () => {
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

  it.each(['{', '{"token":1}', 'null', '[]'])('a damaged session (%s) is nobody, not a crash', (text) => {
    signIn(['commercial'])
    localStorage.setItem(STORAGE_KEYS.auth, text)
    sessionStore.reload()
    expect(isSignedIn()).toBe(false)
  })
})
