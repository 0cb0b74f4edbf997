import type { ResourceRecord } from '../../../schemas/resources.ts'
import type { Snapshot } from '../../../sync/outbox/snapshot.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { agendaText as text } from '../../text/agenda.ts'
import { formatPhone } from '../../ui/format/format.ts'
import { NAMED_COLORS } from '../../ui/format/named-colors.ts'
import type { AgendaEvent, PersonShift, Slot } from './calendar/agenda-event.ts'

type Works = Pick<
  LocalRecord<'intervention'>,
  'IDINTERVENTION' | 'IDPROJET' | 'RDV_OBJET' | 'RDV_DEBUT' | 'RDV_FIN' | 'IDINTERVENTION_PLANNING'
> & {
  VERSION?: number
  sync: Pick<LocalRecord<'intervention'>['sync'], 'state'>
}
type Entry = Works['IDINTERVENTION_PLANNING'][number]

export interface WorksSources {
  work: Works
  /** The name of its type; null when it has none. */
  kind: string | null
  /** It may be opened, not moved. */
  fixed: boolean
  client?: Pick<ResourceRecord<'client'>, 'NOM' | 'PRENOM' | 'VILLE' | 'PORTABLE' | 'TELEPHONE' | 'MAIL'> | undefined
  adresse?: Pick<ResourceRecord<'adresse'>, 'VILLE' | 'ADRESSE_COMPLETE'> | undefined
}

/** Ids of the calendar may not hold everything that ids of records may. */
const idOf = (work: Works, entry: Entry): string => `travaux-${work.IDINTERVENTION}-${entry.id}`.replace(/[^\w-]/g, '_')

/** The planned hours of these people that touch these days, together those of people who work at the same hours. */
function groupsOf({ IDINTERVENTION_PLANNING }: Works, { people, range }: Shown): Entry[][] {
  const groups = new Map<string, Entry[]>()
  for (const entry of IDINTERVENTION_PLANNING) {
    const touches = entry.DEBUT <= `${range.to} 23:59` && entry.FIN > `${range.from} 00:00`
    if (!touches || !people.includes(entry.IDPERSONNEL)) continue
    const key = `${entry.DEBUT} ${entry.FIN}`
    groups.set(key, [...(groups.get(key) ?? []), entry])
  }
  return [...groups.values()]
}

interface Shown {
  people: readonly string[]
  /** First and last day. */
  range: { from: string; to: string }
}

/** Works as the calendar shows them beside appointments (DAY-08): an event for each time at which one of these people is planned. */
export const worksEvents = (works: readonly WorksSources[], shown: Shown): AgendaEvent[] =>
  works.flatMap(({ work, kind, fixed, client, adresse }) => {
    const name = [client?.NOM, client?.PRENOM].filter(Boolean).join(' ')
    const subtitle = [name, adresse?.VILLE || client?.VILLE].filter(Boolean).join(', ')
    const phone = client?.PORTABLE ?? client?.TELEPHONE
    const place = adresse?.ADRESSE_COMPLETE || adresse?.VILLE
    return groupsOf(work, shown).flatMap((entries): AgendaEvent[] => {
      const [first] = entries
      if (!first) return []
      return [
        {
          id: idOf(work, first),
          works: {
            id: work.IDINTERVENTION,
            entries: entries.map(({ id }) => id),
            shown: {
              IDINTERVENTION_PLANNING: work.IDINTERVENTION_PLANNING,
              RDV_DEBUT: work.RDV_DEBUT,
              RDV_FIN: work.RDV_FIN,
            },
          },
          ...(work.VERSION === undefined ? {} : { version: work.VERSION }),
          ...(fixed ? { fixed: true as const } : {}),
          title: work.RDV_OBJET || text.works,
          start: first.DEBUT,
          end: first.FIN,
          color: NAMED_COLORS.orange ?? null,
          natureLabel: kind ?? text.works,
          pending: work.sync.state === 'pending',
          refused: work.sync.state === 'refused',
          debrief: null,
          people: [...new Set(entries.map(({ IDPERSONNEL }) => IDPERSONNEL))],
          ...(subtitle ? { subtitle } : {}),
          ...(phone ? { phone: formatPhone(phone) } : {}),
          ...(client?.MAIL ? { mail: client.MAIL } : {}),
          ...(place ? { place } : {}),
        },
      ]
    })
  })

interface Planning {
  IDINTERVENTION_PLANNING: Entry[]
  RDV_DEBUT?: string
  RDV_FIN?: string
}

/** From the first to the last planned hour; null where nothing is planned. */
function spanOf(planning: readonly Entry[]): { RDV_DEBUT: string; RDV_FIN: string } | null {
  const [first, ...others] = planning
  if (!first) return null
  return others.reduce(
    (span, { DEBUT, FIN }) => ({
      RDV_DEBUT: DEBUT < span.RDV_DEBUT ? DEBUT : span.RDV_DEBUT,
      RDV_FIN: FIN > span.RDV_FIN ? FIN : span.RDV_FIN,
    }),
    { RDV_DEBUT: first.DEBUT, RDV_FIN: first.FIN },
  )
}

/**
 * What changes of the works when their event is moved: its own planned hours. The hours of the works as a whole go along where they were those of the
 * planning, from its first to its last: the customer's page, the PV and the lists read them.
 */
export function movedPlanning(event: AgendaEvent, slot: Slot, shift: PersonShift | null): Planning {
  const { entries = [], shown } = event.works ?? {}
  const planning = shown?.IDINTERVENTION_PLANNING ?? []
  const IDINTERVENTION_PLANNING = planning.map((entry) =>
    entries.includes(entry.id)
      ? {
          ...entry,
          IDPERSONNEL: entry.IDPERSONNEL === shift?.from ? shift.to : entry.IDPERSONNEL,
          DEBUT: slot.start,
          FIN: slot.end,
        }
      : entry,
  )
  const was = spanOf(planning)
  const isSpan = was !== null && shown?.RDV_DEBUT === was.RDV_DEBUT && shown.RDV_FIN === was.RDV_FIN
  return { IDINTERVENTION_PLANNING, ...(isSpan ? spanOf(IDINTERVENTION_PLANNING) : {}) }
}

/** What is stored of works when their event goes to a slot, relative to what the calendar showed (OUT-11). */
export interface WorksStep {
  id: string
  to: (slot: Slot) => { patch: Planning; base: Snapshot | undefined }
}

export interface WorksMove extends WorksStep {
  /** The step that takes back the one to this slot. */
  back: (slot: Slot) => WorksStep
}

/** Undefined for an appointment. */
export function worksMove(event: AgendaEvent, shift: PersonShift | null): WorksMove | undefined {
  const { works, version } = event
  if (!works) return undefined
  const planning = (slot: Slot): Planning => movedPlanning(event, slot, shift)
  const before = (slot: Slot): Planning => {
    const { RDV_DEBUT } = planning(slot)
    const { IDINTERVENTION_PLANNING, ...hours } = works.shown
    return { IDINTERVENTION_PLANNING: [...IDINTERVENTION_PLANNING], ...(RDV_DEBUT === undefined ? {} : hours) }
  }
  const based = (values: Planning): Snapshot | undefined =>
    version === undefined ? undefined : { ...values, VERSION: version }
  return {
    id: works.id,
    to: (slot) => ({ patch: planning(slot), base: based(before(slot)) }),
    back: (slot) => ({ id: works.id, to: () => ({ patch: before(slot), base: based(planning(slot)) }) }),
  }
}
