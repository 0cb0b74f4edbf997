import { addDays } from '../../../schemas/dates.ts'
import { type SiteNote, siteState } from '../../../schemas/rules/intervention-site.ts'

export interface Work {
  IDINTERVENTION: string
  RDV_DEBUT: string
  RDV_FIN: string
  IDINTERVENTION_PLANNING: readonly { IDPERSONNEL: string; DEBUT: string; FIN: string }[]
  NOTES: readonly SiteNote[]
  FEEDBACK: string | null
  DATE_FEEDBACK: string | null
}

/** Finalised works are listed for so many days; older ones on demand. */
export const DONE_DAYS = 14

/** My hours on it: today's slot if there is one, else the first one that is not over, else the last. */
export interface MyWork<W extends Work = Work> {
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

function slotOf(work: Work, me: string, day: string): { DEBUT: string; FIN: string } | undefined {
  const mine = work.IDINTERVENTION_PLANNING.filter((slot) => slot.IDPERSONNEL === me).toSorted((a, b) =>
    a.DEBUT < b.DEBUT ? -1 : 1,
  )
  return (
    mine.find((slot) => slot.DEBUT.slice(0, 10) <= day && slot.FIN >= `${day} 00:00`) ??
    mine.find((slot) => slot.DEBUT > `${day} 23:59`) ??
    mine.at(-1)
  )
}

/**
 * My interventions by time: today in order of the hour, those that should be over (oldest first), those to come, those that I ended lately, or all
 * that I ended. Pure. `day` is the company's.
 */
export function myWorks<W extends Work>(
  works: readonly W[],
  { me, day, all = false }: { me: string; day: string; all?: boolean },
): MyWorks<W> {
  const sections: MyWorks<W> = { today: [], late: [], next: [], done: [] }
  const since = all ? '' : doneSince(day)
  for (const work of works) {
    const slot = slotOf(work, me, day)
    if (!slot) continue
    const mine = { work, start: slot.DEBUT, end: slot.FIN }
    if (slot.DEBUT.slice(0, 10) <= day && slot.FIN >= `${day} 00:00`) sections.today.push(mine)
    else if (work.FEEDBACK !== null) {
      if ((work.DATE_FEEDBACK ?? '') >= since) sections.done.push(mine)
    } else if (slot.FIN < `${day} 00:00`) sections.late.push(mine)
    else sections.next.push(mine)
  }
  const byStart = (a: MyWork, b: MyWork): number =>
    a.start === b.start ? (a.work.IDINTERVENTION < b.work.IDINTERVENTION ? -1 : 1) : a.start < b.start ? -1 : 1
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
