import type { StepOf } from './steps.ts'
import { wordsIn } from './words.ts'
import type { World } from './world.ts'

/**
 * The clerk makes one of two records of a client (MERGE-9), while people edit both on their phones. No phone does it: the two are chosen and shown side by
 * side with what hangs on each, which one device does not have.
 */
export async function playMerge(world: World, { pick }: StepOf<'merge'>): Promise<void> {
  const alive = (await world.company.rows('client'))
    .filter(({ deleted }) => !deleted)
    .sort((a, b) => (a.id < b.id ? -1 : 1))
  const [gone, kept] = [alive[pick % alive.length], alive[(pick + 1) % alive.length]]
  if (!gone || !kept || gone === kept) return
  const preview = await world.company.ask(`/clients/${kept.id}/fusions/apercu`, { IDCLIENT: gone.id })
  const EMPREINTE = preview.data.EMPREINTE
  const order = { IDCLIENT: gone.id, CHOIX: {}, EMPREINTE }
  const { status } = await world.company.ask(`/clients/${kept.id}/fusions`, order)
  // A request that arrived late on a bad line has changed one of them since the preview.
  if (status === 409) return
  if (status !== 201) {
    world.broken.push(`The clerk could not merge ${gone.id} into ${kept.id}: ${status}`)
    return
  }
  world.counters.hit('merged')
  world.merged.set(gone.id, kept.id)
  const after = (await world.company.rows('client')).find(({ id }) => id === kept.id)
  world.merges.push({
    account: 'clerk',
    id: `merge of ${gone.id}`,
    seq: 0,
    resource: 'client',
    record: kept.id,
    version: Number(after?.values.VERSION),
  })
  const stays = new Set(wordsIn(after?.values))
  // The clerk saw both, and left out what is not in the kept one.
  for (const word of wordsIn([gone.values, kept.values])) if (!stays.has(word)) world.replaced.add(word)
  // Requests of the one that went are seen by those of the kept one (SERVER-4).
  for (const { id, values } of await world.company.rows('demande')) if (values.IDCLIENT === kept.id) world.moved.add(id)
}

/** The record that stands for a client today. */
export function keptOf({ merged }: Pick<World, 'merged'>, id: string): string {
  const next = merged.get(id)
  return next === undefined ? id : keptOf({ merged }, next)
}
