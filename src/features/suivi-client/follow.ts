import { today as dayIn, daysBetween } from '../../../schemas/dates.ts'
import { isToContact, type ListInput } from '../../../schemas/rules/project-lists.ts'
import { suiviClientText as text } from '../../text/suivi-client.ts'
import { age, isLate } from '../../ui/format/age.ts'
import { shortDayOf } from '../../ui/format/day-of.ts'
import { formatDate, formatTime } from '../../ui/format/format.ts'

interface Times {
  RDV_DEBUT: string
  RDV_FIN: string
}

/** The next appointment (or the running one), and the last one that is over. */
export function nextAndLast<R extends Times>(rdvs: readonly R[], now: string): { next: R | null; last: R | null } {
  const sorted = rdvs.toSorted((a, b) => (a.RDV_DEBUT < b.RDV_DEBUT ? -1 : 1))
  return {
    next: sorted.find((rdv) => rdv.RDV_FIN > now) ?? null,
    last: sorted.findLast((rdv) => rdv.RDV_FIN <= now) ?? null,
  }
}

/** « prochain rendez-vous lun. 23 nov. à 10:00 · dernier rendez-vous le 12/11/2026 ». */
export function rdvWords(rdvs: readonly Times[], now: string): string {
  const { next, last } = nextAndLast(rdvs, now)
  const words = [
    next ? text.next(`${shortDayOf(next.RDV_DEBUT, now)} à ${formatTime(next.RDV_DEBUT)}`) : null,
    last ? text.last(`le ${formatDate(last.RDV_DEBUT)}`) : null,
  ].filter(Boolean)
  return words.length === 0 ? text.noRdv : words.join(' · ')
}

interface Waiting extends ListInput {
  projet: ListInput['projet'] & { DATE_CREATION: string | null }
}

/** Why a project waits for an appointment. */
export function planReason(one: Waiting): string {
  if (isToContact(one)) return text.reasons.to_contact
  const day = one.projet.RELANCE_INTERMEDIAIRE
  return day ? `${text.reasons.without_rdv}, ${text.recall(formatDate(day))}` : text.reasons.without_rdv
}

/** Since when, and whether that is too long: a follow-up is late from its day on, any other project after a week. */
export function planAge({ projet }: Waiting, now: string, zone: string): { text: string; late: boolean } {
  if (!projet.DATE_CREATION) return { text: text.createdHere, late: false }
  const [day, today] = [dayIn(zone, new Date(projet.DATE_CREATION)), now.slice(0, 10)]
  const recall = projet.RELANCE_INTERMEDIAIRE
  const late = recall ? daysBetween(recall, today) > 0 : isLate(day, today)
  return { text: text.created(age(day, today)), late }
}
