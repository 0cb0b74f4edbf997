import { addDays } from '../../schemas/dates.ts'
import { debrief, openProject, quote, report, visit, works } from './acts.ts'
import { daysAgo, ordered, quoted, someMotive, visited } from './episodes.ts'
import type { Scene } from './scene.ts'
import { after, book } from './world.ts'

/** A possible course of events with a customer. */
export type Story = (scene: Scene) => void

export const toAssign: Story = (scene) => {
  scene.client.IDPERSONNEL = null
  openProject(scene, daysAgo(scene, 1, 9), { IDRESPONSABLEPROJET: null })
}

export const toContact: Story = (scene) => {
  openProject(scene, daysAgo(scene, 1, 21))
}

/** The appointment was cancelled, and can be restored; until then the customer is to be called again. */
export const visitCancelled: Story = (scene) => {
  const { world, sales } = scene
  const project = openProject(scene, daysAgo(scene, 1, 21))
  const slot = book(world, { people: [sales], minutes: 90, between: [1, 10] })
  visit(scene, project, slot, { nature: 'Com', people: [sales], values: { SUPPRIME: 1 } })
}

export const toFollowUp: Story = (scene) => {
  const RELANCE_INTERMEDIAIRE = addDays(scene.world.today, scene.world.random.int(-20, 25))
  openProject(scene, daysAgo(scene, 25, 70), { RELANCE_INTERMEDIAIRE })
}

export const visitPlanned: Story = (scene) => {
  const { world, sales } = scene
  const project = openProject(scene, daysAgo(scene, 1, 14))
  const slot = book(world, { people: [sales], minutes: world.random.pick([90, 120]), between: [0, 13] })
  visit(scene, project, slot, { nature: 'Com', people: [sales] })
}

/** « Reste à faire »: nobody said how the visit went. */
export const notDebriefed: Story = (scene) => {
  visited(scene, 1, 9)
}

/** Nobody at home, or the project could not be shown; sometimes to be called again. */
export const notPresented: Story = (scene) => {
  const { world } = scene
  const relance = world.random.chance(0.4) ? addDays(world.today, world.random.int(-5, 20)) : null
  const { rdv } = visited(scene, 2, 45, { RELANCE_INTERMEDIAIRE: relance })
  debrief(world, rdv, world.random.pick([1, 2]))
}

export const quoteDraft: Story = (scene) => {
  quoted(scene, 1, 8, 'brouillon')
}
export const quoteSent: Story = (scene) => {
  quoted(scene, 3, 25, 'transmis')
}

/** The quote was read; a second appointment is planned. */
export const quoteSeen: Story = (scene) => {
  const { world, sales } = scene
  const { project } = quoted(scene, 5, 40, 'consulte')
  if (world.random.chance(0.5)) return
  const slot = book(world, { people: [sales], minutes: 60, between: [0, 12] })
  visit(scene, project, slot, { nature: 'R2', people: [sales] })
}

/** Refused once, made anew. */
export const quoteReopened: Story = (scene) => {
  const { world } = scene
  const { project, order } = quoted(scene, 15, 50, 'refuse')
  const refusedOn = `${(order.DATE_REFUSE ?? '').slice(0, 10)} 19:30`
  quote(scene, project, after(world, refusedOn, 1, 4), 'transmis')
}

export const quoteRefused: Story = (scene) => {
  quoted(scene, 10, 60, 'refuse')
}

/** Signed; the measurer goes there soon. */
export const signed: Story = (scene) => {
  const { world, measurer, sales } = scene
  const { project } = quoted(scene, 1, 25, 'signe')
  const people = [measurer ?? sales]
  const slot = book(world, { people, minutes: world.random.pick([60, 90]), between: [0, 12] })
  visit(scene, project, slot, { nature: 'Metre', people })
}

/** The measurer was there and has not entered the measures. */
export const measureNotReported: Story = (scene) => {
  const { world, measurer, sales } = scene
  const { project } = quoted(scene, 12, 40, 'signe')
  const people = [measurer ?? sales]
  const slot = book(world, { people, minutes: 60, between: [-6, -1] })
  visit(scene, project, slot, { nature: 'Metre', people })
}

export const worksPlanned: Story = (scene) => {
  ordered(scene, [22, 70], [0, 14])
}
/** The works are over and nobody said how they went. */
export const worksWithoutFeedback: Story = (scene) => {
  ordered(scene, [30, 80], [-9, -1])
}
export const worksDone: Story = (scene) => {
  ordered(scene, [90, 600], [-80, -10], 'bon')
}
export const worksBad: Story = (scene) => {
  ordered(scene, [60, 200], [-50, -5], 'mauvais')
}

/** A running order that ends (« annule »). */
export const orderCancelled: Story = (scene) => {
  const { world } = scene
  const { project } = quoted(scene, 30, 200, 'signe')
  project.DATE_SANS_SUITE = addDays(world.today, -world.random.int(1, 20))
  project.ID_MOTIF_SANS_SUITE = someMotive(scene)
}

/** Signed, then withdrawn from in the days that the law gives: it lowers the ranking. */
export const withdrawn: Story = (scene) => {
  const { project } = quoted(scene, 3, 40, 'retracte')
  Object.assign(project, { REFUSE: 1, ID_MOTIF_SANS_SUITE: someMotive(scene) })
}

export const abandoned: Story = (scene) => {
  const { world } = scene
  const days = world.random.int(1, 300)
  openProject(scene, daysAgo(scene, days + 5, days + 90), {
    DATE_SANS_SUITE: addDays(world.today, -days),
    ID_MOTIF_SANS_SUITE: someMotive(scene),
  })
}

export const abandonedWithQuote: Story = (scene) => {
  const { world } = scene
  const { project } = quoted(scene, 40, 400, world.random.pick(['refuse', 'consulte']))
  project.DATE_SANS_SUITE = addDays(world.today, -world.random.int(1, 30))
  project.ID_MOTIF_SANS_SUITE = someMotive(scene)
}

export const refusedAtOnce: Story = (scene) => {
  const { rdv } = visited(scene, 5, 200, { REFUSE: 1, ID_MOTIF_SANS_SUITE: someMotive(scene) })
  debrief(scene.world, rdv, 3)
}

/** A finished job to which the installer must come back. */
export const afterSales: Story = (scene) => {
  const { world, sales, installers } = scene
  ordered(scene, [120, 500], [-100, -40], 'bon')
  const project = openProject(scene, daysAgo(scene, 3, 20), {
    TYPE_PROJET: 1,
    DESCRIPTION: `SAV ${scene.work.name.toLowerCase()} : réglage à reprendre`,
  })
  const slot = book(world, { people: installers, minutes: 120, between: [1, 12] })
  works(scene, project, { type: 'SAV', order: null, slots: [slot], people: installers })
  const call = book(world, { people: [sales], minutes: 60, between: [-2, -1] })
  report(world, visit(scene, project, call, { nature: 'Autre', people: [sales] }))
}

/** What the customers known by their phone can see in their space: quotes in each state, an order, appointments. */
export const wholeLife: Story = (scene) => {
  ordered(scene, [22, 70], [1, 14])
  quoteReopened(scene)
  quoteSeen(scene)
  visitPlanned(scene)
}

/** Each story with how often it comes, in thousandths, in a company of some age. */
export const STORIES: readonly (readonly [story: Story, weight: number])[] = [
  [toAssign, 40],
  [toContact, 45],
  [visitCancelled, 15],
  [toFollowUp, 50],
  [visitPlanned, 50],
  [notDebriefed, 25],
  [notPresented, 75],
  [quoteDraft, 25],
  [quoteSent, 55],
  [quoteSeen, 60],
  [quoteReopened, 20],
  [quoteRefused, 45],
  [signed, 50],
  [measureNotReported, 10],
  [worksPlanned, 50],
  [worksWithoutFeedback, 15],
  [worksDone, 140],
  [worksBad, 15],
  [orderCancelled, 25],
  [withdrawn, 15],
  [abandoned, 60],
  [abandonedWithQuote, 70],
  [refusedAtOnce, 40],
  [afterSales, 15],
]

const TOTAL = STORIES.reduce((sum, [, weight]) => sum + weight, 0)

/** A story, each as likely as its weight; `at` is uniform in [0, 1). */
export function drawStory(at: number): Story {
  let left = at * TOTAL
  for (const [story, weight] of STORIES) {
    left -= weight
    if (left < 0) return story
  }
  return worksDone
}
