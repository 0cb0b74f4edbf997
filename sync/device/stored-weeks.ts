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
  type StoredRow,
  storedName,
  storedParts,
  storedRange,
  storedRowsOf,
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
const GIVES_UP_MS = 15_000

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
  const late = () => new Promise<null>((resolve) => setTimeout(resolve, GIVES_UP_MS, null))
  const read = () => Promise.race([rowsOf(identity, days, options), late()])
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

async function rowsOf(identity: Identity, { from, to }: Days, { idb = indexedDB }: Options): Promise<Rows | null> {
  const name = localDatabaseName(identity)
  const [account, parts] = await Promise.all([
    storedValue(KEYRING, { store: 'accounts', key: name }, idb),
    storedParts(name, idb),
  ])
  const { stage = 'here', packs = [] } = (account ?? {}) as { stage?: string; packs?: unknown[] }
  const isOlder = parts.some(({ collection, version }) => RECORDS.has(collection) && version !== VERSIONS.current)
  if (stage !== 'here' || packs.length > 0 || isOlder) return null

  const stored = (resource: SyncedResource): string =>
    storedName({ database: name, version: VERSIONS.current, collection: collectionOf(resource) })
  const range = (resource: SyncedResource, index: readonly string[], least: string, greatest: string) =>
    storedRange(
      stored(resource),
      {
        index: `[${[...index, entityOf(resource).key].join('+')}]`,
        range: IDBKeyRange.bound([least], [greatest, []]),
        most: MOST,
      },
      idb,
    )
  const stays = async (resource: 'rdv' | 'intervention'): Promise<StoredRow[] | null> => {
    const [began, long] = await Promise.all([
      range(resource, ['RDV_DEBUT'], `${addDays(from, -LONG_DAYS)} 00:00`, `${to} 23:59`),
      range(resource, ['CLE_LONG'], `${from} 00:00`, '9999'),
    ])
    const key = entityOf(resource).key
    return began && long && [...new Map([...began, ...long].map((row) => [row[key], row])).values()]
  }
  const [allRdvs, allWorks, personnels, ...lists] = await Promise.all([
    stays('rdv'),
    stays('intervention'),
    storedRange(stored('personnel'), { index: null, range: null, most: MOST }, idb),
    ...LISTS.map((list) => range('reference', ['LISTE'], String(list), String(list))),
  ])
  const person = identity.account.replace(/^personnel:/, '')
  const only = (allRdvs?.length ?? 0) + (allWorks?.length ?? 0) > FEW ? person : null
  const rdvs = ofPerson(only, allRdvs, 'IDPERSONNELS')
  const interventions = ofPerson(only, allWorks, 'IDINTERVENTION_PLANNING')
  const byId = (resource: SyncedResource, rows: readonly StoredRow[] | null, field: string) =>
    rows && storedRowsOf(stored(resource), idsIn(rows, field), idb)
  const all = rdvs && interventions && [...rdvs, ...interventions]
  // An order of works may have been cancelled.
  const [projets, devis] = await Promise.all([byId('projet', all, 'IDPROJET'), byId('devis', interventions, 'IDDEVIS')])
  const clients = await byId('client', projets, 'IDCLIENT')
  const places = all &&
    projets &&
    clients && [...idsIn(rdvs, 'IDADRESSE'), ...idsIn(projets, 'ADRESSE_CHANTIER'), ...idsIn(clients, 'IDADRESSE')]
  const adresses = places && (await storedRowsOf(stored('adresse'), [...new Set(places)], idb))
  const references = lists.includes(null) ? null : (lists as StoredRow[][]).flat()
  const read = {
    rdv: rdvs,
    intervention: interventions,
    personnel: personnels,
    reference: references,
    projet: projets,
    devis,
    client: clients,
    adresse: adresses,
  }
  const byResource = new Map<SyncedResource, LocalDoc[]>()
  for (const [resource, found] of Object.entries(read) as [SyncedResource, StoredRow[] | null][]) {
    if (found === null) return null
    // A damaged row is left out here; the local database asks the server for it again.
    byResource.set(resource, found.filter((row) => isReadable(resource, row)) as LocalDoc[])
  }
  return { byResource, only }
}

/**
 * The rows of this person; all of them for null.
 * @param field of an appointment the ids of its people, of works their slots; a damaged row may have neither, and is left out later
 */
function ofPerson(person: string | null, rows: StoredRow[] | null, field: string): StoredRow[] | null {
  if (person === null || rows === null) return rows
  const isOf = (one: unknown): boolean =>
    one === person || (one as { IDPERSONNEL?: unknown } | null)?.IDPERSONNEL === person
  return rows.filter(({ [field]: people }) => Array.isArray(people) && people.some(isOf))
}

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
