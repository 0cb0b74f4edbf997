import { addDays, mondayOf, weekday } from '../../schemas/dates.ts'
import { isClosed } from '../../schemas/rules/project-lists.ts'
import { computeProjectState } from '../../schemas/rules/project-state.ts'
import { debrief, type NatureCode, report, visit, works } from './acts.ts'
import type { Slot } from './agenda.ts'
import { groupBy } from './derived-fields.ts'
import type { Adresse, Client, Devis, Personnel, Projet, Rdv } from './record.ts'
import type { Scene } from './scene.ts'
import type { World } from './world.ts'

/** Appointments of a full day, from Monday to Saturday; the coming week is half booked already. */
const FULL = [4, 5, 4, 5, 4, 2]
const COMING = [3, 3, 2, 2, 2, 1]

/** The days of this week and the next, with the number of appointments wanted on each. */
function wanted(today: string): { day: string; count: number }[] {
  const monday = mondayOf(today)
  return [...FULL, ...COMING].map((count, i) => ({ day: addDays(monday, i < 6 ? i : i + 1), count }))
}

interface Files {
  clients: Map<string, Client>
  places: Map<string, Adresse>
  /** Signed quote by project. */
  orders: Map<string, Devis>
  state: (projet: Projet) => number
  /** Day from which an appointment makes sense: signature, else quote, else the project's opening. */
  since: (projet: Projet) => string
  /** Open projects with an appointment already, so that one more moves them to no other list. */
  open: readonly Projet[]
}

function filesOf({ batch, cast }: World): Files {
  const quotes = groupBy(batch.devis, ({ IDPROJET }) => IDPROJET)
  const sites = groupBy(batch.interventions, ({ IDPROJET }) => IDPROJET)
  const active = groupBy(batch.rdvs, ({ IDPROJET, SUPPRIME }) => (SUPPRIME === 1 ? null : IDPROJET))
  const orders = new Map(batch.devis.filter((d) => d.DEVIS_SIGNE === 1).map((d) => [d.IDPROJET, d]))
  return {
    orders,
    since: ({ IDPROJET, DATE_CREATION }) =>
      (orders.get(IDPROJET)?.DATE_SIGNATURE ?? quotes.get(IDPROJET)?.[0]?.DATE_CREATION ?? DATE_CREATION ?? '').slice(
        0,
        10,
      ),
    clients: new Map(batch.clients.map((client) => [client.IDCLIENT, client])),
    places: new Map(batch.adresses.map((place) => [place.IDADRESSE, place])),
    state: ({ IDPROJET }) => computeProjectState(quotes.get(IDPROJET) ?? [], sites.get(IDPROJET) ?? [], cast.zone),
    open: batch.projets.filter((p) => !isClosed(p) && p.TYPE_PROJET === 0 && active.has(p.IDPROJET)),
  }
}

/** The scene of a project that exists already. */
function sceneOf(world: World, files: Files, projet: Projet, person: Personnel): Scene | null {
  const client = files.clients.get(projet.IDCLIENT)
  const site = files.places.get(projet.ADRESSE_CHANTIER ?? '')
  const agence = world.cast.agences.find(({ id }) => id === projet.IDAGENCE)
  if (!client || !site || !agence) return null
  const name = projet.DESCRIPTION?.split(' : ')[0] ?? ''
  const work = { name, descriptions: [], products: [], days: [1, 1] as const }
  return { world, agence, client, site, work, sales: person.IDPERSONNEL, measurer: null, installers: [] }
}

/** Ends a filled appointment: debriefed, except some of the last two days, which wait for their debrief. */
function conclude(world: World, record: Rdv, nature: NatureCode): void {
  const { random, today } = world
  const day = record.RDV_DEBUT.slice(0, 10)
  if (day >= today || (day >= addDays(today, -2) && random.chance(0.35))) return
  if (nature === 'Metre' || nature === 'Autre') report(world, record)
  else debrief(world, record, random.pick([1, 2, 3, 3]))
}

interface Filling {
  person: Personnel
  files: Files
  projects: readonly Projet[]
  nature(projet: Projet): NatureCode
}

function fillDays(world: World, { person, files, projects, nature }: Filling): void {
  const { random, agenda } = world
  const me = person.IDPERSONNEL
  if (projects.length === 0) return
  for (const { day, count } of wanted(world.today)) {
    for (let tries = 0; agenda.count(me, day) < count && tries < 12; tries++) {
      const projet = random.pick(projects)
      const scene = files.since(projet) < day ? sceneOf(world, files, projet, person) : null
      if (!scene) continue
      const minutes = random.pick([60, 60, 90])
      const slot = agenda.book({ people: [me], firstDay: day, lastDay: day, minutes, random })
      if (!slot) break
      conclude(world, visit(scene, projet, slot, { nature: nature(projet), people: [me] }), nature(projet))
    }
  }
}

/** A day on site, as long as the agenda allows: the Monday meeting takes the first hour. */
function bookSite({ agenda, random }: World, people: readonly string[], day: string): Slot | null {
  for (const minutes of [8 * 60, 6 * 60, 3 * 60]) {
    const slot = agenda.book({ people, firstDay: day, lastDay: day, minutes, random, overLunch: true })
    if (slot) return slot
  }
  return null
}

/** One site a day from Monday to Friday, and today; some of the past ones wait for their feedback. */
function fillInstaller(world: World, person: Personnel, files: Files, orders: readonly Projet[]): void {
  const { agenda, random, today } = world
  const people = [person.IDPERSONNEL]
  for (const { day } of wanted(today)) {
    if (agenda.count(person.IDPERSONNEL, day) > 1 || (weekday(day) === 6 && day !== today)) continue
    const ready = orders.filter((projet) => files.since(projet) < day)
    const projet = ready.length > 0 ? random.pick(ready) : null
    const scene = projet && sceneOf(world, files, projet, person)
    if (!projet || !scene) continue
    const slot = bookSite(world, people, day)
    if (!slot) continue
    const told = day < today && random.chance(0.7)
    const order = files.orders.get(projet.IDPROJET) ?? null
    works(scene, projet, { type: 'POSE', order, slots: [slot], people, ...(told ? { feedback: 'bon' } : {}) })
  }
}

/** Fills this week and much of the next for everyone with appointments, on projects that have started already. */
export function fillWeeks(world: World): void {
  const files = filesOf(world)
  const mine = groupBy(files.open, ({ IDRESPONSABLEPROJET }) => IDRESPONSABLEPROJET)
  const ordered = files.open.filter((projet) => files.state(projet) === 4)
  const orders = groupBy(ordered, ({ IDAGENCE }) => IDAGENCE)
  const natures: Record<number, NatureCode> = { 1: 'Com', 2: 'R2' }
  for (const person of world.cast.staff) {
    const sites = orders.get(person.IDAGENCE ?? '') ?? []
    if (person.ROLES.includes('commercial')) {
      const nature = (projet: Projet): NatureCode => natures[files.state(projet)] ?? 'Autre'
      fillDays(world, { person, files, projects: mine.get(person.IDPERSONNEL) ?? [], nature })
    }
    if (person.ROLES.includes('metreur')) fillDays(world, { person, files, projects: sites, nature: () => 'Metre' })
    if (person.ROLES.includes('technician')) fillInstaller(world, person, files, sites)
  }
}

/** An appointment of the coming days whose nature no longer exists (« Nature inconnue »): a rare case that testers must see. */
export function forgetOneNature(world: World): void {
  const ahead = world.batch.rdvs.find((r) => r.SUPPRIME === 0 && r.RDV_DEBUT >= world.today && r.IDPROJET !== null)
  if (ahead) ahead.IDNATURE_RDV = null
}
