import { sql } from 'kysely'
import { entityOf, SYNCED, type SyncedResource } from '../../schemas/resources.ts'
import { usesOf } from '../../schemas/uses.ts'
import { keptRecord, mergedInto } from '../merges/alias.ts'
import type { Tx } from '../plugins/database/database.ts'
import { readRow } from '../repositories/rows.ts'
import { copiesOf } from '../space/photo-copies.ts'
import { usersOf } from '../writes/uses.ts'
import { type Period, periodsOf } from './former-clients.ts'
import { visitsAtHomes } from './home-visits.ts'

/** Ids of records by resource. */
export type Records = Map<SyncedResource, string[]>

/** A customer and everything that mentions them. */
export interface FoundClient {
  /** Of their record. */
  id: string
  /** Of their record, and of those that were merged into it. */
  ids: string[]
  /** `client:<id>` of each of these. */
  accounts: string[]
  /** « Ada Lovelace »; empty when the record itself does not exist. */
  name: string
  records: Records
  /** National digits of the numbers that they have or had, and that nobody else has. */
  phones: string[]
  /** The same for mail addresses, in lower case. */
  mails: string[]
  /** When their projects were somebody else's, before the client was corrected. */
  before: Period[]
  /** When projects that are somebody else's now were theirs. */
  had: Period[]
}

/** A place is shared, so its other records are not the customer's; lists and people are the company's. */
const FOLLOWED = (resource: SyncedResource): boolean => resource !== 'adresse' && usesOf(resource).length > 0

/** Resources that mention a customer by what their fields point to, read from the declarations: a new one is found by its `ref`. Pure. */
export function reachable(): Set<SyncedResource> {
  const found = new Set<SyncedResource>(['client'])
  for (const resource of found) {
    if (FOLLOWED(resource)) for (const use of usesOf(resource)) found.add(use.resource)
  }
  return found
}

/**
 * Those of these records that are not another customer's: a quote or a request that hangs on their project may name somebody else, whose it stays when the
 * project's client is corrected. A request from which their own record was made is about them.
 */
async function notOfOthers(
  tx: Tx,
  { resource, ids, own }: { resource: SyncedResource; ids: readonly string[]; own: readonly string[] },
): Promise<string[]> {
  if (resource !== 'devis' && resource !== 'demande') return [...ids]
  const { table, key } = entityOf(resource)
  const whose = resource === 'demande' ? sql`"IDCLIENT", "IDCLIENT_SUITE"` : sql`"IDCLIENT"`
  const { rows } = await sql<{ id: string }>`select ${sql.ref(key)} as id from ${sql.table(table)}
    where company_id = current_setting('app.company_id') and ${sql.ref(key)} = any(${[...ids]}::text[])
      and array[${whose}]::text[] && ${[...own]}::text[] order by 1`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Takes away what hangs on records of others: files and payments name the project too. */
async function dropOthers(tx: Tx, found: Map<SyncedResource, Set<string>>, others: readonly string[]): Promise<void> {
  if (others.length === 0) return
  const theirs = sql`${[...others]}::text[]`
  const { rows } = await sql<{ resource: SyncedResource; id: string }>`
    select 'fichier' as resource, "IDFICHIER" as id from fichier where company_id = current_setting('app.company_id')
      and "RESSOURCE" || ':' || "IDENREGISTREMENT" = any(${theirs})
    union all
    select 'fichier', unnest("PHOTOS") from demande where company_id = current_setting('app.company_id')
      and 'demande:' || id = any(${theirs})
    union all
    select 'paiement', id from paiement where company_id = current_setting('app.company_id')
      and 'devis:' || "IDDEVIS" = any(${theirs})`.execute(tx)
  for (const { resource, id } of rows) found.get(resource)?.delete(id)
  for (const id of await copiesOf(tx, sql`'demande:' || id = any(${theirs})`)) found.get('fichier')?.delete(id)
}

/** The photos of their requests, and the office's copies of them, hang on projects that may be somebody else's now. */
async function addPhotos(tx: Tx, found: Map<SyncedResource, Set<string>>, own: readonly string[]): Promise<void> {
  const mine = sql`"IDCLIENT" = any(${[...own]}::text[])`
  const copies = [...(await copiesOf(tx, mine))]
  const { rows } = await sql<{ id: string }>`select "IDFICHIER" as id from fichier
    where company_id = current_setting('app.company_id') and "IDFICHIER" = any(${copies}::text[] || array(
      select unnest("PHOTOS") from demande where company_id = current_setting('app.company_id') and ${mine}))`.execute(
    tx,
  )
  if (rows.length > 0) found.set('fichier', new Set([...(found.get('fichier') ?? []), ...rows.map(({ id }) => id)]))
}

/** The records of a customer, those that were merged into theirs and tombstones too, with the addresses that belong to them alone and the conflicts about any of these. */
export async function recordsOf(tx: Tx, clientId: string): Promise<Records> {
  const own = await mergedInto(tx, await keptRecord(tx, clientId))
  const found = new Map<SyncedResource, Set<string>>([['client', new Set(own)]])
  const others = new Set<string>()
  const waiting: { resource: SyncedResource; id: string }[] = own.map((id) => ({ resource: 'client', id }))
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    if (!FOLLOWED(next.resource)) continue
    for (const deleted of [false, true]) {
      for (const [resource, ids] of await usersOf(tx, next, deleted)) {
        const known = found.get(resource) ?? new Set()
        found.set(resource, known)
        const theirs = await notOfOthers(tx, { resource, ids, own })
        for (const id of ids) if (!theirs.includes(id)) others.add(`${resource}:${id}`)
        for (const id of theirs) {
          if (known.has(id)) continue
          known.add(id)
          waiting.push({ resource, id })
        }
      }
    }
  }
  await dropOthers(tx, found, [...others])
  await addPhotos(tx, found, own)
  const records: Records = new Map([...found].map(([resource, ids]) => [resource, [...ids]]))
  const places = await ownPlaces(tx, records)
  if (places.length > 0) records.set('adresse', places)
  const visits = await visitsAtHomes(tx, { own, places })
  if (visits.length > 0) records.set('rdv', [...new Set([...(records.get('rdv') ?? []), ...visits])])
  const conflits = await conflictsAbout(tx, records)
  if (conflits.length > 0) records.set('conflit', conflits)
  return records
}

/** Fields through which records name a place. */
const PLACES = SYNCED.flatMap((resource) =>
  Object.entries(entityOf(resource).fields)
    .filter(([, field]) => field.ref === 'adresse')
    .map(([field]) => ({ resource, field })),
)

/** Where this client lived and nobody else has moved out of; not where an appointment without a project was made since: it is about somebody else. */
async function formerHomes(tx: Tx, own: readonly string[]): Promise<string[]> {
  const ids = sql`${[...own]}::text[]`
  const { rows } = await sql<{ id: string }>`select distinct h.adresse_id as id from former_home h
    where h.company_id = current_setting('app.company_id') and h.client_id = any(${ids})
      and not exists (select from former_home o where o.company_id = h.company_id and o.adresse_id = h.adresse_id
        and o.client_id <> all(${ids}))
      and not exists (select from rdv r where r.company_id = h.company_id and r."IDADRESSE" = h.adresse_id
        and r."IDPROJET" is null and not r.deleted and r."DATE_CREATION"::timestamptz > h.until)`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Addresses that these records name, or named as a home, and that no record of anybody else (tombstones excepted) does. */
async function ownPlaces(tx: Tx, records: Records): Promise<string[]> {
  const named = new Set<string>(await formerHomes(tx, records.get('client') ?? []))
  for (const { resource, field } of PLACES) {
    const { table, key } = entityOf(resource)
    const { rows } = await sql<{ id: string }>`select distinct ${sql.ref(field)} as id from ${sql.table(table)}
      where company_id = current_setting('app.company_id') and ${sql.ref(key)} = any(${records.get(resource) ?? []}::text[])
        and ${sql.ref(field)} is not null`.execute(tx)
    for (const { id } of rows) named.add(id)
  }
  for (const { resource, field } of PLACES) {
    const { table, key } = entityOf(resource)
    const mine = sql`${sql.ref(key)} = any(${records.get(resource) ?? []}::text[])`
    const alone = resource === 'rdv' ? sql`and "IDPROJET" is not null` : sql``
    const { rows } = await sql<{ id: string }>`select distinct ${sql.ref(field)} as id from ${sql.table(table)}
      where company_id = current_setting('app.company_id') and ${sql.ref(field)} = any(${[...named]}::text[])
        and not deleted and not ${mine} ${alone}`.execute(tx)
    for (const { id } of rows) named.delete(id)
  }
  return [...named].sort()
}

async function conflictsAbout(tx: Tx, records: Records): Promise<string[]> {
  const found: string[] = []
  for (const [resource, ids] of records) {
    const { rows } = await sql<{ id: string }>`select id from conflit
      where company_id = current_setting('app.company_id') and "RESSOURCE" = ${resource}
        and "IDENREGISTREMENT" = any(${ids}::text[])`.execute(tx)
    found.push(...rows.map(({ id }) => id))
  }
  return found
}

/** What may stand before an address: no other sign of one. In the JSON of a column a line end is two signs, of which the second is a letter. */
const BEFORE_MAIL = '(?<=^|[^\\w.%+-]|\\\\[nrt])'
/** What may stand after it: a sentence may end there, the name of its host goes on with a point and a letter. */
const AFTER_MAIL = '(?![\\w-]|\\.\\w)'

/**
 * Their numbers and addresses as a regular expression; « 06 39 98 07 01 » is 0639980701 too, and jean.martin@… is not martin@…, but somebody else's. It matches
 * nothing when they have none.
 */
export const contacts = ({ phones, mails }: Pick<FoundClient, 'phones' | 'mails'>): string => {
  const words = [
    ...phones.map((phone) => `(?<![0-9])${[...phone].join('[ .]?')}(?![0-9])`),
    ...mails.map((mail) => `${BEFORE_MAIL}${mail.replace(/[^a-z0-9]/gi, (sign) => `\\${sign}`)}${AFTER_MAIL}`),
  ]
  return words.length === 0 ? '(?!)' : `(${words.join('|')})`
}

/**
 * Ids as a regular expression, each whole: one that a device gave may be a single letter, and « _ » stands for any sign of a `like`. It matches nothing when
 * there are none.
 */
export const wholeIds = (ids: readonly string[]): string =>
  ids.length === 0
    ? '(?!)'
    : `(?<![\\w.-])(${ids.map((id) => id.replace(/[^a-z0-9_]/gi, (sign) => `\\${sign}`)).join('|')})(?![\\w-])`

/** Requests of others who recommended somebody with one of these numbers or addresses. */
async function recommending(tx: Tx, had: Pick<FoundClient, 'phones' | 'mails'>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from demande
    where company_id = current_setting('app.company_id') and concat_ws(' ', "FILLEUL"::text, "MESSAGE") ~* ${contacts(had)}`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/**
 * Everything that mentions a customer. Lock their row first when a decision depends on it.
 * @param named their record, or one that was merged into it
 */
export async function findClient(tx: Tx, named: string): Promise<FoundClient> {
  const id = await keptRecord(tx, named)
  const ids = await mergedInto(tx, id)
  const row = await readRow(tx, { resource: 'client', id })
  const { NOM, PRENOM } = (row?.record ?? {}) as Record<string, string | null>
  const own = sql`company_id = current_setting('app.company_id')`
  const theirs = sql`any(${ids}::text[])`
  const { rows } = await sql<{ phone: string }>`
    select distinct phone from (
      select phone_key("PORTABLE") as phone from client where ${own} and "IDCLIENT" = ${theirs}
      union select phone_key("TELEPHONE") from client where ${own} and "IDCLIENT" = ${theirs}
      union select unnest(array[old_phone, new_phone]) from contact_change where ${own} and client_id = ${theirs}
    ) as had where phone <> '' and not exists (select 1 from client c where c.company_id = current_setting('app.company_id')
      and c."IDCLIENT" <> all(${ids}::text[]) and not c.deleted and phone in (phone_key(c."PORTABLE"), phone_key(c."TELEPHONE")))`.execute(
    tx,
  )
  const { rows: mails } = await sql<{ mail: string }>`
    select distinct mail from (
      select lower("MAIL") as mail from client where ${own} and "IDCLIENT" = ${theirs}
      union select unnest(array[old_mail, new_mail]) from contact_change where ${own} and client_id = ${theirs}
    ) as had where mail <> '' and not exists (select 1 from client c where c.company_id = current_setting('app.company_id')
       and c."IDCLIENT" <> all(${ids}::text[]) and not c.deleted and lower(c."MAIL") = mail)`.execute(tx)
  const had = { phones: rows.map(({ phone }) => phone), mails: mails.map(({ mail }) => mail) }
  const records = await recordsOf(tx, id)
  const demandes = new Set([...(records.get('demande') ?? []), ...(await recommending(tx, had))])
  if (demandes.size > 0) records.set('demande', [...demandes])
  const periods = await periodsOf(tx, { ids, projets: records.get('projet') ?? [] })
  return {
    id,
    ids,
    accounts: ids.map((one) => `client:${one}`),
    name: [PRENOM, NOM].filter(Boolean).join(' '),
    records,
    ...had,
    ...periods,
  }
}

/** `devis:<id>` … of every record, as the audit trail names them. */
export const targetsOf = (records: Records): string[] =>
  [...records].flatMap(([resource, ids]) => ids.map((id) => `${resource}:${id}`))
