import type { TakenTime } from '../../../schemas/rules/occupation.ts'
import { isOn, type Stay } from '../../../schemas/rules/team-location.ts'

/** What takes a person's time: a stay, or a time of which nothing else is known (DAY-01). */
export type Taken = Stay | (TakenTime & { id: null })

export interface Whereabouts {
  /** Running at that minute; the one that began last. */
  now: Taken | null
  /** The next of the same day. */
  next: Taken | null
}

const NOWHERE: Whereabouts = { now: null, next: null }

/** The present item of each person at a minute `yyyy-MM-dd HH:mm` (GEO-05), and the next one. */
export function whereabouts(
  at: string,
  stays: readonly Stay[],
  unseen: readonly TakenTime[] = [],
): (idPersonnel: string) => Whereabouts {
  const found = new Map<string, Whereabouts>()
  const day = at.slice(0, 10)
  for (const stay of [...stays, ...unseen.map((time): Taken => ({ ...time, id: null }))]) {
    const known = found.get(stay.IDPERSONNEL) ?? NOWHERE
    const comes = stay.debut > at && stay.debut.startsWith(day)
    if (isOn(stay, at) && (known.now === null || stay.debut > known.now.debut))
      found.set(stay.IDPERSONNEL, { ...known, now: stay })
    if (comes && (known.next === null || stay.debut < known.next.debut))
      found.set(stay.IDPERSONNEL, { ...known, next: stay })
  }
  return (idPersonnel) => found.get(idPersonnel) ?? NOWHERE
}
