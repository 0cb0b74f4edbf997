import {
  fillWithDefaultSettings,
  getQueryMatcher,
  getSortComparator,
  type MangoQuery,
  normalizeMangoQuery,
  type RxJsonSchema,
} from 'rxdb/plugins/core'
import { entityOf, type SyncedResource } from '../../schemas/resources.ts'
import { MOST_FIRST_ROWS } from '../../schemas/rules/first-screen.ts'
import { VERSIONS } from '../../schemas/versions.ts'
import type { ServerState } from '../apply/apply.ts'
import type { Reply } from '../net/transport.ts'
import { entityValues, isReadable, type LocalDoc } from '../store/local-record.ts'
import { collectionOf, entityCollections } from '../store/local-schema.ts'
import { firstStates } from './bootstrap.ts'

/** Whose appointments, of which days, both included. */
export interface Within {
  people: readonly string[]
  from: string
  to: string
}

/** The first screen's records in memory (PULL-8), until the local database has them. */
export interface EarlyRows {
  /**
   * Those that a query finds, in the order of the local database; undefined where the answer may not hold all of them.
   * @param within of appointments, what the screen shows: without it their list is not known
   */
  find: (resource: SyncedResource, query: MangoQuery<LocalDoc>, within?: Within) => LocalDoc[] | undefined
  record: (resource: SyncedResource, id: string) => LocalDoc | undefined
}

/** Of which the answer holds all that its person may see. */
const WHOLE: readonly SyncedResource[] = ['reference', 'personnel']

/** As `apply` writes it where this device has no entry for it. */
function localDoc(resource: SyncedResource, { seq, epoch, record }: ServerState): LocalDoc[] {
  if (record === null) return []
  const entity = entityOf(resource)
  const doc: LocalDoc = {
    ...entityValues(entity, record),
    ...entity.local?.derived?.of(record as never),
    VERSION: Number(record.VERSION ?? 0),
    sync: { seq, epoch, gen: 0, state: 'synced', hidden: 0, master: null },
    _deleted: false,
  }
  return isReadable(resource, doc) ? [doc] : []
}

/** Rows of one collection that match, found and put in order by the functions with which RxDB does it. */
function matching(
  docs: readonly LocalDoc[],
  { query, ...of }: { query: MangoQuery<LocalDoc>; schema: RxJsonSchema<LocalDoc> },
): LocalDoc[] {
  const schema = fillWithDefaultSettings(of.schema)
  const normal = normalizeMangoQuery(schema, query)
  const matches = getQueryMatcher(schema, normal)
  const found = docs.filter((doc) => matches(doc as never)).sort(getSortComparator(schema, normal))
  return query.limit === undefined ? found : found.slice(0, query.limit)
}

/**
 * The records of an answer of our server; null where it is none, or is damaged.
 * @param covers whose appointments it holds, and of which days
 */
export function earlyRows(reply: Reply, covers: { person: string; from: string; to: string }): EarlyRows | null {
  const states = statesIn(reply)
  if (states === null) return null
  const schemas = entityCollections()
  const docs = new Map([...states].map(([of, all]) => [of, all.flatMap((state) => localDoc(of, state))] as const))
  const byId = new Map<SyncedResource, Map<string, LocalDoc>>()
  for (const [of, all] of docs) byId.set(of, new Map(all.map((doc) => [String(doc[entityOf(of).key]), doc])))

  /** That a week is empty is said by the local database alone: this device's clock may be wrong about which weeks were asked for. */
  const hasDays = (rdvs: readonly LocalDoc[], { people, from, to }: Within): boolean =>
    people.every((id) => id === covers.person) &&
    from >= covers.from &&
    to <= covers.to &&
    rdvs.some((rdv) => String(rdv.RDV_FIN) >= from && String(rdv.RDV_DEBUT) <= `${to} 23:59`)

  return {
    find: (resource, query, within) => {
      const all = docs.get(resource)
      if (all === undefined || (states.get(resource)?.length ?? 0) >= MOST_FIRST_ROWS) return undefined
      const known = WHOLE.includes(resource) || (resource === 'rdv' && within !== undefined && hasDays(all, within))
      const schema = schemas[collectionOf(resource)] as RxJsonSchema<LocalDoc>
      return known ? matching(all, { query, schema }) : undefined
    },
    record: (resource, id) => byId.get(resource)?.get(id),
  }
}

/** One row that is none spoils the answer, as it does for what is stored of it. */
function statesIn(reply: Reply): ReturnType<typeof firstStates> {
  try {
    return firstStates({ versions: VERSIONS }, reply)
  } catch {
    return null
  }
}
