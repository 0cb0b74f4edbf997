import type { TakenTime } from '../../../schemas/rules/occupation.ts'
import { agendaText as text } from '../../text/agenda.ts'
import type { AgendaEvent, AgendaPerson } from './calendar/agenda-event.ts'

/** Ids of the calendar may not hold everything that ids of people may. */
const idOf = ({ IDPERSONNEL, kind, debut, fin }: TakenTime): string =>
  `occupe-${kind}-${IDPERSONNEL}-${debut}-${fin}`.replace(/[^\w-]/g, '_')

/** Times at which the shown people are taken by what this person may not see, as blocks without words (DAY-01). */
export function busyEvents(unseen: readonly TakenTime[], people: readonly AgendaPerson[]): AgendaEvent[] {
  const names = new Map(people.map(({ id, name }) => [id, name]))
  return unseen.flatMap((time): AgendaEvent[] => {
    const name = names.get(time.IDPERSONNEL)
    if (name === undefined) return []
    return [
      {
        id: idOf(time),
        busy: true,
        title: text.busy[time.kind],
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
  })
}
