import { useMemo } from 'react'
import { wallClock } from '../../../schemas/dates.ts'
import { agendaWarnings } from '../../../schemas/rules/agenda-warnings.ts'
import { isDebriefed } from '../../../schemas/rules/debrief.ts'
import { type Stop, stopOf } from '../../../schemas/rules/stopped.ts'
import { useEarlyRows } from '../../data/database/early-rows-context.ts'
import { type Filed, useFiled } from '../../data/records/use-files.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { NO_RECORDS, useRecords } from '../../data/records/use-records.ts'
import { useReferences } from '../../data/records/use-references.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { useMay } from '../../domain/personnels/use-staff.ts'
import { useBetween } from '../../domain/records/use-between.ts'
import { useLast } from '../../ui/hooks/use-last.ts'
import type { AgendaEvent, AgendaPerson } from './calendar/agenda-event.ts'
import { worksEvents } from './intervention-events.ts'
import { toAgendaEvent } from './to-agenda-event.ts'
import { useBusyEvents } from './use-busy-events.ts'
import { warningText } from './warning-text.ts'

/** What is shown stays until the records of another week are read; those of a new phone's first week are read from memory (PULL-8). */
const STALE = { stale: true, early: true }
const EARLY = { early: true }
const NONE: readonly never[] = []

interface Shown {
  /** undefined until the first answer. */
  events: AgendaEvent[] | undefined
  /** What is not known of colleagues' taken times, in words. */
  doubt: string | null
}

/** Struck where nobody goes there any more. What was stays as it was: a project is stopped after its visits as a rule. */
const marked = (event: AgendaEvent, stop: Stop | null, now: string): AgendaEvent =>
  stop === null || event.end <= now ? event : { ...event, stopped: stop, fixed: true }

/** Its PV certifies its hours: they do not change any more (I13). */
const isSigned = (filed: Filed | undefined): boolean => filed?.origins.includes('intervention_sign_pv') ?? false

/**
 * Active appointments and works of these people between two days, both included, as live queries of the local database (CAL-07, DAY-08), with their
 * conflicts in the day (CAL-06), and the times at which they are taken otherwise (DAY-01).
 */
export function useAgendaEvents(
  range: { from: string; to: string },
  { shown: persons, me }: { shown: readonly AgendaPerson[]; me: string },
): Shown {
  const people = useMemo(() => persons.map(({ id }) => id), [persons])
  const between = { from: range.from, until: range.to }
  const first = useEarlyRows()
  const rdvs = useBetween(
    'rdv',
    between,
    { SUPPRIME: 0, IDPERSONNELS: { $elemMatch: { $in: [...people].sort() } } },
    { early: { people, from: range.from, to: range.to } },
  )
  const interventions = useBetween('intervention', between, {}, { early: { people, from: range.from, to: range.to } })
  const busy = useBusyEvents(range, { people: persons, seen: { rdvs, interventions }, me })
  const natures = useLiveList('reference', { selector: { LISTE: 'NATURE_RDV' } }, EARLY)
  const kinds = useReferences('TYPE_INTERVENTION', EARLY)
  const shown = useMemo(
    () => rdvs?.filter((rdv) => rdv.RDV_FIN >= range.from && rdv.RDV_DEBUT <= `${range.to} 23:59`),
    [rdvs, range.from, range.to],
  )
  // The answer to a login has no works: a new phone shows its appointments before them, as it does while the first synchronisation brings them.
  const known = interventions ?? (first ? NONE : undefined)
  const works = useMemo(
    () =>
      known?.filter(({ IDINTERVENTION_PLANNING }) =>
        IDINTERVENTION_PLANNING.some(({ IDPERSONNEL }) => people.includes(IDPERSONNEL)),
      ),
    [known, people],
  )
  const filed = useFiled(works?.map(({ IDINTERVENTION }) => IDINTERVENTION))
  const all = useMemo(() => [...(shown ?? []), ...(works ?? [])], [shown, works])
  const projets =
    useRecords(
      'projet',
      all.map(({ IDPROJET }) => IDPROJET),
      STALE,
    ) ?? NO_RECORDS
  const clients =
    useRecords(
      'client',
      [...projets.values()].map((projet) => projet.IDCLIENT),
      STALE,
    ) ?? NO_RECORDS
  // The orders of works: one may have been cancelled.
  const devis =
    useRecords(
      'devis',
      works?.map(({ IDDEVIS }) => IDDEVIS),
      STALE,
    ) ?? NO_RECORDS
  const zone = useZone()
  /** Where each is: an appointment's own place, else the site, else the client's. */
  const placeOf = useMemo(() => {
    return (one: (typeof all)[number]): string => {
      const projet = one.IDPROJET ? projets.get(one.IDPROJET) : undefined
      const own = 'IDADRESSE' in one ? one.IDADRESSE : null
      return own ?? projet?.ADRESSE_CHANTIER ?? (projet && clients.get(projet.IDCLIENT)?.IDADRESSE) ?? ''
    }
  }, [projets, clients])
  const adresses = useRecords('adresse', all.map(placeOf), STALE) ?? NO_RECORDS
  const allowed = useMay()
  // From memory it is shown and opened. A move would wait for the local database, unseen, and be lost with the tab.
  const moves = { rdv: allowed('update', 'rdv') && first === null, works: allowed('create', 'intervention') }
  const events = useMemo(() => {
    if (!shown || !works) return undefined
    const now = wallClock(new Date(), zone)
    const nature = new Map(natures?.map((row) => [row.id, row]))
    const clientOf = ({ IDPROJET }: (typeof all)[number]) => {
      const projet = IDPROJET ? projets.get(IDPROJET) : undefined
      return projet && clients.get(projet.IDCLIENT)
    }
    const places = new Map<string, ReturnType<typeof adresses.get>>()
    const visits = shown.map((rdv): AgendaEvent => {
      const adresse = adresses.get(placeOf(rdv))
      places.set(rdv.IDRDV, adresse)
      const event = toAgendaEvent({
        rdv,
        nature: rdv.IDNATURE_RDV ? nature.get(rdv.IDNATURE_RDV) : undefined,
        client: clientOf(rdv),
        adresse,
      })
      // What was debriefed took place: the next visit is another appointment.
      if (isDebriefed(rdv)) return { ...event, fixed: true }
      return marked(moves.rdv ? event : { ...event, fixed: true }, stopOf(projets.get(rdv.IDPROJET ?? '')), now)
    })
    const stops = new Map<string, Stop | null>()
    const sources = works.map((work) => {
      const adresse = adresses.get(placeOf(work))
      places.set(work.IDINTERVENTION, adresse)
      if (work.FEEDBACK !== 'bon')
        stops.set(work.IDINTERVENTION, stopOf(projets.get(work.IDPROJET), devis.get(work.IDDEVIS ?? '')))
      return {
        work,
        kind: kinds.find(({ id }) => id === work.IDTYPE_INTERVENTION)?.LIBELLE ?? null,
        fixed: !moves.works || filed === undefined || isSigned(filed.get(work.IDINTERVENTION)),
        client: clientOf(work),
        adresse,
      }
    })
    const onSite = worksEvents(sources, { people, range: { from: range.from, to: range.to } }).map((event) =>
      marked(event, stops.get(event.works?.id ?? '') ?? null, now),
    )
    const events = [...visits, ...onSite, ...busy.events]
    const byId = new Map(events.map((event) => [event.id, event]))
    // Beside what does not take place there is room.
    const taken = events.filter(({ stopped }) => !stopped)
    const warnings = agendaWarnings(
      taken.map((event) => ({
        ...event,
        // The query does not read other people's agendas, so there are no warnings about them.
        people: event.people.filter((person) => people.includes(person)),
        place: event.busy ? null : places.get(event.works?.id ?? event.id),
      })),
    )
    return events.map((event) => {
      if (event.busy) return event
      const found = warnings.get(event.id)?.flatMap((warning) => warningText(warning, byId.get(warning.other)) ?? [])
      return found && found.length > 0 ? { ...event, warnings: found } : event
    })
  }, [
    shown,
    works,
    busy.events,
    natures,
    kinds,
    filed,
    projets,
    clients,
    devis,
    zone,
    adresses,
    placeOf,
    people,
    moves.rdv,
    moves.works,
    range.from,
    range.to,
  ])
  // The live queries that take over from the memory answer one after the other.
  return { events: useLast(events), doubt: busy.doubt }
}
