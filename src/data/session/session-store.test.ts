// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { STORAGE_KEYS, sessionStore } from './session-store.ts'
import type { Company, Personnel, StoredAuth } from './stored-session.ts'

const COMPANY = { id: 'c1', key: 'demo', NOM: 'Démo', COLOR: null, LOGO: null, BACKGROUND: null } as Company
const personnel = { IDPERSONNEL: 'p1', NOM: 'Roy', PRENOM: 'Camille' } as Personnel
const AUTH: StoredAuth = {
  token: 'jeton',
  expiresAt: null,
  account: { kind: 'personnel', id: 'p1', personnel, roles: ['commercial'], agences: ['a1'] },
}
const LABELS = { roles: [{ name: 'commercial' as const, common_name: 'Commercial', color: null }], agences: [] }

const stored = (key: keyof typeof STORAGE_KEYS): unknown =>
  JSON.parse(localStorage.getItem(STORAGE_KEYS[key]) ?? 'null') as unknown

/** What builds before ANSWER-1 stored when a portal answered in place of the server. */
const POISON = {
  auth: JSON.stringify({ ...AUTH, account: { kind: 'personnel', personnel: '<html>', roles: [], agences: [] } }),
  company: JSON.stringify('<html>'),
  labels: JSON.stringify({ roles: '<html>' }),
}

beforeEach(() => {
  localStorage.clear()
  sessionStore.reload()
  sessionStore.setCompany(COMPANY)
  sessionStore.setLabels(LABELS)
  sessionStore.setAuth(AUTH)
})

describe('the stored session', () => {
  it.each(['auth', 'company', 'labels'] as const)(
    '[ANSWER-2] a spoiled entry (%s) is restored from its copy: the account stays signed in',
    (entry) => {
      const before = sessionStore.get()
      const text = localStorage.getItem(STORAGE_KEYS[entry])
      for (const spoiled of [POISON[entry], '{"token": 12', 'null', '[]', '']) {
        localStorage.setItem(STORAGE_KEYS[entry], spoiled)
        sessionStore.reload()
        expect(sessionStore.get(), spoiled).toEqual(before)
        expect(localStorage.getItem(STORAGE_KEYS[entry]), spoiled).toBe(text)
      }
    },
  )

  it('[ANSWER-2] all three spoiled at once, and a missing company, are restored too', () => {
    const before = sessionStore.get()
    for (const [entry, text] of Object.entries(POISON))
      localStorage.setItem(STORAGE_KEYS[entry as keyof typeof POISON], text)
    sessionStore.reload()
    expect(sessionStore.get()).toEqual(before)
    localStorage.removeItem(STORAGE_KEYS.company)
    sessionStore.reload()
    expect(sessionStore.get()).toEqual(before)
    expect(stored('company')).toEqual(COMPANY)
  })

  it.each([
    ['an account of another person than its record', { ...AUTH.account, id: 'p2' }],
    ['an account without an id', { ...AUTH.account, id: undefined }],
    ['an empty id', { ...AUTH.account, id: '' }],
    ['roles that are no list of words', { ...AUTH.account, roles: [1] }],
    ['a customer without a name', { kind: 'client', id: 'k1' }],
  ])('[ANSWER-2] %s counts as no session', (_name, account) => {
    localStorage.clear()
    localStorage.setItem(STORAGE_KEYS.company, JSON.stringify(COMPANY))
    localStorage.setItem(STORAGE_KEYS.auth, JSON.stringify({ ...AUTH, account }))
    sessionStore.reload()
    expect(sessionStore.get().auth).toBeNull()
  })

  it('[ANSWER-2] what a former version stored, with fewer fields, still signs in; an unknown role does not end the session', () => {
    localStorage.clear()
    const account = { ...AUTH.account, personnel: { IDPERSONNEL: 'p1', NOM: 'Roy' }, roles: ['demain'] }
    localStorage.setItem(STORAGE_KEYS.company, JSON.stringify({ id: 'c1', key: 'demo', NOM: 'Démo' }))
    localStorage.setItem(STORAGE_KEYS.auth, JSON.stringify({ token: 'jeton', account }))
    sessionStore.reload()
    expect(sessionStore.get()).toMatchObject({ auth: { token: 'jeton' }, company: { id: 'c1' } })
  })

  it('[AUT-08] a logout leaves no copy; nor does one made by a former version, which does not know the copy', () => {
    localStorage.removeItem(STORAGE_KEYS.auth)
    sessionStore.reload()
    expect(sessionStore.get().auth).toBeNull()
    sessionStore.setAuth(AUTH)
    sessionStore.clearSession()
    expect(JSON.stringify({ ...localStorage })).not.toContain('jeton')
    localStorage.setItem(STORAGE_KEYS.auth, POISON.auth)
    sessionStore.reload()
    expect(sessionStore.get().auth).toBeNull()
  })
})
