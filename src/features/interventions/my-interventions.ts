import { addDays } from '../../../schemas/dates.ts'
import { type SiteNote, siteState } from '../../../schemas/rules/intervention-site.ts'

export interface Work {
  IDINTERVENTION: string
  RDV_DEBUT: string
  RDV_FIN: string
  IDINTERVENTION_PLANNING: readonly { id: string; IDPERSONNEL: string; DEBUT: string; FIN: string }[]
  NOTES: readonly SiteNote[]
  FEEDBACK: string | null
  DATE_FEEDBACK: string | null
}

/** Finalised works are listed for so many days; older ones on demand. */
export const DONE_DAYS = 14

/** My hours on it: each slot of today, else the first one that is not over, else the last. */
export interface MyWork<W extends Work = Work> {
  /** Its own: works may be planned twice today. */
  key: string
  work: W
  start: string
  end: string
}

export interface MyWorks<W extends Work = Work> {
  today: MyWork<W>[]
  late: MyWork<W>[]
  next: MyWork<W>[]
  done: MyWork<W>[]
}

/** The first day of which finalised works are listed. */
export const doneSince = (day: string): string => addDays(day, -DONE_DAYS)

type Slot = Work['IDINTERVENTION_PLANNING'][number]

/** An end at midnight belongs to the day before. */
const isOn = (slot: Slot, day: string): boolean => slot.DEBUT.slice(0, 10) <= day && slot.FIN > `${day} 00:00`

function slotsOf(work: Work, me: string, day: string): Slot[] {
  const mine = work.IDINTERVENTION_PLANNING.filter((slot) => slot.IDPERSONNEL === me).toSorted((a, b) =>
    a.DEBUT < b.DEBUT ? -1 : 1,
  )
  const today = mine.filter((slot) => isOn(slot, day))
  if (today.length > 0) return today
  const one = mine.find((slot) => slot.DEBUT > `${day} 23:59`) ?? mine.at(-1)
  return one ? [one] : []
}

/**
 * My interventions by time: today in order of the hour, those that should be over (oldest first), those to come (whatever their result so far), those that I ended lately, or all
 * that I ended. Pure. `day` is the company's.
 */
export function myWorks<W extends Work>(
  works: readonly W[],
  { me, day, all = false }: { me: string; day: string; all?: boolean },
): MyWorks<W> {
  const sections: MyWorks<W> = { today: [], late: [], next: [], done: [] }
  const since = all ? '' : doneSince(day)
  for (const { work, slot } of works.flatMap((work) => slotsOf(work, me, day).map((slot) => ({ work, slot })))) {
    const mine = { key: `${work.IDINTERVENTION}:${slot.id}`, work, start: slot.DEBUT, end: slot.FIN }
    if (isOn(slot, day)) sections.today.push(mine)
    // Works that ended badly come again.
    else if (slot.DEBUT > `${day} 23:59`) sections.next.push(mine)
    else if (work.FEEDBACK !== null) {
      if ((work.DATE_FEEDBACK ?? '') >= since) sections.done.push(mine)
    } else sections.late.push(mine)
  }
  const byStart = (a: MyWork, b: MyWork): number =>
    a.start === b.start ? (a.key < b.key ? -1 : 1) : a.start < b.start ? -1 : 1
  for (const list of [sections.today, sections.late, sections.next]) list.sort(byStart)
  sections.done.sort((a, b) => ((a.work.DATE_FEEDBACK ?? '') > (b.work.DATE_FEEDBACK ?? '') ? -1 : 1))
  return sections
}

export type Stage = 'todo' | 'running' | 'ended' | 'signed' | 'good' | 'bad'

/** The state of an intervention: its chip's text, and the next step. */
export function stageOf(work: Work, signed: boolean): Stage {
  if (work.FEEDBACK !== null) return work.FEEDBACK === 'bon' ? 'good' : 'bad'
  if (signed) return 'signed'
  const { startedAt, endedAt } = siteState(work)
  if (startedAt === null) return 'todo'
  return endedAt === null ? 'running' : 'ended'
}
