import { suiviInterventionsText as text } from '../../text/suivi-interventions.ts'
import { shortDayOf } from '../../ui/format/day-of.ts'
import { formatMoney, formatPercent, formatTimeRange } from '../../ui/format/format.ts'

interface PlanningEntry {
  IDPERSONNEL: string
  DEBUT: string
  FIN: string
}

/** The parts of an intervention that these lists need. */
export interface Work {
  RDV_DEBUT: string
  RDV_FIN: string
  IDDEVIS: string | null
  IDINTERVENTION_PLANNING: readonly PlanningEntry[]
  FEEDBACK: string | null
  SOLDE_DEVIS: number | null
  SOLDE_DEVIS_POURCENTAGE: number | null
}

export type Phase = 'coming' | 'running' | 'over'

/** `now` is the company's wall clock; an end at that minute is over. */
export function phaseOf(work: Pick<Work, 'RDV_DEBUT' | 'RDV_FIN'>, now: string): Phase {
  if (work.RDV_DEBUT > now) return 'coming'
  return work.RDV_FIN > now ? 'running' : 'over'
}

export type Pv = 'signe' | 'leve' | 'attendu' | null

/** The PV of an intervention, from the origins of its files; awaited from the day of the works on. */
export function pvOf(origines: readonly string[], phase: Phase): Pv {
  if (origines.includes('intervention_levee_reserves')) return 'leve'
  if (origines.includes('intervention_sign_pv')) return 'signe'
  return phase === 'coming' ? null : 'attendu'
}

export const FILTERS = ['suivre', 'venir', 'solde', 'toutes'] as const
export type Filter = (typeof FILTERS)[number]
export const isFilter = (value: unknown): value is Filter => (FILTERS as readonly unknown[]).includes(value)

const isDue = (work: Work): boolean => (work.SOLDE_DEVIS ?? 0) > 0

/**
 * Whether a filter shows an intervention. « À suivre »: not finalised well, or not paid. Nobody goes to `stopped` ones any more, of a stopped project or
 * a cancelled order: what is due stays due.
 */
export function isShown(work: Work, filter: Filter, { now, stopped }: { now: string; stopped: boolean }): boolean {
  if (filter === 'toutes') return true
  if (filter === 'venir') return !stopped && phaseOf(work, now) === 'coming'
  if (filter === 'solde') return isDue(work)
  return (!stopped && work.FEEDBACK !== 'bon') || isDue(work)
}

/** Whether no work before it in the list is of the same quote: there its balance counts. */
export const isFirstOfQuote = <W extends Pick<Work, 'IDDEVIS'>>(work: W, works: readonly W[]): boolean =>
  work.IDDEVIS === null || works.find((one) => one.IDDEVIS === work.IDDEVIS) === work

/** Cents left to pay of the quotes of these works: a balance is its quote's, and counts once where several works are of one quote. */
export const leftToPay = (works: readonly Pick<Work, 'IDDEVIS' | 'SOLDE_DEVIS'>[]): number =>
  [...new Map(works.map((work) => [work.IDDEVIS, work.SOLDE_DEVIS ?? 0])).values()].reduce((all, one) => all + one, 0)

const HUNDRED = 100

/** The amount left to pay (SOLDE_DEVIS, with its share of the price), in words; late once the works are over. */
export function balanceOf(work: Work, now: string): { text: string; late: boolean } {
  if (work.IDDEVIS === null) return { text: text.noQuote, late: false }
  if (work.SOLDE_DEVIS === null) return { text: text.noOrder, late: false }
  if (work.SOLDE_DEVIS === 0) return { text: text.paid, late: false }
  const share = work.SOLDE_DEVIS_POURCENTAGE === null ? null : formatPercent(work.SOLDE_DEVIS_POURCENTAGE / HUNDRED)
  return { text: text.balance(formatMoney(work.SOLDE_DEVIS), share), late: phaseOf(work, now) === 'over' }
}

const NAMED = 2

/** « lun. 23 nov. 08:00 – 17:00 · Tom, Zoé et 1 autre ». @param now the company's wall clock */
export function planningWords(work: Work, nameOf: (id: string) => string, now: string): string {
  const day = shortDayOf(work.RDV_DEBUT, now)
  const when =
    work.RDV_DEBUT.slice(0, 10) === work.RDV_FIN.slice(0, 10)
      ? `${day} ${formatTimeRange(work.RDV_DEBUT, work.RDV_FIN)}`
      : `${day} – ${shortDayOf(work.RDV_FIN, now)}`
  const people = [...new Set(work.IDINTERVENTION_PLANNING.map((entry) => entry.IDPERSONNEL))]
  if (people.length === 0) return text.planned(when, text.nobody)
  const named = people.slice(0, NAMED).map(nameOf).filter(Boolean).join(', ')
  const rest = people.length - NAMED
  return text.planned(when, [named, rest > 0 ? text.others(rest) : null].filter(Boolean).join(' '))
}

/** Sort order: running, then to come, soonest first, then past, latest first. */
export function inOrder<W extends Pick<Work, 'RDV_DEBUT' | 'RDV_FIN'>>(works: readonly W[], now: string): W[] {
  const rank = { running: 0, coming: 1, over: 2 }
  return works.toSorted((a, b) => {
    const [pa, pb] = [phaseOf(a, now), phaseOf(b, now)]
    if (pa !== pb) return rank[pa] - rank[pb]
    const byStart = a.RDV_DEBUT < b.RDV_DEBUT ? -1 : a.RDV_DEBUT > b.RDV_DEBUT ? 1 : 0
    return pa === 'over' ? -byStart : byStart
  })
}
