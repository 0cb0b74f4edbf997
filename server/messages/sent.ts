import { type RawBuilder, sql } from 'kysely'
import type { Staff } from '../../schemas/access.ts'
import type { SyncedResource } from '../../schemas/resources.ts'
import { RETENTION } from '../../schemas/retention.ts'
import type { SentAbout, SentContract, SentKind, SentMessage, SentPage } from '../../schemas/sent.ts'
import type { Tx } from '../plugins/database/database.ts'
import { visible } from '../policies/visibility.ts'

interface Asked {
  staff: Staff
  about: { resource: SentAbout; id: string }
  limit: number
}

interface Row extends Omit<SentMessage, 'GENRE'> {
  key: string
  genre: string | null
}

/** What belongs to a client or a project, with the columns that say so. */
const BELOW = [
  ['rdv', 'IDRDV'],
  ['devis', 'IDDEVIS'],
  ['intervention', 'IDINTERVENTION'],
] as const satisfies readonly (readonly [SyncedResource, string])[]

const OURS = sql`company_id = current_setting('app.company_id')`

/** Ids of one resource that this person may see. */
const seen = (staff: Staff, [resource, key]: readonly [SyncedResource, string], where: RawBuilder<unknown>) =>
  sql`select ${resource}::text as resource, ${sql.ref(key)} as id from ${sql.table(resource)}
    where ${OURS} and ${where} and ${visible(staff, resource)}`

/** The record and what belongs to it, as far as the person may see that: few rows, by which the messages are found in their index. */
function subjectsOf({ staff, about: { resource, id } }: Asked): RawBuilder<unknown> {
  const itself = sql`select ${resource}::text as resource, ${id}::text as id`
  if (resource === 'devis') return itself
  const projets =
    resource === 'projet'
      ? sql`"IDPROJET" = ${id}`
      : sql`"IDPROJET" in (select "IDPROJET" from projet where ${OURS} and "IDCLIENT" = ${id})`
  const below = BELOW.map((one) => seen(staff, one, projets))
  const own = resource === 'client' ? [seen(staff, ['projet', 'IDPROJET'], sql`"IDCLIENT" = ${id}`)] : []
  return sql.join([itself, ...own, ...below], sql` union all `)
}

/** The mails of a customer's request, and of a withdrawal, go to the company. */
const TO_CUSTOMER = sql`m.channel in ('mail', 'sms') and m.key not like 'space-request:%' and m.key not like '%:agence'`

/** One page of what was sent to a customer about a record (DAY-15), the latest first. */
export async function sentPage(tx: Tx, asked: Asked): Promise<SentPage> {
  const found = sql`(${subjectsOf(asked)}) as s join message m on m.company_id = current_setting('app.company_id')
    and m.resource = s.resource and m.record_id = s.id where ${TO_CUSTOMER}`
  const { rows } = await sql<Row>`select m.id, m.channel as "CANAL", m.key, m.payload #>> '{rdv,genre}' as genre,
      nullif(m.payload ->> 'subject', '') as "OBJET", m.recipient as "DESTINATAIRE", m.status as "ETAT", m.error as "RAISON",
      m.created_at as "LE", m.sent_at as "ENVOYE_LE",
      case when m.created_by like 'personnel:%' then substr(m.created_by, 11) end as "IDPERSONNEL",
      coalesce((select min(l.opened_at) from rdv_link l where l.company_id = m.company_id and l.message_id = m.id),
        (select d."DATE_CONSULTATION"::timestamptz from devis d where m.resource = 'devis'
          and (m.key like 'mail:devis_transmis:%' or m.key like '%:devis_relance:%') and d.company_id = m.company_id
          and d."IDDEVIS" = m.record_id and d."DATE_CONSULTATION"::timestamptz >= m.created_at),
        -- Of lines that have changed since, only the list of views knows.
        (select max(v.at) from devis_consultation v join devis d on d.company_id = v.company_id
          and d."IDDEVIS" = v.devis_id and d."IDCLIENT" = v.client_id
          where m.resource = 'devis' and (m.key like 'mail:devis_transmis:%' or m.key like '%:devis_relance:%')
          and v.company_id = m.company_id and v.devis_id = m.record_id and v.at >= m.created_at)) as "OUVERT_LE"
    from ${found} order by m.created_at desc, m.id desc limit ${asked.limit}`.execute(tx)
  const counted = await sql<{ total: number }>`select count(*)::integer as total from ${found}`.execute(tx)
  const { resource, id } = asked.about
  const CONTRAT = resource === 'devis' ? await sentContract(tx, id) : undefined
  return {
    data: rows.map(({ key, genre, ...row }) => ({ ...row, GENRE: kindOf(key, genre) })),
    total: counted.rows[0]?.total ?? 0,
    ...(CONTRAT === undefined ? {} : { CONTRAT }),
  }
}

/** The key of the mail with the customer's copy of a signed quote. */
export const contractKey = (devisId: string): string => `devis-contrat:${devisId}`

/**
 * The mail with the customer's copy of a quote; null where none was queued, undefined for a quote that is no contract, or whose mails are old enough to be deleted.
 */
async function sentContract(tx: Tx, id: string): Promise<SentContract | null | undefined> {
  const { rows: signed } = await sql`select 1 from devis where ${OURS} and "IDDEVIS" = ${id} and "DEVIS_SIGNE" = 1
    and "REFUSE" <> 1 and "DATE_SIGNATURE"::timestamptz > now() - make_interval(days => ${RETENTION.messages.days})`.execute(
    tx,
  )
  if (signed.length === 0) return undefined
  const { rows } = await sql<SentContract>`select recipient as "DESTINATAIRE", status as "ETAT", sent_at as "ENVOYE_LE"
    from message where ${OURS} and key = ${`mail:${contractKey(id)}`}`.execute(tx)
  return rows[0] ?? null
}

/** Beginnings of the keys under which messages are queued, and what they are for. */
const KINDS: readonly (readonly [RegExp, SentKind])[] = [
  [/^mail:devis_transmis:/, 'devis_transmis'],
  [/^(mail|sms):devis_relance:/, 'devis_relance'],
  [/^(mail|sms):demande:/, 'reponse'],
  [/^otp:/, 'code'],
  [/^pv:/, 'pv'],
  [/^contact:/, 'coordonnees'],
]

function kindOf(key: string, genre: string | null): SentKind {
  if (genre !== null) return `rdv_${genre}` as SentKind
  return KINDS.find(([pattern]) => pattern.test(key))?.[1] ?? 'autre'
}
