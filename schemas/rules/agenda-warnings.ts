import { type Place, travelBetween } from './travel.ts'

/** Time and place of an appointment; `start` and `end` on the company's wall clock. */
export interface PlannedSlot {
  id: string
  start: string
  end: string
  people: readonly string[]
  place: Place | null | undefined
}

/** Two appointments of one person that do not fit; `other` is the id of the conflicting one. */
export type AgendaWarning =
  | { kind: 'overlap'; other: string }
  /** `gap` minutes between the end of `other` and this start, `minutes` for the journey: an estimate from the great circle. */
  | { kind: 'travel'; other: string; minutes: number; km: number; gap: number }

const byStart = (a: PlannedSlot, b: PlannedSlot): number =>
  a.start === b.start ? (a.id < b.id ? -1 : 1) : a.start < b.start ? -1 : 1

/**
 * What does not fit in the agendas of these people (CAL-06): appointments of one person at the same time, given at both, and journeys longer than the time
 * between two appointments of one day, given at the later one. By id; appointments that fit are not in the answer. No network: journeys are estimates.
 */
export function agendaWarnings(slots: readonly PlannedSlot[]): Map<string, AgendaWarning[]> {
  const warnings = new Map<string, AgendaWarning[]>()
  const add = (id: string, warning: AgendaWarning): void => {
    const known = warnings.get(id) ?? []
    // Two people who share both appointments give one warning.
    if (known.some((one) => one.kind === warning.kind && one.other === warning.other)) return
    warnings.set(id, [...known, warning])
  }
  const ofPerson = new Map<string, PlannedSlot[]>()
  for (const slot of [...slots].sort(byStart)) {
    for (const person of slot.people) {
      const day = ofPerson.get(person)
      if (day) day.push(slot)
      else ofPerson.set(person, [slot])
    }
  }
  for (const day of ofPerson.values()) {
    for (const [at, slot] of day.entries()) {
      for (let next = at + 1; next < day.length; next++) {
        const later = day[next]
        if (!later || later.start >= slot.end) break
        add(slot.id, { kind: 'overlap', other: later.id })
        add(later.id, { kind: 'overlap', other: slot.id })
      }
      const late = lateness(slot, day.slice(0, at))
      if (late) add(slot.id, late)
    }
  }
  return warnings
}

/** The warning about the journey from this person's former appointment, when it is too long. */
function lateness(slot: PlannedSlot, before: readonly PlannedSlot[]): AgendaWarning | null {
  const last = before.reduce<PlannedSlot | null>(
    (latest, one) => (!latest || one.end > latest.end ? one : latest),
    null,
  )
  if (!last || last.end > slot.start || last.end.slice(0, 10) !== slot.start.slice(0, 10)) return null
  const way = travelBetween({ end: last.end, place: last.place }, { start: slot.start, place: slot.place })
  return way?.tight ? { kind: 'travel', other: last.id, minutes: way.minutes, km: way.km, gap: way.gap } : null
}
