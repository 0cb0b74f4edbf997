import type { TakenTime } from '../../../schemas/rules/occupation.ts'
import type { Stay } from '../../../schemas/rules/team-location.ts'
import { agendaText as text } from '../../text/agenda.ts'
import type { AgendaEvent, AgendaPerson } from './calendar/agenda-event.ts'

/** Ids of the calendar may not hold everything that ids of people may. */
const idOf = ({ IDPERSONNEL, kind, debut, fin }: TakenTime): string =>
  `occupe-${kind}-${IDPERSONNEL}-${debut}-${fin}`.replace(/[^\w-]/g, '_')

/** Taken times of the shown people as blocks without words (DAY-01): what this person may not see, and works, which the agenda shows no other way. */
export function busyEvents(
  { unseen, works }: { unseen: readonly TakenTime[]; works: readonly Stay[] },
  people: readonly AgendaPerson[],
): AgendaEvent[] {
  const names = new Map(people.map(({ id, name }) => [id, name]))
  const blockOf = (time: TakenTime, title: string): AgendaEvent[] => {
    const name = names.get(time.IDPERSONNEL)
    if (name === undefined) return []
    return [
      {
        id: idOf(time),
        busy: true,
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
    ...works.flatMap((time) => blockOf(time, text.works)),
  ]
}
