// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { beforeEach, expect, it, vi } from 'vitest'
import { restoreSession } from './restore-session.ts'
import { STORAGE_KEYS, sessionStore } from './session-store.ts'

/** What the build before ANSWER-1 stored when a portal had answered in place of the server, and a local database as a device holds it. */
const SPOILED = {
  token: 'jeton',
  expiresAt: null,
  account: { kind: 'personnel', personnel: '<html>', roles: [], agences: [] },
}

const host = vi.hoisted(() => ({ label: 'demo' }))
vi.mock('../api/host.ts', () => ({ currentLabel: () => host.label, isAdminHost: () => host.label === 'admin' }))

/** In the layout of RxDB's Dexie storage. */
const localDatabase = (owner: string, rows: object[], version = 0): Promise<void> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open(`rxdb-dexie-lolapp-${owner}--${version}--personnels`)
    opening.onupgradeneeded = () => {
      const store = opening.result.createObjectStore('docs', { keyPath: 'IDPERSONNEL' })
      for (const row of rows) store.put(row)
    }
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      opening.result.close()
      resolve()
    }
  })

const CAMILLE = {
  IDPERSONNEL: 'p-1',
  NOM: 'Roy',
  PRENOM: 'Camille',
  ROLES: ['commercial'],
  IDAGENCE: 'a1',
  AGENCES: ['a1', 'a2'],
}
const ZOE = { IDPERSONNEL: 'p-2', NOM: 'Blanc', PRENOM: 'Zoé', ROLES: [], AGENCES: [] }

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  host.label = 'demo'
  localStorage.clear()
  localStorage.setItem(STORAGE_KEYS.auth, JSON.stringify(SPOILED))
  localStorage.setItem(STORAGE_KEYS.company, JSON.stringify('<html>'))
  sessionStore.reload()
})

it('[ANSWER-2] a session that a former version spoiled is restored from the local database: from its name, and its owner’s record', async () => {
  await localDatabase('c-1-personnel_p-1', [ZOE, CAMILLE])
  // A database that the spoiled session created beside it.
  await localDatabase('personnel_undefined', [])
  expect(sessionStore.get().auth).toBeNull()
  await restoreSession()
  const account = { kind: 'personnel', id: 'p-1', personnel: CAMILLE, roles: ['commercial'], agences: ['a1', 'a2'] }
  expect(sessionStore.get()).toMatchObject({ auth: { token: 'jeton', account }, company: { id: 'c-1', key: 'demo' } })
  // The session is stored: the next start has nothing to restore.
  sessionStore.reload()
  expect(sessionStore.get()).toMatchObject({ auth: { token: 'jeton', account }, company: { id: 'c-1' } })
})

it('[ANSWER-2] two versions of one database count as one; a known company keeps its name', async () => {
  localStorage.setItem(STORAGE_KEYS.company, JSON.stringify({ id: 'c-1', key: 'demo', NOM: 'Habitat Démo' }))
  sessionStore.reload()
  await localDatabase('c-1-personnel_p-1', [CAMILLE])
  await localDatabase('c-1-personnel_p-1', [CAMILLE], 1)
  await restoreSession()
  expect(sessionStore.get()).toMatchObject({ auth: { token: 'jeton' }, company: { id: 'c-1', NOM: 'Habitat Démo' } })
})

it.each([
  ['two people’s databases are here', () => localDatabase('c-1-personnel_p-2', [ZOE]), SPOILED],
  ['the entry has no token', () => Promise.resolve(), { account: SPOILED.account }],
  ['somebody has logged out', () => Promise.resolve(), null],
])('[ANSWER-2] no session is restored for another person: %s', async (_name, more, entry) => {
  await localDatabase('c-1-personnel_p-1', [CAMILLE])
  await more()
  if (entry === null) localStorage.removeItem(STORAGE_KEYS.auth)
  else localStorage.setItem(STORAGE_KEYS.auth, JSON.stringify(entry))
  sessionStore.reload()
  await restoreSession()
  expect(sessionStore.get().auth).toBeNull()
})

it('[ANSWER-2] a database without its owner’s record, and the admin domain, restore no session', async () => {
  await localDatabase('c-1-personnel_p-1', [ZOE])
  await restoreSession()
  expect(sessionStore.get().auth).toBeNull()
  await localDatabase('c-1-personnel_p-2', [ZOE])
  host.label = 'admin'
  await restoreSession()
  expect(sessionStore.get().auth).toBeNull()
})
