import { addMinutes, instantOf } from '../../schemas/dates.ts'
import { type Agenda, makeAgenda, type Slot } from './agenda.ts'
import type { Cast } from './cast.ts'
import { shiftDay, wallAt } from './days.ts'
import { type Random, uuidV7 } from './random.ts'
import type {
  Absence,
  Adresse,
  Client,
  Demande,
  Devis,
  Intervention,
  Paiement,
  Projet,
  Rdv,
  Soumission,
} from './record.ts'

/** Records made together, causes before effects. */
export interface Batch {
  adresses: Adresse[]
  clients: Client[]
  projets: Projet[]
  devis: Devis[]
  rdvs: Rdv[]
  interventions: Intervention[]
  soumissions: Soumission[]
  demandes: Demande[]
  paiements: Paiement[]
  absences: Absence[]
}

export const emptyBatch = (): Batch => ({
  adresses: [],
  clients: [],
  projets: [],
  devis: [],
  rdvs: [],
  interventions: [],
  soumissions: [],
  demandes: [],
  paiements: [],
  absences: [],
})

/** One company at one date: its people, who is busy when, and the records made so far. */
export interface World {
  cast: Cast
  today: string
  random: Random
  agenda: Agenda
  batch: Batch
  /** The instant of a wall clock of the company (never used at night, where clocks change). */
  instant(wall: string): string
  /** A new id whose clock reads that wall clock. */
  id(wall: string): string
  /** Rank of the next client: their phone and mail are derived from it. */
  nextClient: number
  /** How much further back than usual the past reaches: 1 for a company with few customers for each seller. */
  depth: number
  mobile(rank: number): string
}

export interface WorldInput {
  cast: Cast
  today: string
  random: Random
  /** Mobile number of the client of this rank; default: 06 39 98 10 00 and on, round the range reserved for fiction. */
  mobile?: (rank: number) => string
  nextClient?: number
  depth?: number
}

const pad = (value: number, width: number): string => String(value).padStart(width, '0')

/** 06 39 98 10 00 to 89 99: below are known customers and the staff, above the other company's. */
const defaultMobile = (rank: number): string => `063998${pad(1000 + (rank % 8000), 4)}`

export function makeWorld(input: WorldInput): World {
  const { cast, today, random } = input
  const noons = new Map<string, number>()
  const ids = random.derive('ids')

  /** Milliseconds; one look at the time zone a day, because Intl is slow over 100,000 clients. */
  function msOf(wall: string): number {
    const day = wall.slice(0, 10)
    let noon = noons.get(day)
    if (noon === undefined) {
      noon = instantOf(`${day} 12:00`, cast.zone)?.getTime() ?? Date.parse(`${day}T12:00:00Z`)
      noons.set(day, noon)
    }
    const minutes = (Number(wall.slice(11, 13)) - 12) * 60 + Number(wall.slice(14, 16))
    return noon + minutes * 60_000
  }

  return {
    cast,
    today,
    random,
    agenda: makeAgenda(),
    batch: emptyBatch(),
    instant: (wall) => new Date(msOf(wall)).toISOString(),
    id: (wall) => uuidV7(msOf(wall) + ids.int(0, 59_999), ids),
    nextClient: input.nextClient ?? 0,
    depth: input.depth ?? 1,
    mobile: input.mobile ?? defaultMobile,
  }
}

/** The day or wall clock itself when it is past, else today. */
export const noLaterThanToday = ({ today }: World, wall: string): string => {
  if (wall < today) return wall
  return today
}

/** A wall clock in working hours of a day. */
export const officeHour = (world: World, day: string): string => wallAt(day, world.random.int(9 * 60, 18 * 60 - 1))

/** Between `min` and `max` days before a wall clock, in working hours. */
export const before = (world: World, wall: string, min: number, max: number): string =>
  officeHour(world, shiftDay(wall.slice(0, 10), -world.random.int(Math.max(1, min), max)))

/** Between `min` and `max` days after a wall clock, never later than yesterday, and always after it. */
export function after(world: World, wall: string, min: number, max: number): string {
  const day = shiftDay(wall.slice(0, 10), world.random.int(min, max))
  const candidate = officeHour(world, day)
  return candidate > wall && day < world.today ? candidate : addMinutes(wall, world.random.int(5, 20))
}

/** Later the same day: for what follows at once. */
export const soon = (world: World, wall: string): string => addMinutes(wall, world.random.int(5, 20))

export interface Booking {
  people: readonly string[]
  minutes: number
  overLunch?: true
  /** Days from today: negative is the past. */
  between: readonly [first: number, last: number]
}

/** A full window grows by 30 days, then 60, 120 …: the last stretch is decades away, so a slot is always found. */
const GROWTH = 30
const GROWTHS = 10

/**
 * A free slot in the window; a full window grows away from today, so that the past stays past and the future ahead. The past of a
 * company with many customers for each seller reaches further back (`world.depth`).
 */
export function book(world: World, { between: [near, far], people, minutes, overLunch }: Booking): Slot {
  const past = far < 0
  let [first, last] = past ? [Math.round(near * world.depth), far] : [near, far]
  for (let i = 0; i < GROWTHS; i++) {
    const slot = world.agenda.book({
      people,
      minutes,
      random: world.random,
      firstDay: shiftDay(world.today, first),
      lastDay: shiftDay(world.today, last),
      ...(overLunch ? { overLunch } : {}),
    })
    if (slot) return slot
    const stretch = GROWTH * 2 ** i
    if (past) [first, last] = [first - stretch, first - 1]
    else [first, last] = [last + 1, last + stretch]
  }
  throw new RangeError('No free slot in eighty years')
}
