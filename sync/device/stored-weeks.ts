import { addDays } from '../../schemas/dates.ts'
import { entityOf, SYNCED, type SyncedResource } from '../../schemas/resources.ts'
import { LONG_DAYS } from '../../schemas/rules/long-stays.ts'
import { VERSIONS } from '../../schemas/versions.ts'
import { type Identity, localDatabaseName } from '../identity.ts'
import type { EarlyRows, Within } from '../replicate/early-rows.ts'
import { isReadable, type LocalDoc } from '../store/local-record.ts'
import { collectionOf } from '../store/local-schema.ts'
import { matcherOf, orderOf } from '../store/selector.ts'
import {
  openStored,
  rowsInRange,
  rowsOfKeys,
  type StoredRow,
  storedName,
  storedParts,
  storedValue,
} from '../store/stored-rows.ts'
import { KEYRING, presenceLock } from './presence.ts'

/** Where there are more, the local database answers: it reads page by page. */
const MOST = 3000

/**
 * Where more appointments and works stand in these days, only those of the account's own person are read with what they refer to, one request a record:
 * whoever sees a whole company waited half a second for the clients of all its people, and their agenda opens on themselves.
 */
const FEW = 200

/** An opening that is never answered (WebKit) must not keep the lock, for which a logout waits. */
const GIVES_UP_MS = 5000

/** The lists of which all entries are read. */
const LISTS: readonly unknown[] = ['NATURE_RDV', 'TYPE_INTERVENTION']

/** The collections of records, of which each version of the app has its own. */
const RECORDS = new Set(SYNCED.map(collectionOf))

interface Days {
  from: string
  to: string
}

interface Options {
  idb?: IDBFactory
  locks?: LockManager | undefined
}

interface Rows {
  byResource: ReadonlyMap<SyncedResource, readonly LocalDoc[]>
  /** IDPERSONNEL of the only person whose appointments and works these are; null: everybody's. */
  only: string | null
}

/**
 * WORK-12: appointments and works of some days, with what an agenda shows of them, read from IndexedDB itself: an agenda is drawn before RxDB, Dexie and the
 * other collections are loaded and open. Null where the local database must answer: it is not there, is being sealed, removed or migrated, or has packs to
 * unseal.
 * @param days both included
 */
export async function readStoredWeeks(
  identity: Identity,
  days: Days,
  options: Options = {},
): Promise<EarlyRows | null> {
  const { locks = globalThis.navigator?.locks } = options
  const person = identity.account.replace(/^personnel:/, '')
  const late = () => new Promise<null>((resolve) => setTimeout(resolve, GIVES_UP_MS, null))
  const read = () => Promise.race([rowsOf(localDatabaseName(identity), { ...days, person }, options), late()])
  try {
    const rows = locks
      ? // A lock that is held alone belongs to who seals or removes it.
        await locks.request(presenceLock(localDatabaseName(identity)), { mode: 'shared', ifAvailable: true }, (lock) =>
          lock === null ? null : read(),
        )
      : await read()
    return rows && earlyRowsOf(rows, days)
  } catch {
    return null
  }
}

/** What is read of an agenda's weeks. */
const READ = ['rdv', 'intervention', 'personnel', 'reference', 'projet', 'client', 'adresse'] as const
type Read = (typeof READ)[number]

async function rowsOf(
  name: string,
  days: Days & { person: string },
  { idb = indexedDB }: Options,
): Promise<Rows | null> {
  const storeOf = (resource: Read): string =>
    storedName({ database: name, version: VERSIONS.current, collection: collectionOf(resource) })
  // All at once: while the screens' code is being run, each step that waits for the one before costs the time of what runs between.
  const opening = READ.map(async (resource) => [resource, await openStored(storeOf(resource), idb)] as const)
  const [account, parts, opened] = await Promise.all([
    storedValue(KEYRING, { store: 'accounts', key: name }, idb),
    storedParts(name, idb),
    Promise.all(opening),
  ])
  try {
    const { stage = 'here', packs = [] } = (account ?? {}) as { stage?: string; packs?: unknown[] }
    const isOlder = parts.some(({ collection, version }) => RECORDS.has(collection) && version !== VERSIONS.current)
    if (stage !== 'here' || packs.length > 0 || isOlder || opened.some(([, db]) => db === null)) return null
    return await rowsIn(Object.fromEntries(opened) as Record<Read, IDBDatabase>, days)
  } finally {
    for (const [, db] of opened) db?.close()
  }
}

async function rowsIn(dbs: Record<Read, IDBDatabase>, { from, to, person }: Days & { person: string }) {
  const range = (resource: Read, index: readonly string[], least: string, greatest: string) =>
    rowsInRange(dbs[resource], {
      index: `[${[...index, entityOf(resource).key].join('+')}]`,
      range: IDBKeyRange.bound([least], [greatest, []]),
      most: MOST,
    })
  const stays = async (resource: 'rdv' | 'intervention'): Promise<StoredRow[] | null> => {
    const [began, long] = await Promise.all([
      range(resource, ['RDV_DEBUT'], `${addDays(from, -LONG_DAYS)} 00:00`, `${to} 23:59`),
      range(resource, ['CLE_LONG'], `${from} 00:00`, '9999'),
    ])
    const key = entityOf(resource).key
    return began && long && [...new Map([...began, ...long].map((row) => [row[key], row])).values()]
  }
  const [allRdvs, allInterventions, personnels, ...lists] = await Promise.all([
    stays('rdv'),
    stays('intervention'),
    rowsInRange(dbs.personnel, { index: null, range: null, most: MOST }),
    ...LISTS.map((list) => range('reference', ['LISTE'], String(list), String(list))),
  ])
  if (!allRdvs || !allInterventions || !personnels || lists.includes(null)) return null
  const isMany = allRdvs.length + allInterventions.length > FEW
  const rdvs = isMany ? allRdvs.filter((row) => isOf(person, row.IDPERSONNELS)) : allRdvs
  const interventions = isMany
    ? allInterventions.filter((row) => isOf(person, row.IDINTERVENTION_PLANNING))
    : allInterventions
  const projets = await rowsOfKeys(dbs.projet, idsIn([...rdvs, ...interventions], 'IDPROJET'))
  const clients = await rowsOfKeys(dbs.client, idsIn(projets, 'IDCLIENT'))
  const places = [...idsIn(rdvs, 'IDADRESSE'), ...idsIn(projets, 'ADRESSE_CHANTIER'), ...idsIn(clients, 'IDADRESSE')]
  const read: Record<Read, readonly StoredRow[]> = {
    rdv: rdvs,
    intervention: interventions,
    personnel: personnels,
    reference: (lists as StoredRow[][]).flat(),
    projet: projets,
    client: clients,
    adresse: await rowsOfKeys(dbs.adresse, [...new Set(places)]),
  }
  const byResource = new Map<SyncedResource, LocalDoc[]>()
  // A damaged row is left out here; the local database asks the server for it again.
  for (const resource of READ)
    byResource.set(resource, read[resource].filter((row) => isReadable(resource, row)) as LocalDoc[])
  return { byResource, only: isMany ? person : null }
}

/** @param people of an appointment their ids, of works their slots; a damaged row may have neither, and is left out later */
const isOf = (person: string, people: unknown): boolean =>
  Array.isArray(people) &&
  people.some((one: unknown) => one === person || (one as { IDPERSONNEL?: unknown } | null)?.IDPERSONNEL === person)

const idsIn = (rows: readonly StoredRow[], field: string): string[] => [
  ...new Set(
    rows.flatMap((row) => (typeof row[field] === 'string' && row[field] !== '' ? [row[field] as string] : [])),
  ),
]

function earlyRowsOf({ byResource, only }: Rows, covers: Days): EarlyRows {
  const byId = new Map(
    [...byResource].map(([of, all]) => [of, new Map(all.map((row) => [String(row[entityOf(of).key]), row]))] as const),
  )
  /** @param isSorted without an order RxDB takes that of the index which it reads */
  const isWhole = (
    resource: SyncedResource,
    {
      selector,
      isSorted,
      within,
    }: { selector: Record<string, unknown>; isSorted: boolean; within: Within | undefined },
  ): boolean => {
    if (resource === 'personnel') return true
    if (resource === 'reference') return LISTS.includes(selector.LISTE)
    const isStay = resource === 'rdv' || resource === 'intervention'
    if (!isStay || !isSorted || within === undefined || within.from < covers.from || within.to > covers.to) return false
    return only === null || within.people.every((person) => person === only)
  }
  return {
    find: (resource, { selector = {}, sort = [], limit }, within) => {
      if (!isWhole(resource, { selector, isSorted: sort.length > 0, within })) return undefined
      const matches = matcherOf(selector)
      if (matches === null) return undefined
      const order = orderOf(sort as Record<string, 'asc' | 'desc'>[], entityOf(resource).key)
      return byResource.get(resource)?.filter(matches).sort(order).slice(0, limit)
    },
    record: (resource, id) => byId.get(resource)?.get(id),
  }
}
