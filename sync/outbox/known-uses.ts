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
 * MERGE-4, MERGE-7: what this device knows of a record and of those that use it, for the body of its deletion. Records that an own deletion hides
 * are left out: if the server still has one, somebody's work that this device does not know has kept it.
 */
export async function knownUses(
  db: LocalDatabase,
  { resource, id, version }: Target & { version: number },
): Promise<Found> {
  // Done entries too: the local record may be older than their acknowledgement.
  const own = idsOf(await readStored(db.outbox, { selector: { resource, recordId: id } }))
  // The deletion of an appointment is a soft delete: records that use it stay.
  if (resource === 'rdv') return { uses: { known: { rdv: { [id]: version } }, mine: own }, after: [] }
  const open = await openEntries(db)
  const found = await usersOf(db, usesOf(resource), id)
  // The deletion of a project also deletes the reports of its appointments.
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

/** Files of the record that the server does not have yet: no `fichier` record names them. */
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
