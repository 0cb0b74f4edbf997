import { sql } from 'kysely'
import type { Viewers } from '../../schemas/access.ts'
import { same, type Values } from '../../schemas/merge.ts'
import { type NoticeKind, noticeTime } from '../../schemas/rules/notices.ts'
import { isClosed } from '../../schemas/rules/project-lists.ts'
import type { Tx } from '../plugins/database/database.ts'
import { closedAccounts } from '../repositories/closed-accounts.ts'
import { type VisitToCome, visitsOfOrder, visitsOfProject } from '../repositories/visits-to-come.ts'
import { type Changes, type Staged, TOMBSTONE } from '../writes/changes.ts'
import { demandeViewers } from '../writes/demande-scope.ts'
import { mayBeTold } from './recipients.ts'

/** Something that happened to one record, and whom it concerns. */
export interface NoticeEvent {
  kind: NoticeKind
  people: readonly string[]
  resource: string
  id: string
  /** The time of an appointment, or the number of a quote: it names nobody. */
  detail: string | null
  /** Whose name a lock screen may show, where its owner allows names. */
  client: { IDCLIENT: string | null; IDPROJET: string | null }
  /** Who may see the record: nobody else is told. Null: those who may not see it any more are told too. */
  viewers: Viewers | null
}

/** What the rows of a write tell people of, once their viewers are known. */
export async function noticeEvents(ctx: { tx: Tx; changes: Pick<Changes, 'all'> }): Promise<NoticeEvent[]> {
  const events: NoticeEvent[] = []
  for (const staged of ctx.changes.all()) {
    if (staged.resource === 'rdv') events.push(...ofRdv(staged))
    else if (staged.resource === 'projet') events.push(...ofProjet(staged), ...(await ofProjectEnd(ctx.tx, staged)))
    else if (staged.resource === 'intervention') events.push(...ofIntervention(staged))
    else if (staged.resource === 'devis')
      events.push(...(await ofDevis(ctx.tx, staged)), ...(await ofOrderEnd(ctx.tx, staged)))
  }
  return events.filter(({ people }) => people.length > 0)
}

/** What happened to this row, for those who may see it. */
export const eventOf = (
  { resource, row }: Pick<Staged, 'resource' | 'row'>,
  given: Pick<NoticeEvent, 'kind' | 'people' | 'detail'>,
): NoticeEvent => ({
  ...given,
  resource,
  id: row.id,
  client: {
    IDCLIENT: (row.record.IDCLIENT ?? null) as string | null,
    IDPROJET: (row.record.IDPROJET ?? null) as string | null,
  },
  viewers: row.viewers,
})

/** The record before the write, as people saw it; null when it was not there. */
const seenBefore = ({ row, before, fields }: Staged): Values | null =>
  fields.has(TOMBSTONE) && !row.deleted ? null : before
const seenAfter = ({ row }: Staged): Values | null => (row.deleted ? null : row.record)

const without = (people: readonly string[], others: readonly string[]): string[] =>
  people.filter((one) => !others.includes(one))

const attendees = (rdv: Values | null): string[] =>
  rdv === null || rdv.SUPPRIME === 1 ? [] : (rdv.IDPERSONNELS as string[])

const MOVED = ['RDV_DEBUT', 'RDV_FIN', 'IDADRESSE'] as const

/** Whoever joins an appointment, leaves it (with it, or alone), or has it at another time or place. */
function ofRdv(staged: Staged): NoticeEvent[] {
  const { row, before } = staged
  const was = attendees(seenBefore(staged))
  const are = attendees(seenAfter(staged))
  const detail = noticeTime(row.record.RDV_DEBUT as string)
  const moved = before !== null && MOVED.some((name) => before[name] !== row.record[name])
  const stay = moved ? are.filter((one) => was.includes(one)) : []
  return [
    eventOf(staged, { kind: 'rdv_cree', people: without(are, was), detail }),
    eventOf(staged, { kind: 'rdv_deplace', people: stay, detail }),
    { ...eventOf(staged, { kind: 'rdv_annule', people: without(was, are), detail }), viewers: null },
  ]
}

function ofProjet(staged: Staged): NoticeEvent[] {
  const people = responsible(seenAfter(staged))
  return [
    eventOf(staged, {
      kind: 'projet_affecte',
      people: without(people, responsible(seenBefore(staged))),
      detail: null,
    }),
  ]
}

const responsible = (projet: Values | null): string[] =>
  typeof projet?.IDRESPONSABLEPROJET === 'string' ? [projet.IDRESPONSABLEPROJET] : []

type Closable = Parameters<typeof isClosed>[0]

/** A project that is stopped, or opened again: whoever is expected at a visit to come. */
async function ofProjectEnd(tx: Tx, staged: Staged): Promise<NoticeEvent[]> {
  const [before, after] = [seenBefore(staged), seenAfter(staged)]
  if (before === null || after === null) return []
  const stops = isClosed(after as Closable)
  if (isClosed(before as Closable) === stops) return []
  return (await visitsOfProject(tx, staged.row.id)).map((visit) => {
    // Opened again: they were told that nobody goes there.
    const again = visit.resource === 'rdv' ? 'rdv_cree' : 'intervention_affectee'
    const [kind, why] = stops ? (['visite_arretee', 'projet arrêté'] as const) : ([again, 'projet rouvert'] as const)
    return ofVisit(staged, visit, { kind, why })
  })
}

const isEnded = (devis: Values | null): boolean => devis?.DEVIS_SIGNE === 1 && devis.REFUSE === 1

/** An order that ends: whoever is expected at its works. */
async function ofOrderEnd(tx: Tx, staged: Staged): Promise<NoticeEvent[]> {
  if (staged.before === null || isEnded(staged.before) || !isEnded(seenAfter(staged))) return []
  const visits = await visitsOfOrder(tx, staged.row.id)
  if (visits.length === 0) return []
  const why = await endOf(tx, staged.row.id)
  return visits.map((visit) => ofVisit(staged, visit, { kind: 'visite_arretee', why }))
}

/** @param staged the project or the order: who is planned there sees it as its visits */
const ofVisit = (
  staged: Staged,
  { resource, id, person, start }: VisitToCome,
  { kind, why }: { kind: NoticeKind; why: string },
): NoticeEvent => ({
  ...eventOf(staged, { kind, people: [person], detail: `${noticeTime(start)} (${why})` }),
  resource,
  id,
})

/** Whoever is planned on works, is no longer, or has other hours there; each is told of the first hour that is, or was, planned for them. */
function ofIntervention(staged: Staged): NoticeEvent[] {
  const [before, after] = [seenBefore(staged), seenAfter(staged)]
  const [was, are] = [hoursOf(before), hoursOf(after)]
  const gone = after === null ? 'intervention_annulee' : 'intervention_retiree'
  const given = [...are.keys()].some((person) => !was.has(person)) ? ', confiée à un collègue' : ''
  const joined = [...are].flatMap(([person, hours]) => {
    const former = was.get(person)
    if (same(former, hours)) return []
    if (former)
      return eventOf(staged, { kind: 'intervention_deplacee', people: [person], detail: moved(former, hours) })
    return eventOf(staged, { kind: 'intervention_affectee', people: [person], detail: firstOf(hours) })
  })
  const left = [...was]
    .filter(([person]) => !are.has(person))
    .map(([person, hours]) => ({
      ...eventOf(staged, { kind: gone, people: [person], detail: `${firstOf(hours)}${given}` }),
      viewers: null,
    }))
  return [...joined, ...left]
}

interface Hours {
  DEBUT: string
  FIN: string
}

const firstOf = ([first]: readonly Hours[]): string => noticeTime(first?.DEBUT ?? '')

/** Only a last hour may have changed, or a day come: then nothing was moved. */
const moved = (was: readonly Hours[], are: readonly Hours[]): string =>
  firstOf(was) === firstOf(are) ? firstOf(are) : `déplacée au ${firstOf(are)}`

/** By person, their planned hours, the earliest first. */
function hoursOf(intervention: Values | null): Map<string, Hours[]> {
  const hours = new Map<string, Hours[]>()
  const planning = (intervention?.IDINTERVENTION_PLANNING ?? []) as (Hours & { IDPERSONNEL: string })[]
  const inOrder = planning.toSorted((a, b) => `${a.DEBUT}${a.FIN}`.localeCompare(`${b.DEBUT}${b.FIN}`))
  for (const { IDPERSONNEL, DEBUT, FIN } of inOrder)
    hours.set(IDPERSONNEL, [...(hours.get(IDPERSONNEL) ?? []), { DEBUT, FIN }])
  return hours
}

/** A first reading, a signature, a refusal or a withdrawal. */
async function ofDevis(tx: Tx, staged: Staged): Promise<NoticeEvent[]> {
  const before = seenBefore(staged)
  const after = seenAfter(staged)
  if (before === null || after === null) return []
  const kinds: NoticeKind[] = []
  if (before.DATE_CONSULTATION === null && after.DATE_CONSULTATION !== null) kinds.push('devis_ouvert')
  if (before.DEVIS_SIGNE !== 1 && after.DEVIS_SIGNE === 1) kinds.push('devis_signe')
  if (before.REFUSE !== 1 && after.REFUSE === 1) kinds.push('devis_refuse')
  if (kinds.length === 0) return []
  const { viewers } = staged.row
  const rep = await repOf(tx, after, viewers)
  // Somebody knows of every signature, also where a project has nobody, or its people have left.
  const people = rep.length > 0 ? rep : await officeOf(tx)
  const number = (after.NUMERO_DEVIS ?? null) as string | null
  const detail = before.DEVIS_SIGNE === 1 && number !== null ? `${number} (${await endOf(tx, staged.row.id)})` : number
  return kinds.map((kind) => eventOf(staged, { kind, people, detail }))
}

/** How an order ended, by the evidence of this write: its customer withdrew, or both agreed on it. */
async function endOf(tx: Tx, devis: string): Promise<string> {
  const { rows } = await sql<{ kind: string }>`select kind from devis_evidence
    where company_id = current_setting('app.company_id') and devis_id = ${devis} order by number desc limit 1`.execute(
    tx,
  )
  return rows[0]?.kind === 'cancellation' ? 'commande annulée' : 'rétractation'
}

/**
 * Who is responsible for a quote: its salesperson, its project's, else its client's; the first of them who works here and may see it. A project may be given to
 * somebody while its quote keeps a salesperson who then sees neither.
 * @param viewers of the quote; null for what everybody sees
 */
export async function repOf(tx: Tx, quote: Values, viewers: Viewers | null): Promise<string[]> {
  const { rows } = await sql<{ projet: string | null; client: string | null }>`select p."IDRESPONSABLEPROJET" as projet,
      c."IDPERSONNEL" as client
    from projet p left join client c on c.company_id = p.company_id and c."IDCLIENT" = p."IDCLIENT"
    where p.company_id = current_setting('app.company_id') and p."IDPROJET" = ${quote.IDPROJET}`.execute(tx)
  for (const id of new Set([quote.IDRESPONSABLEPROJET, rows[0]?.projet, rows[0]?.client]))
    if (typeof id === 'string' && (await mayBeTold(tx, id, viewers))) return [id]
  return []
}

/** The office of the whole company: give an event its record's viewers, and only who sees the record is told. */
export async function officeOf(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select "IDPERSONNEL" as id from personnel
    where company_id = current_setting('app.company_id') and not deleted and ${IS_OFFICE} order by 1`.execute(tx)
  return rows.map(({ id }) => id)
}

const IS_OFFICE = sql`"ROLES" && array['assistant', 'commercial_director']`

/** A customer's request, as the office is told of it (DAY-05). */
export interface ReceivedRequest {
  /** Of the request. */
  id: string
  client: { IDCLIENT: string; IDPERSONNEL: string | null; IDAGENCE: string | null }
  /** Whom it concerns first: a referral the client's salesperson, the rest the assistants of the agency. */
  to: 'sales' | 'agence'
}

/** Who is near to a client, by their rank: 1 and 2 the office of its agency, 3 any office where it has none, 4 the client's salesperson, 5 who may not open it. */
const BLIND = 5

interface Nearest {
  /** Of the client's agency; where it has none, the client's salesperson, else any office. */
  office: string[]
  /** Whether the client's salesperson works here. */
  hasRep: boolean
  /** Nobody there may open what is the agency's alone. */
  isBlind: boolean
}

export async function nearestOffice(
  tx: Tx,
  { IDPERSONNEL, IDAGENCE }: Pick<ReceivedRequest['client'], 'IDPERSONNEL' | 'IDAGENCE'>,
): Promise<Nearest> {
  const left = await closedAccounts(tx)
  const { rows } = await sql<{ id: string; rank: number }>`select "IDPERSONNEL" as id,
      case when not (${IS_OFFICE}) then 4
        when coalesce("IDAGENCE" = ${IDAGENCE}, false) or ${IDAGENCE} = any("AGENCES") or "TOUTES_AGENCES" = 1
          then case when 'assistant' = any("ROLES") then 1 else 2 end
        when ${IDAGENCE}::text is null then 3
        when "IDPERSONNEL" = ${IDPERSONNEL} then 4
        else ${BLIND}::integer end as rank
    from personnel where company_id = current_setting('app.company_id') and not deleted and cardinality("ROLES") > 0
      and (${IS_OFFICE} or "IDPERSONNEL" = ${IDPERSONNEL}) and "IDPERSONNEL" <> all(${left}::text[])`.execute(tx)
  const nearest = Math.min(...rows.map(({ rank }) => rank))
  return {
    office: rows.filter(({ rank }) => rank === nearest).map((one) => one.id),
    hasRep: rows.some((one) => one.id === IDPERSONNEL),
    isBlind: nearest === BLIND,
  }
}

/**
 * The notice of a request. An agency without assistants tells its directors; one without an office the client's salesperson. Where nobody may open it, the other
 * offices know at least that it is there. Give it to `ServiceWrite.tell`.
 */
export async function requestEvent(tx: Tx, { id, client, to }: ReceivedRequest): Promise<NoticeEvent> {
  const { IDCLIENT, IDPERSONNEL } = client
  const { office, hasRep, isBlind } = await nearestOffice(tx, client)
  return {
    kind: 'demande_recue',
    people: to === 'sales' && IDPERSONNEL !== null && hasRep ? [IDPERSONNEL] : office,
    resource: 'demande',
    id,
    detail: null,
    client: { IDCLIENT, IDPROJET: null },
    viewers: isBlind ? null : demandeViewers(client),
  }
}
