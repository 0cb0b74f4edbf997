// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { dirtyForms } from '../version/dirty-forms.ts'
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
  sessionStorage.clear()
  sessionStore.reload()
  sessionStore.setCompany(COMPANY)
  sessionStore.setLabels(LABELS)
  sessionStore.setAuth(AUTH)
})

const DRAFT = 'lolapp.brouillon.client/1'
const OTHER: StoredAuth = {
  ...AUTH,
  account: { ...AUTH.account, id: 'p2', personnel: { ...personnel, IDPERSONNEL: 'p2' } } as StoredAuth['account'],
}
/** A form with words that are not saved. */
const typing = (): (() => void) =>
  dirtyForms.register('client/1', { isDirty: () => true, values: () => ({ NOM: 'Petit' }) })

describe('what somebody was typing', () => {
  it('[ERR-01] stays in this tab for them when their session ends by itself', () => {
    const end = typing()
    sessionStore.setAuth(null)
    end()
    sessionStore.setAuth(AUTH)
    expect(sessionStorage.getItem(DRAFT)).toContain('Petit')
  })

  it('[ERR-01] the same where another tab saw the session’s end', () => {
    const end = typing()
    localStorage.removeItem(STORAGE_KEYS.auth)
    sessionStore.reload()
    end()
    sessionStore.setAuth(AUTH)
    expect(sessionStorage.getItem(DRAFT)).toContain('Petit')
  })

  it.each(['here', 'in another tab'])('[AUT-08] is nobody else’s: it goes when somebody else signs in %s', (where) => {
    const end = typing()
    sessionStore.setAuth(null)
    end()
    if (where === 'here') sessionStore.setAuth(OTHER)
    else {
      localStorage.setItem(STORAGE_KEYS.auth, JSON.stringify(OTHER))
      sessionStore.reload()
    }
    expect(sessionStorage.getItem(DRAFT)).toBeNull()
  })

  it.each(['here', 'in another tab'])('[AUT-08] goes with a logout %s', (where) => {
    const end = typing()
    dirtyForms.keepDrafts()
    if (where === 'here') sessionStore.clearSession()
    else {
      for (const key of [STORAGE_KEYS.auth, STORAGE_KEYS.labels, STORAGE_KEYS.owner]) localStorage.removeItem(key)
      sessionStore.reload()
    }
    end()
    expect(sessionStorage.getItem(DRAFT)).toBeNull()
  })
})

it('[PWA-02] the page of a link, which nobody has signed in to, keeps what is typed while another tab logs out', () => {
  sessionStore.clearSession()
  const end = typing()
  dirtyForms.keepDrafts()
  sessionStore.reload()
  expect(sessionStorage.getItem(DRAFT)).toContain('Petit')
  end()
})

describe('what a tab kept that the phone had ended', () => {
  const reopened = async (): Promise<void> => {
    sessionStorage.setItem(DRAFT, '{"NOM":"Petit"}')
    vi.resetModules()
    await import('./session-store.ts')
  }

  it('[ERR-01] stays for its person, whose session has ended by itself', async () => {
    localStorage.removeItem(STORAGE_KEYS.auth)
    await reopened()
    expect(sessionStorage.getItem(DRAFT)).toContain('Petit')
  })

  it('[AUT-08] goes where they have logged out in another tab meanwhile', async () => {
    for (const key of [STORAGE_KEYS.auth, STORAGE_KEYS.labels, STORAGE_KEYS.owner]) localStorage.removeItem(key)
    await reopened()
    expect(sessionStorage.getItem(DRAFT)).toBeNull()
  })

  it('[PWA-02] stays on the page of a link, which nobody has signed in to', async () => {
    localStorage.clear()
    sessionStorage.clear()
    await reopened()
    expect(sessionStorage.getItem(DRAFT)).toContain('Petit')
  })
})

describe('the agency that somebody chose on this device', () => {
  beforeEach(() => localStorage.setItem(STORAGE_KEYS.agency, '"a1"'))

  it('stays theirs when their session ends by itself', () => {
    sessionStore.setAuth(null)
    sessionStore.setAuth(AUTH)
    expect(stored('agency')).toBe('a1')
  })

  it('filters nothing for whoever signs in after them', () => {
    sessionStore.setAuth(null)
    sessionStore.setAuth(OTHER)
    expect(stored('agency')).toBeNull()
  })
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
