import { useMemo } from 'react'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useNow } from '../../data/session/use-now.ts'
import { occupationDoubt } from '../../domain/personnels/occupation-doubt.ts'
import { useUnseenTimes } from '../../domain/personnels/use-unseen-times.ts'
import { useStaysBeside } from '../../domain/records/use-stays.ts'
import { busyEvents } from './busy-events.ts'
import { type AgendaEvent, type AgendaPerson, dayPart } from './calendar/agenda-event.ts'

const NO_EVENTS: AgendaEvent[] = []

interface Seen {
  rdvs: LocalRecord<'rdv'>[] | undefined
  interventions: LocalRecord<'intervention'>[] | undefined
}

interface Busy {
  /** Taken times of these people between two days, beside the appointments that are shown. */
  events: AgendaEvent[]
  /** What is not known of them, in words. */
  doubt: string | null
}

/** The taken times of the people whose agenda is shown (DAY-01). @param seen the appointments and works that this device has of these days */
export function useBusyEvents(
  range: { from: string; to: string },
  { people, seen, me }: { people: readonly AgendaPerson[]; seen: Seen; me: string },
): Busy {
  const stays = useStaysBeside(seen, { from: range.from, until: range.to })
  const unseen = useUnseenTimes(stays)
  const now = useNow()
  const events = useMemo(() => {
    const isShown = ({ debut, fin }: { debut: string; fin: string }) =>
      dayPart(debut) <= range.to && fin > `${range.from} 00:00`
    const absences = (stays ?? []).filter((stay) => stay.kind === 'absence' && isShown(stay))
    const found = busyEvents({ unseen: unseen?.times.filter(isShown) ?? [], absences }, people)
    return found.length === 0 ? NO_EVENTS : found
  }, [stays, unseen, people, range])
  // Nothing of my own is out of my sight.
  const others = people.some(({ id }) => id !== me)
  return { events, doubt: others ? occupationDoubt(unseen, { ...range, now }) : null }
}
