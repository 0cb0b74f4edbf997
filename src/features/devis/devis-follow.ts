import { daysBetween, today } from '../../../schemas/dates.ts'
import type { ResourceRecord } from '../../../schemas/resources.ts'
import { quoteAnswer } from '../../../schemas/rules/devis.ts'
import { inTime, quoteAge } from '../../../schemas/rules/relances.ts'
import { byGroup, dearestOf } from '../../../schemas/rules/variants.ts'
import { devisFollowText } from '../../text/devis.ts'

const text = devisFollowText.list
type Devis = ResourceRecord<'devis'>

/** The company's clock: its zone and its present day. */
export interface Clock {
  zone: string
  day: string
}

/** An instant as « aujourd’hui », « hier », « il y a 5 jours ». */
export function agoOf(instant: string, { zone, day }: Clock): string {
  const days = daysBetween(today(zone, new Date(instant)), day)
  if (days <= 0) return text.today
  return days === 1 ? text.yesterday : text.daysAgo(days)
}

/** The state of a pending quote, as the list filters it. */
export type FollowState = 'brouillon' | 'transmis' | 'consulte' | 'expire'
export const isFollowState = (name: string | undefined): name is FollowState =>
  name === 'brouillon' || name === 'transmis' || name === 'consulte' || name === 'expire'

export function followState(devis: Devis, { day }: Pick<Clock, 'day'>): FollowState {
  if (devis.DATE_TRANSMISSION === null) return 'brouillon'
  if (quoteAnswer(devis, day) === 'expire') return 'expire'
  return devis.DATE_CONSULTATION === null ? 'transmis' : 'consulte'
}

/** The longest wait first; expired quotes after those that can be signed, and quotes without the server's date last of their kind. */
export const longestFirst = <D extends Devis>(devis: readonly D[], clock: Clock): D[] =>
  devis
    .map((one) => ({ one, age: quoteAge(one, clock) ?? -1, late: Number(followState(one, clock) === 'expire') }))
    .sort((a, b) => a.late - b.late || b.age - a.age || (a.one.IDDEVIS < b.one.IDDEVIS ? -1 : 1))
    .map(({ one }) => one)

/** A quote in the list of reminders; of variants, one stands for all. */
export interface Followed<D extends Devis> {
  /** With the reminders and the reading of all its variants. */
  devis: D
  /** How many quotes it stands for. */
  count: number
}

/** What the list shows and adds up. */
const priceOf = ({ PRIX_TTC }: Devis): number => PRIX_TTC

/** Cents of the quotes that the list shows. */
export const pendingTotal = (devis: readonly Devis[]): number => devis.reduce((sum, one) => sum + priceOf(one), 0)

/** One line for each group of variants: the customer is reminded of their choice once, and its amount counts once. */
export const followGroups = <D extends Devis>(devis: readonly D[], clock: Pick<Clock, 'day'>): Followed<D>[] =>
  byGroup(devis).flatMap((group) => {
    const valid = group.filter((one) => followState(one, clock) !== 'expire')
    const one = dearestOf(valid, priceOf) ?? dearestOf(group, priceOf)
    if (!one) return []
    const read = group.flatMap(({ DATE_CONSULTATION }) => DATE_CONSULTATION ?? []).sort()
    const reminders = {
      RELANCES: inTime(group.flatMap(({ RELANCES }) => RELANCES)),
      DATE_CONSULTATION: read.at(-1) ?? null,
    }
    return [{ devis: group.length === 1 ? one : { ...one, ...reminders }, count: group.length }]
  })

/** « transmis il y a 12 jours », « créé hier ». */
export function ageLabel(devis: Devis, clock: Clock): string | null {
  const age = quoteAge(devis, clock)
  if (age === null) return null
  return text.since(devis.DATE_TRANSMISSION === null ? text.ageOf.made : text.ageOf.given, age)
}

/** The last reminder in words. */
export function reminderLabel(devis: Devis, clock: Clock): string {
  const last = devis.RELANCES.at(-1)
  return last
    ? devisFollowText.relance.last(last.CANAL, agoOf(last.LE, clock), devis.RELANCES.length)
    : devisFollowText.relance.never
}
