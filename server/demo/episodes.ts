import { addDays } from '../../schemas/dates.ts'
import { debrief, openProject, type QuoteFate, quote, report, visit, works } from './acts.ts'
import type { Slot } from './agenda.ts'
import type { Devis, Projet, Rdv } from './record.ts'
import type { Scene } from './scene.ts'
import { after, before, book, officeHour, soon } from './world.ts'

/** Parts that several stories share. Days are counted from today; a finished visit is before today. */

export const daysAgo = ({ world }: Scene, min: number, max: number): string =>
  officeHour(world, addDays(world.today, -world.random.int(min, max)))

export const someMotive = ({ world }: Scene): string | null => {
  const list = world.cast.list('TYPE_ANNULATION')
  return list.length > 0 ? world.random.pick(list).id : null
}

/** The salesperson's first visit, some days ago, and its project, opened before. */
export function visited(
  scene: Scene,
  min: number,
  max: number,
  values: Partial<Projet> = {},
): { project: Projet; rdv: Rdv; slot: Slot } {
  const { world, sales } = scene
  const slot = book(world, { people: [sales], minutes: world.random.pick([90, 120]), between: [-max, -min] })
  const project = openProject(scene, before(world, slot.from, 3, 15), values)
  return { project, slot, rdv: visit(scene, project, slot, { nature: 'Com', people: [sales] }) }
}

/** A visit that ended without a sale and with a quote to be made from it. */
export function quoted(scene: Scene, min: number, max: number, fate: QuoteFate): { project: Projet; order: Devis } {
  const { world } = scene
  const { project, rdv, slot } = visited(scene, min, max)
  const sold = fate === 'signe' || fate === 'retracte'
  debrief(world, rdv, sold ? 4 : 3)
  if (world.random.chance(0.4)) report(world, rdv)
  return { project, order: quote(scene, project, after(world, soon(world, slot.to), 0, 2), fate) }
}

function measured(scene: Scene, project: Projet, min: number, max: number): void {
  const { world, measurer, sales } = scene
  const people = [measurer ?? sales]
  const slot = book(world, { people, minutes: 60, between: [-max, -min] })
  report(world, visit(scene, project, slot, { nature: 'Metre', people }))
}

/** Days on site of these works, each a whole day of one installer; without an installer nobody is planned. */
function onSite(scene: Scene, between: readonly [number, number]): [Slot, ...Slot[]] {
  const { world, installers, work } = scene
  const day = (window: readonly [number, number]): Slot =>
    book(world, { people: installers, minutes: 8 * 60, between: window, overLunch: true })
  const slots: [Slot, ...Slot[]] = [day(between)]
  // Past works of several days end in the past.
  for (let n = world.random.int(...work.days); n > 1; n--) slots.push(day(between))
  return slots.sort((a, b) => (a.from < b.from ? -1 : 1))
}

/** A signed order, measured, with its works. */
export function ordered(
  scene: Scene,
  ages: readonly [number, number],
  site: readonly [number, number],
  feedback?: 'bon' | 'mauvais',
): Projet {
  const { project, order } = quoted(scene, ...ages, 'signe')
  measured(scene, project, Math.max(1, ages[0] - 20), Math.max(2, ages[0] - 2))
  const slots = onSite(scene, site)
  works(scene, project, { type: 'POSE', order, slots, people: scene.installers, ...(feedback ? { feedback } : {}) })
  return project
}
