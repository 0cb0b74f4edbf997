import type { ResourceRecord } from '../../../schemas/resources.ts'

type Rdv = ResourceRecord<'rdv'>
type Intervention = ResourceRecord<'intervention'>

/** An appointment, or the time that I am planned on an intervention. */
export type DayItem<R extends Rdv = Rdv, I extends Intervention = Intervention> =
  | { kind: 'rdv'; id: string; start: string; end: string; record: R }
  | { kind: 'intervention'; id: string; start: string; end: string; record: I }

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
    items.push({ kind: 'rdv', id: rdv.IDRDV, start: rdv.RDV_DEBUT, end: rdv.RDV_FIN, record: rdv })
  }
  for (const work of input.interventions) {
    const slot = work.IDINTERVENTION_PLANNING.find((one) => one.IDPERSONNEL === me && touches(one.DEBUT, one.FIN))
    if (!slot) continue
    items.push({ kind: 'intervention', id: work.IDINTERVENTION, start: slot.DEBUT, end: slot.FIN, record: work })
  }
  return items.sort((a, b) => (a.start === b.start ? (a.id < b.id ? -1 : 1) : a.start < b.start ? -1 : 1))
}

/** How many appointments and how many works a day has. */
export function countKinds(items: readonly Pick<DayItem, 'kind'>[]): [rdvs: number, works: number] {
  const rdvs = items.filter((item) => item.kind === 'rdv').length
  return [rdvs, items.length - rdvs]
}

/** Index of the item that is running or comes next; -1 when the day is over. */
export const currentIndex = (items: readonly Pick<DayItem, 'end'>[], now: string): number =>
  items.findIndex((item) => item.end > now)
