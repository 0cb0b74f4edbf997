import type { SyncedResource } from '../../schemas/resources.ts'
import type { ActContext, Written } from './act-types.ts'
import type { TabDevice } from './tab-device.ts'

export const REMOVALS = ['drop-project', 'drop-quote', 'drop-works', 'drop-report', 'drop-street'] as const
type Removal = (typeof REMOVALS)[number] | 'drop-rdv' | 'drop-client'

export const isRemoval = (kind: string): kind is (typeof REMOVALS)[number] =>
  (REMOVALS as readonly string[]).includes(kind)

const RESOURCES: Record<Removal, SyncedResource> = {
  'drop-rdv': 'rdv',
  'drop-client': 'client',
  'drop-project': 'projet',
  'drop-quote': 'devis',
  'drop-works': 'intervention',
  'drop-report': 'soumission',
  'drop-street': 'adresse',
}

/** Resources whose records are deleted with their project. */
const CONTENTS = ['rdv', 'devis', 'intervention', 'soumission'] as const satisfies SyncedResource[]

/** The record and the dependents that the deleter's phone shows. Any other record that is gone afterwards was deleted unseen (MERGE-4). */
async function seenOf(device: TabDevice, resource: SyncedResource, id: string): Promise<unknown[]> {
  const seen: unknown[] = [await device.shown(resource, id)]
  if (resource !== 'projet') return seen
  for (const kind of CONTENTS) {
    for (const one of await device.ids(kind)) {
      const shown = await device.shown(kind, one)
      if (shown?.IDPROJET === id) seen.push(shown)
    }
  }
  return seen
}

/** An address that no client and no project has on the deleter's phone: the screen refuses the others. */
async function freeStreet({ device, among }: ActContext): Promise<string | undefined> {
  const homes = new Set<unknown>()
  for (const client of await device.ids('client')) homes.add((await device.shown('client', client))?.IDADRESSE)
  for (const one of await device.ids('projet')) homes.add((await device.shown('projet', one))?.ADRESSE_CHANTIER)
  return (await among('adresse', ({ IDADRESSE }) => !homes.has(IDADRESSE)))?.id
}

export async function doRemoval(context: ActContext, kind: Removal): Promise<Written | null> {
  const { device, some } = context
  const resource = RESOURCES[kind]
  const id = await (kind === 'drop-street' ? freeStreet(context) : some(resource))
  if (id === undefined) return null
  const over = await seenOf(device, resource, id)
  const projet = (over[0] as { IDPROJET?: unknown } | null)?.IDPROJET
  const known = await device.knowledge()
  await device.commands.remove(resource, id)
  // A person who saw the project only through this record no longer sees it.
  const hasPeople = resource === 'rdv' || resource === 'intervention'
  const moved = hasPeople ? [id, ...(typeof projet === 'string' ? [projet] : [])] : []
  return { resource, id, word: null, over, moved, known }
}
