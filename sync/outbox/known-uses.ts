import { entityOf, type SyncedResource } from '../../schemas/resources.ts'
import { type KnownUses, type Use, usesOf } from '../../schemas/uses.ts'
import { unsentFiles } from '../store/file-store.ts'
import type { LocalDatabase } from '../store/local-database.ts'
import type { LocalDoc } from '../store/local-record.ts'
import { openEntries, readStored } from '../store/read.ts'

interface Found {
  uses: KnownUses
  /** Open entries and files of these records: the deletion comes after them (PUSH-1, FILE-6). */
  after: string[]
}

interface Target {
  resource: SyncedResource
  id: string
}

/**
 * MERGE-4, MERGE-7: what this device knows of a record and of those that use it, for its deletion to say. What an own deletion hides already is left
 * out: if it stands on the server all the same, somebody's unseen work has kept it.
 */
export async function knownUses(
  db: LocalDatabase,
  { resource, id, version }: Target & { version: number },
): Promise<Found> {
  // Those that are done too: the record as it is shown here may be older than their acknowledgement.
  const own = idsOf(await readStored(db.outbox, { selector: { resource, recordId: id } }))
  // An appointment is set aside: what uses it stays.
  if (resource === 'rdv') return { uses: { known: { rdv: { [id]: version } }, mine: own }, after: [] }
  const open = await openEntries(db)
  const found = await usersOf(db, usesOf(resource), id)
  // A report of an appointment goes with the appointment's project.
  const appointments = resource === 'projet' ? [...(found.get('rdv')?.keys() ?? [])] : []
  for (const rdv of appointments) {
    const reports = usesOf('rdv').filter((use) => use.resource === 'soumission')
    for (const [user, docs] of await usersOf(db, reports, rdv)) {
      found.set(user, new Map([...(found.get(user) ?? []), ...docs]))
    }
  }
  const known: KnownUses['known'] = {}
  for (const [user, docs] of found) known[user] = Object.fromEntries(docs)
  known[resource] = { ...known[resource], [id]: version }
  const mine = idsOf(open.filter((entry) => found.get(entry.resource)?.has(entry.recordId)))
  const files = await ownFiles(db, { resource, id })
  if (files.length > 0) known.fichier = { ...known.fichier, ...Object.fromEntries(files.map((file) => [file, 0])) }
  return { uses: { known, mine: [...own, ...mine] }, after: [...mine, ...files] }
}

const idsOf = (entries: readonly { id: string }[]): string[] => entries.map((entry) => entry.id)

/** Files of the record that the server does not have yet: no record tells of them. */
async function ownFiles(db: LocalDatabase, { resource, id }: Target): Promise<string[]> {
  const waiting = await unsentFiles(db.files)
  return waiting
    .filter((file) =>
      resource === 'projet' ? file.projectId === id : file.resource === resource && file.recordId === id,
    )
    .map((file) => file.id)
}

/** VERSIONs of the records that use one, by resource and id. */
async function usersOf(
  db: LocalDatabase,
  wanted: readonly Use[],
  id: string,
): Promise<Map<SyncedResource, Map<string, number>>> {
  const found = new Map<SyncedResource, Map<string, number>>()
  for (const { resource, field, kind } of wanted) {
    const selector = { [field]: id, ...(kind ? { [kind.field]: kind.value } : {}) }
    const docs = (await readStored(db.of(resource) as never, { selector } as never)) as LocalDoc[]
    const shown = docs.filter((doc) => doc.sync.hidden !== 1)
    if (shown.length === 0) continue
    const known = found.get(resource) ?? new Map<string, number>()
    for (const doc of shown) known.set(String(doc[entityOf(resource).key]), doc.VERSION)
    found.set(resource, known)
  }
  return found
}
