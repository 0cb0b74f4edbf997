import type { TakenTime } from '../../../schemas/rules/occupation.ts'
import type { Stay } from '../../../schemas/rules/team-location.ts'
import { absenceHref } from '../../domain/absences/absence-href.ts'
import { agendaText as text } from '../../text/agenda.ts'
import type { AgendaEvent, AgendaPerson } from './calendar/agenda-event.ts'

/** Ids of the calendar may not hold everything that ids of people may. */
const idOf = ({ IDPERSONNEL, kind, debut, fin }: TakenTime): string =>
  `occupe-${kind}-${IDPERSONNEL}-${debut}-${fin}`.replace(/[^\w-]/g, '_')

/**
 * Taken times of the shown people as blocks that do not move: without words what this person may not see (DAY-01), and absences of which they have the record
 * (DAY-10), which a press opens.
 */
export function busyEvents(
  { unseen, absences }: { unseen: readonly TakenTime[]; absences: readonly Stay[] },
  people: readonly AgendaPerson[],
): AgendaEvent[] {
  const names = new Map(people.map(({ id, name }) => [id, name]))
  const blockOf = (time: TakenTime, title: string, href?: string): AgendaEvent[] => {
    const name = names.get(time.IDPERSONNEL)
    if (name === undefined) return []
    return [
      {
        id: idOf(time),
        busy: true,
        ...(href === undefined ? {} : { href }),
        title,
        start: time.debut,
        end: time.fin,
        color: null,
        natureLabel: '',
        pending: false,
        refused: false,
        debrief: null,
        people: [time.IDPERSONNEL],
        ...(people.length > 1 ? { subtitle: name } : {}),
      },
    ]
  }
  return [
    ...unseen.flatMap((time) => blockOf(time, text.busy[time.kind])),
    ...absences.flatMap((time) => blockOf(time, time.objet ?? '', absenceHref(time))),
  ]
}
