import 'fake-indexeddb/auto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newRecord } from '../../schemas/entity.ts'
import type { Values } from '../../schemas/merge.ts'
import { entityOf, type SyncedResource } from '../../schemas/resources.ts'
import { VERSIONS } from '../../schemas/versions.ts'
import { type Identity, localDatabaseName } from '../identity.ts'
import { openLocalDatabase } from '../open.ts'
import { createCommands } from '../outbox/commands.ts'
import type { EarlyRows } from '../replicate/early-rows.ts'
import type { LocalDatabase } from '../store/local-database.ts'
import { shownRows } from '../store/local-schema.ts'
import { answered, storedName } from '../store/stored-rows.ts'
import { keepKey, noteErasing, noteLeft, withKeyring } from './accounts.ts'
import { readStoredWeeks } from './stored-weeks.ts'

const identity: Identity = { companyId: 'semaine', account: 'personnel:p1', impersonator: '' }
const DAYS = { from: '2026-11-16', to: '2026-11-29' }
const WEEK = { people: ['p1'], from: '2026-11-16', to: '2026-11-22' }
const mark = { seq: 1, epoch: 'e', gen: 0, state: 'synced', hidden: 0, master: null }

let db: LocalDatabase

async function put(resource: SyncedResource, rows: readonly Values[], sync: object = mark): Promise<void> {
  const entity = entityOf(resource)
  const docs = rows.map((row) => {
    const record = { ...newRecord(entity, {}), ...row }
    return { ...record, ...entity.local?.derived?.of(record as never), VERSION: 1, sync }
  })
  const { error } = await db.of(resource).bulkInsert(docs as never)
  expect(error).toEqual([])
}

const at = (IDRDV: string, RDV_DEBUT: string, RDV_FIN: string, more: Values = {}): Values => ({
  ...{ IDRDV, RDV_DEBUT, RDV_FIN, IDPERSONNELS: ['p1'] },
  ...more,
})

async function fill(): Promise<void> {
  db = await openLocalDatabase(identity, { multiInstance: false })
  await put('rdv', [
    at('z', '2026-11-16 09:00', '2026-11-16 10:00', { IDPROJET: 'j1' }),
    at('m', '2026-11-18 09:00', '2026-11-18 10:00', { IDPERSONNELS: ['p2', 'p1'], IDADRESSE: 'a2' }),
    at('a', '2026-11-18 09:00', '2026-11-18 12:00'),
    at('gone', '2026-11-18 09:00', '2026-11-18 12:00', { SUPPRIME: 1 }),
    at('long', '2026-10-01 09:00', '2026-11-19 12:00'),
    at('other', '2026-11-18 09:00', '2026-11-18 12:00', { IDPERSONNELS: ['p2'] }),
    at('past', '2026-10-18 09:00', '2026-10-18 12:00'),
  ])
  await put('rdv', [at('hidden', '2026-11-18 09:00', '2026-11-18 12:00')], { ...mark, hidden: 1 })
  await put('intervention', [
    {
      ...{ IDINTERVENTION: 'w1', IDPROJET: 'j2', IDDEVIS: 'd1' },
      ...{ RDV_DEBUT: '2026-11-17 08:00', RDV_FIN: '2026-11-17 17:00' },
    },
    { IDINTERVENTION: 'w2', IDPROJET: 'j2', RDV_DEBUT: '2026-11-02 08:00', RDV_FIN: '2026-11-20 17:00' },
  ])
  await put('projet', [
    { IDPROJET: 'j1', IDCLIENT: 'c1' },
    { IDPROJET: 'j2', IDCLIENT: 'c2', ADRESSE_CHANTIER: 'a3' },
    { IDPROJET: 'j3', IDCLIENT: 'c3' },
  ])
  await put('devis', [
    { IDDEVIS: 'd1', IDPROJET: 'j2', IDCLIENT: 'c2', DEVIS_SIGNE: 1, REFUSE: 1 },
    { IDDEVIS: 'd2', IDPROJET: 'j2', IDCLIENT: 'c2' },
  ])
  await put('client', [
    { IDCLIENT: 'c1', NOM: 'Un', IDADRESSE: 'a1' },
    { IDCLIENT: 'c2', NOM: 'Deux' },
    { IDCLIENT: 'c3', NOM: 'Trois' },
  ])
  await put(
    'adresse',
    ['a1', 'a2', 'a3', 'a4'].map((IDADRESSE) => ({ IDADRESSE, VILLE: 'Lyon' })),
  )
  await put(
    'personnel',
    ['p2', 'p1'].map((IDPERSONNEL) => ({ IDPERSONNEL, NOM: IDPERSONNEL })),
  )
  await put('reference', [
    { id: 'n2', LISTE: 'NATURE_RDV', LIBELLE: 'Deux' },
    { id: 'n1', LISTE: 'NATURE_RDV', LIBELLE: 'Un' },
    { id: 't1', LISTE: 'TYPE_INTERVENTION', LIBELLE: 'Pose' },
    { id: 'x1', LISTE: 'AGENCES', LIBELLE: 'Lyon' },
  ])
  // An edit that waits is what its author sees.
  await createCommands(db).update('rdv', 'a', { RDV_FIN: '2026-11-18 13:00' })
}

const people = { SUPPRIME: 0, IDPERSONNELS: { $elemMatch: { $in: ['p1'] } } }
const began = { RDV_DEBUT: { $gte: '2026-11-14 00:00', $lte: '2026-11-22 23:59' } }
const long = { CLE_LONG: { $gte: '2026-11-16 00:00' } }
const sorted = { sort: [{ RDV_DEBUT: 'asc' as const }] }

const QUERIES = [
  ['what began', 'rdv', { selector: { ...began, ...people }, ...sorted }, WEEK, ['z', 'a', 'm']],
  [
    'what lasts long',
    'rdv',
    { selector: { ...long, ...people }, sort: [{ CLE_LONG: 'asc' as const }] },
    WEEK,
    ['long'],
  ],
  ['works', 'intervention', { selector: began, ...sorted }, WEEK, ['w1']],
  ['long works', 'intervention', { selector: long, sort: [{ CLE_LONG: 'asc' as const }] }, WEEK, ['w2']],
  ['natures', 'reference', { selector: { LISTE: 'NATURE_RDV' } }, undefined, ['n1', 'n2']],
  ['kinds of works', 'reference', { selector: { LISTE: 'TYPE_INTERVENTION' } }, undefined, ['t1']],
  ['colleagues', 'personnel', {}, undefined, ['p1', 'p2']],
] as const

describe('an agenda’s weeks, read from IndexedDB itself', () => {
  let rows: EarlyRows
  beforeAll(async () => {
    await fill()
    rows = (await readStoredWeeks(identity, DAYS)) as EarlyRows
    expect(rows).not.toBeNull()
  })
  afterAll(() => db.close())

  it.each(QUERIES)(
    '[WORK-12] gives for %s what the local database gives',
    async (_what, resource, query, within, ids) => {
      const key = entityOf(resource).key
      const { selector = {}, ...rest } = query as { selector?: Values }
      const mango = { selector: { ...shownRows(resource), ...selector, 'sync.hidden': { $ne: 1 } }, ...rest }
      const docs = await db
        .of(resource)
        .find(mango as never)
        .exec()
      const expected = docs.map((doc) => ({ ...(doc._data as unknown as Values) }))
      const found = rows.find(resource, mango as never, within as never)
      expect(found?.map((row) => row[key])).toEqual([...ids])
      const plain = (row: Values) => Object.fromEntries(Object.entries(row).filter(([name]) => !name.startsWith('_')))
      expect(found?.map(plain)).toEqual(expected.map(plain))
    },
  )

  it('[WORK-12] has the projects, orders, clients and places of what it shows, and no others', () => {
    const has = (resource: SyncedResource, ids: string[]) => ids.filter((id) => rows.record(resource, id) !== undefined)
    expect(has('projet', ['j1', 'j2', 'j3'])).toEqual(['j1', 'j2'])
    expect(has('devis', ['d1', 'd2'])).toEqual(['d1'])
    expect(has('client', ['c1', 'c2', 'c3'])).toEqual(['c1', 'c2'])
    expect(has('adresse', ['a1', 'a2', 'a3', 'a4'])).toEqual(['a1', 'a2', 'a3'])
    expect(rows.record('rdv', 'hidden')).toBeUndefined()
    expect(rows.record('rdv', 'a')).toMatchObject({ RDV_FIN: '2026-11-18 13:00', sync: { state: 'pending' } })
  })

  it.each([
    ['other days', 'rdv', began, { ...WEEK, from: '2026-11-09' }],
    ['a list that names no days', 'rdv', began, undefined],
    ['another list', 'reference', { LISTE: 'AGENCES' }, undefined],
    ['clients', 'client', {}, undefined],
    ['a selector that it does not know', 'rdv', { RDV_DEBUT: { $regex: '^2026' } }, WEEK],
  ] as const)('[WORK-12] has no answer for %s', (_what, resource, selector, within) => {
    expect(rows.find(resource, { selector } as never, within as never)).toBeUndefined()
  })
})

describe('an agenda’s weeks in a large company', () => {
  it('[WORK-12] where a company has many, reads those of the account’s own person, and has no answer for others', async () => {
    const crowd = { ...identity, companyId: 'foule' }
    db = await openLocalDatabase(crowd, { multiInstance: false })
    try {
      const hour = { RDV_DEBUT: '2026-11-18 09:00', RDV_FIN: '2026-11-18 10:00' }
      await put('rdv', [
        { IDRDV: 'mine', IDPERSONNELS: ['p2', 'p1'], IDPROJET: 'j1', ...hour },
        ...Array.from({ length: 200 }, (_, n) => ({ IDRDV: `o${n}`, IDPERSONNELS: ['p2'], IDPROJET: 'j2', ...hour })),
      ])
      const slot = { DEBUT: '2026-11-17 08:00', FIN: '2026-11-17 17:00' }
      await put(
        'intervention',
        ['p1', 'p2'].map((IDPERSONNEL) => ({
          IDINTERVENTION: `w-${IDPERSONNEL}`,
          IDPROJET: 'j2',
          RDV_DEBUT: slot.DEBUT,
          RDV_FIN: slot.FIN,
          IDINTERVENTION_PLANNING: [{ IDPLANNING: IDPERSONNEL, IDPERSONNEL, ...slot }],
        })),
      )
      await put('projet', [
        { IDPROJET: 'j1', IDCLIENT: 'c1' },
        { IDPROJET: 'j2', IDCLIENT: 'c2' },
        { IDPROJET: 'j3', IDCLIENT: 'c3' },
      ])
      const read = (await readStoredWeeks(crowd, DAYS)) as EarlyRows
      const ids = (resource: 'rdv' | 'intervention', within: typeof WEEK | undefined) =>
        read.find(resource, { selector: began, ...sorted } as never, within)?.map((row) => row[entityOf(resource).key])
      expect(ids('rdv', WEEK)).toEqual(['mine'])
      expect(ids('intervention', WEEK)).toEqual(['w-p1'])
      for (const others of [['p2'], ['p1', 'p2']]) expect(ids('rdv', { ...WEEK, people: others })).toBeUndefined()
      expect(['j1', 'j2', 'j3'].filter((id) => read.record('projet', id))).toEqual(['j1', 'j2'])
    } finally {
      await db.close()
    }
  })
})

describe('the local database must answer', () => {
  const other = (companyId: string): Identity => ({ ...identity, companyId })
  const open = async (of: Identity): Promise<void> => (await openLocalDatabase(of, { multiInstance: false })).close()

  it('[WORK-12] where it is not there, and none is made', async () => {
    expect(await readStoredWeeks(other('absente'), DAYS)).toBeNull()
    const names = (await indexedDB.databases()).map(({ name }) => name)
    expect(names.filter((name) => name?.includes('absente'))).toEqual([])
  })

  it.each([
    ['is being removed', noteErasing],
    ['was left', noteLeft],
    [
      'has a pack to unseal',
      (of: Identity) =>
        withKeyring(async ({ accounts }) => {
          const known = await accounts.get(localDatabaseName(of))
          await accounts.put({ ...(known as NonNullable<typeof known>), packs: [{ id: 'x' } as never] })
        }),
    ],
  ])('[WORK-12] [SEAL-1] where it %s', async (what, change) => {
    const of = other(what.replaceAll(' ', '-'))
    await keepKey(of, new Uint8Array(32))
    await open(of)
    expect(await readStoredWeeks(of, DAYS)).not.toBeNull()
    await change(of)
    expect(await readStoredWeeks(of, DAYS)).toBeNull()
  })

  it('[WORK-12] [WORK-5] where an older version’s records are still to be migrated', async () => {
    const of = other('ancienne')
    await open(of)
    const stored = storedName({ database: localDatabaseName(of), version: VERSIONS.current - 1, collection: 'rdvs' })
    ;(await answered(indexedDB.open(stored))).close()
    expect(await readStoredWeeks(of, DAYS)).toBeNull()
  })

  it('[WORK-12] [SEAL-1] where it is never opened, and then its lock is free again', async () => {
    vi.useFakeTimers()
    try {
      let isHeld = false
      const locks = {
        request: async (_name: string, _how: unknown, act: (lock: object) => unknown) => {
          isHeld = true
          const answer = await act({})
          isHeld = false
          return answer
        },
      } as unknown as LockManager
      const silent = { open: () => ({}), databases: async () => [] } as unknown as IDBFactory
      const read = readStoredWeeks(identity, DAYS, { locks, idb: silent })
      await vi.advanceTimersByTimeAsync(14_000)
      expect(isHeld).toBe(true)
      await vi.advanceTimersByTimeAsync(2000)
      expect(await read).toBeNull()
      expect(isHeld).toBe(false)
    } finally {
      vi.useRealTimers()
    }
  })

  it('[WORK-12] [SEAL-3] where somebody holds it alone', async () => {
    const asked: unknown[] = []
    const locks = {
      request: (name: string, how: unknown, act: (lock: null) => unknown) => {
        asked.push([name, how])
        return act(null)
      },
    } as unknown as LockManager
    expect(await readStoredWeeks(identity, DAYS, { locks })).toBeNull()
    expect(asked).toEqual([['lolapp:lolapp-semaine-personnel_p1:present', { mode: 'shared', ifAvailable: true }]])
  })
})
