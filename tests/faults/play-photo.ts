import type { FileQueue } from './realm-code.ts'
import type { Effect, Row } from './server.ts'
import type { StepOf } from './steps.ts'
import type { Seat, World } from './world.ts'

/** Pictures in the runs: they count in the pill as entries do (FILE-9). Lines and phones that fail over files have runs of their own (files.test.ts). */

/** Takes a picture for some project. */
export async function playPhoto(world: World, seat: Seat, { pick }: StepOf<'photo'>): Promise<void> {
  const { tab, phone } = seat
  if (!tab) return
  const ids = await tab.device.ids('projet')
  const projet = ids[pick % Math.max(ids.length, 1)]
  if (projet === undefined) return
  const id = await tab.device.photo(projet, world.nextWord())
  seat.photos.set(id, projet)
  const { files } = await tab.device.queue()
  if (!files.some((one) => one.id === id))
    world.broken.push(`FILE-1: ${phone.label} said that it keeps the picture ${id}; its queue does not have it`)
}

type Refused = FileQueue['files'][number]

const OUT_OF_SIGHT = ['PARENT_MISSING', 'NOT_FOUND', 'UNAUTHORIZED', 'NO_ROLE']

/** Its author reads why a picture was refused, and gives it up: the history must have taken its project away from them. */
export async function dropPhoto(world: World, seat: Seat, { id, code }: Refused): Promise<void> {
  const projet = seat.photos.get(id) ?? ''
  const row = (await world.company.rows('projet')).find((one) => one.id === projet)
  const isGone = row === undefined || row.deleted
  const hasChanged = (world.rights.get(seat.person)?.length ?? 0) > 1 || world.moved.has(projet)
  const what = `${code} × picture of projet`
  if (OUT_OF_SIGHT.includes(String(code)) && (isGone || hasChanged))
    world.counters.refusal(`${what}: its project left their sight`)
  else world.broken.push(`REFUSED: ${seat.phone.label}: nothing in this run allows ${what}/${projet}`)
  seat.photos.delete(id)
  await seat.tab?.device.dropPhoto(id)
}

/** FILE-5: every picture that a phone kept is on the server. */
export function checkPhotos(world: World, rows: ReadonlyMap<string, Row[]>): void {
  const there = new Set((rows.get('fichier') ?? []).map(({ id }) => id))
  for (const { phone, photos } of world.seats)
    for (const [id, projet] of photos)
      if (!there.has(id)) world.broken.push(`FILE-5: ${phone.label}: the picture ${id} of projet/${projet} is nowhere`)
}

/** What pictures did: no mutation carries them, and yet whoever deletes the project may not have seen them. */
export const photoEffects = (world: Pick<World, 'seats'>): Effect[] =>
  world.seats.flatMap(({ photos, identity: { account } }) =>
    [...photos.keys()].map((id) => ({ account, id, seq: 0, resource: 'fichier', record: id, version: 1 })),
  )
