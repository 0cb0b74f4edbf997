import { useMemo } from 'react'
import { agendaWarnings } from '../../../schemas/rules/agenda-warnings.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { NO_RECORDS, useRecords } from '../../data/records/use-records.ts'
import { useBetween } from '../../domain/records/use-between.ts'
import type { AgendaEvent, AgendaPerson } from './calendar/agenda-event.ts'
import { toAgendaEvent } from './to-agenda-event.ts'
import { useBusyEvents } from './use-busy-events.ts'
import { warningText } from './warning-text.ts'

/** What is shown stays until the records of another week are read. */
const STALE = { stale: true }

interface Shown {
  /** undefined until the first answer. */
  events: AgendaEvent[] | undefined
  /** What is not known of colleagues' taken times, in words. */
  doubt: string | null
}

/**
 * Active appointments of these people between two days, both included, as live queries of the local database (CAL-07), with their conflicts in the
 * day (CAL-06), and the times at which they are taken otherwise (DAY-01).
 */
export function useAgendaEvents(
  range: { from: string; to: string },
  { shown: persons, me }: { shown: readonly AgendaPerson[]; me: string },
): Shown {
  const people = useMemo(() => persons.map(({ id }) => id), [persons])
  const rows = useBetween(
    'rdv',
    { from: range.from, until: range.to },
    { SUPPRIME: 0, IDPERSONNELS: { $elemMatch: { $in: [...people].sort() } } },
  )
  const busy = useBusyEvents(range, { people: persons, rdvs: rows, me })
  const natures = useLiveList('reference', { selector: { LISTE: 'NATURE_RDV' } })
  const shown = useMemo(
    () => rows?.filter((rdv) => rdv.RDV_FIN >= range.from && rdv.RDV_DEBUT <= `${range.to} 23:59`),
    [rows, range.from, range.to],
  )
  const projets = useRecords('projet', shown?.map((rdv) => rdv.IDPROJET) ?? [], STALE) ?? NO_RECORDS
  const clients =
    useRecords(
      'client',
      [...projets.values()].map((projet) => projet.IDCLIENT),
      STALE,
    ) ?? NO_RECORDS
  // An appointment without its own place is at the site, else at the client's.
  const places = useMemo(
    () =>
      new Map(
        shown?.map((rdv) => {
          const projet = rdv.IDPROJET ? projets.get(rdv.IDPROJET) : undefined
          const client = projet && clients.get(projet.IDCLIENT)
          return [rdv.IDRDV, rdv.IDADRESSE ?? projet?.ADRESSE_CHANTIER ?? client?.IDADRESSE]
        }),
      ),
    [shown, projets, clients],
  )
  const adresses = useRecords('adresse', [...places.values()], STALE) ?? NO_RECORDS
  const events = useMemo(() => {
    const nature = new Map(natures?.map((row) => [row.id, row]))
    const adresseOf = (id: string) => adresses.get(places.get(id) ?? '')
    const rdvs = shown?.map((rdv) => {
      const projet = rdv.IDPROJET ? projets.get(rdv.IDPROJET) : undefined
      return toAgendaEvent({
        rdv,
        nature: rdv.IDNATURE_RDV ? nature.get(rdv.IDNATURE_RDV) : undefined,
        client: projet && clients.get(projet.IDCLIENT),
        adresse: adresseOf(rdv.IDRDV),
      })
    })
    if (!rdvs) return undefined
    const events = [...rdvs, ...busy.events]
    const byId = new Map(events.map((event) => [event.id, event]))
    const warnings = agendaWarnings(
      events.map((event) => ({
        ...event,
        // The query does not read other people's agendas, so there are no warnings about them.
        people: event.people.filter((person) => people.includes(person)),
        place: event.busy ? null : adresseOf(event.id),
      })),
    )
    return events.map((event) => {
      if (event.busy) return event
      const found = warnings.get(event.id)?.flatMap((warning) => warningText(warning, byId.get(warning.other)) ?? [])
      return found && found.length > 0 ? { ...event, warnings: found } : event
    })
  }, [shown, busy.events, natures, projets, clients, adresses, places, people])
  return { events, doubt: busy.doubt }
}
