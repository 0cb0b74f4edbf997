import type { ResourceRecord } from '../../../schemas/resources.ts'
import { agendaWarnings } from '../../../schemas/rules/agenda-warnings.ts'
import { type Place, type Travel, travelBetween } from '../../../schemas/rules/travel.ts'

type Rdv = ResourceRecord<'rdv'>
type Intervention = ResourceRecord<'intervention'>

interface Timed {
  /** Its own among the items: one intervention may be planned at several times. */
  key: string
  /** Of its record. */
  id: string
  start: string
  end: string
}

/** An appointment, or a time that I am planned on an intervention. */
export type DayItem<R extends Rdv = Rdv, I extends Intervention = Intervention> =
  | (Timed & { kind: 'rdv'; record: R })
  | (Timed & { kind: 'intervention'; record: I })

/** My items of one day `yyyy-MM-dd`, or of a range of days, in order of start; longer ones that began before are included. */
export function dayItems<R extends Rdv, I extends Intervention>(input: {
  day: string
  /** The last day, when there are several. */
  until?: string
  me: string
  rdvs: readonly R[]
  interventions: readonly I[]
}): DayItem<R, I>[] {
  const { day, until = day, me } = input
  const touches = (start: string, end: string): boolean => start.slice(0, 10) <= until && end > `${day} 00:00`
  const items: DayItem<R, I>[] = []
  for (const rdv of input.rdvs) {
    if (rdv.SUPPRIME === 1 || !rdv.IDPERSONNELS.includes(me) || !touches(rdv.RDV_DEBUT, rdv.RDV_FIN)) continue
    const { IDRDV: id, RDV_DEBUT: start, RDV_FIN: end } = rdv
    items.push({ kind: 'rdv', key: id, id, start, end, record: rdv })
  }
  for (const work of input.interventions) {
    const id = work.IDINTERVENTION
    for (const { id: slot, IDPERSONNEL, DEBUT: start, FIN: end } of work.IDINTERVENTION_PLANNING) {
      if (IDPERSONNEL !== me || !touches(start, end)) continue
      items.push({ kind: 'intervention', key: `${id}:${slot}`, id, start, end, record: work })
    }
  }
  return items.sort((a, b) => (a.start === b.start ? (a.key < b.key ? -1 : 1) : a.start < b.start ? -1 : 1))
}

/** How many appointments and how many works a day has; works that I am planned on twice are one. */
export function countKinds(items: readonly Pick<DayItem, 'kind' | 'id'>[]): [rdvs: number, works: number] {
  const count = (kind: DayItem['kind']): number =>
    new Set(items.filter((item) => item.kind === kind).map(({ id }) => id)).size
  return [count('rdv'), count('intervention')]
}

/** The day as it is looked at: what runs or is still to come, the first of them first, and what is over, which is folded. A day that is over has nothing to come. */
export const splitDay = <T extends Pick<DayItem, 'end'>>(
  items: readonly T[],
  now: string,
): { ahead: T[]; past: T[] } => ({
  ahead: items.filter((item) => item.end > now),
  past: items.filter((item) => item.end <= now),
})

/** What the way to an item is: its estimate, and in words what does not fit, by the agenda's rule (CAL-06). */
export interface Way {
  travel: Travel | null
  /** The journey that does not fit, with the free time; null where it fits. */
  late: { km: number; minutes: number; gap: number } | null
  overlaps: boolean
}

/** The ways of a day, by the key of the item that each leads to: estimates between neighbours, and the warnings that the agenda gives for the same day. */
export function waysOf<T extends Pick<DayItem, 'key' | 'start' | 'end'>>(
  items: readonly T[],
  placeOf: (item: T) => Place | null | undefined,
): Map<string, Way> {
  const warnings = agendaWarnings(
    items.map((item) => ({ id: item.key, start: item.start, end: item.end, people: ['me'], place: placeOf(item) })),
  )
  return new Map(
    items.map((item, index) => {
      const before = items[index - 1]
      const found = warnings.get(item.key) ?? []
      const late = found.find((one) => one.kind === 'travel')
      const travel =
        before &&
        travelBetween({ end: before.end, place: placeOf(before) }, { start: item.start, place: placeOf(item) })
      // An overlap is told once, on the way to the later of both.
      const overlaps = before !== undefined && found.some((one) => one.kind === 'overlap' && one.other === before.key)
      return [item.key, { travel: travel ?? null, late: late ?? null, overlaps }]
    }),
  )
}
