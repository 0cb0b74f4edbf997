import { today as dayIn, daysBetween } from '../../../schemas/dates.ts'
import { isRecallOpen, type Recall, recallTime } from '../../../schemas/rules/recall.ts'
import { contactsText as text } from '../../text/contacts.ts'
import { age, isLate } from '../../ui/format/age.ts'
import { formatDate } from '../../ui/format/format.ts'

/** The needed parts of a project and its appointments. */
export interface Waiting {
  projet: Recall & { DATE_CREATION: string | null }
  /** Active ones, first one first. */
  rdvs: readonly { RDV_DEBUT: string; RDV_FIN: string }[]
}

export interface Due {
  /** Sort key, smallest first. */
  order: string
  text: string
  late: boolean
}

/** Days after which a waiting lead counts as late: it may go to a competitor. */
const CONTACT_DAYS = 2
/** Sorts after everything that has a day. */
const LAST = '9'

/** The day since which a project waits for its first contact. */
export function contactDue({ projet }: Waiting, now: string, zone: string): Due {
  // Made on this device and not sent yet: it has no date, since the server gives it.
  if (!projet.DATE_CREATION) return { order: LAST, text: text.createdHere, late: false }
  const day = dayIn(zone, new Date(projet.DATE_CREATION))
  return {
    order: projet.DATE_CREATION,
    text: text.created(age(day, now.slice(0, 10))),
    late: daysBetween(day, now) > CONTACT_DAYS,
  }
}

/** The day, and the time if it has one, at which a contacted project is to be called again. */
export function recallDue({ projet }: Waiting, now: string): Due {
  const day = projet.RELANCE_INTERMEDIAIRE ?? ''
  if (day === '') return { order: LAST, text: '', late: false }
  const wait = daysBetween(now, day)
  if (wait < 0) return { order: day, text: text.due.late(-wait), late: true }
  const time = recallTime(projet)
  // Those of any time of the day first, then the others in the order of theirs.
  const order = time === null ? day : `${day} ${time}`
  if (wait > 0) return { order, text: text.due.on(formatDate(day), time), late: false }
  if (time === null) return { order, text: text.due.today, late: false }
  const isOver = `${day} ${time}` <= now
  return { order, text: isOver ? text.due.since(time) : text.due.at(time), late: isOver }
}

/** The call that is planned, else the day since which a visited project waits for its quote; projects still to be visited come last. */
export function quoteDue({ projet, rdvs }: Waiting, now: string): Due {
  if (isRecallOpen(projet, rdvs, now.slice(0, 10))) return recallDue({ projet, rdvs }, now)
  const seen = rdvs.findLast((rdv) => rdv.RDV_FIN <= now)
  if (seen) {
    const day = seen.RDV_FIN.slice(0, 10)
    return { order: day, text: text.due.seen(age(day, now.slice(0, 10))), late: isLate(day, now.slice(0, 10)) }
  }
  const next = rdvs[0]
  return {
    order: LAST + (next?.RDV_DEBUT ?? ''),
    text: next ? text.due.meets(formatDate(next.RDV_DEBUT)) : '',
    late: false,
  }
}

/** Each project with its due day, the longest wait first. */
export const byDue = <W extends Waiting>(waiting: readonly W[], dueOf: (one: W) => Due): (W & { due: Due })[] =>
  waiting
    .map((one) => ({ ...one, due: dueOf(one) }))
    .sort((a, b) => (a.due.order < b.due.order ? -1 : a.due.order > b.due.order ? 1 : 0))
