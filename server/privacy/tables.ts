import { type RawBuilder, sql } from 'kysely'
import { WHOM } from '../messages/whom.ts'
import { ERASED_HASH } from '../writes/idempotency.ts'
import type { Period } from './former-clients.ts'
import { contacts, type FoundClient, type Records, targetsOf, wholeIds } from './found.ts'

/** A table besides the entities that mentions customers. */
interface Speaking {
  table: string
  /** Rows of this customer. */
  where: (found: FoundClient) => RawBuilder<unknown>
  /** Columns that their export shows; never a token, a code, a key or a digest. */
  shows: readonly string[]
  /** What it shows of a column that may hold one of these. */
  as?: Readonly<Record<string, RawBuilder<unknown>>>
  /** `garde`: the law obliges to keep it. */
  erase: 'supprime' | 'garde' | { set: (found: FoundClient) => RawBuilder<unknown> }
  /** A trigger adds to it when the record is emptied: it is erased after that. Its rows are found by an index. */
  late?: true
}

const ids = ({ records }: FoundClient, resource: 'devis' | 'fichier' | 'rdv'): string[] => records.get(resource) ?? []

/** `(resource, record_id)` is one of the customer's records. */
const about = ({ records }: Pick<FoundClient, 'records'>): RawBuilder<unknown> =>
  sql`(${sql.join(
    [...records].map(([resource, all]) => sql`(resource = ${resource} and record_id = any(${all}::text[]))`),
    sql` or `,
  )})`

/** A row that is about records of a project in the time in which they were somebody's: of others, or of this customer, who had it before. */
function during(periods: readonly Period[], at: string, named: (records: Records) => RawBuilder<unknown>) {
  if (periods.length === 0) return sql`false`
  const each = periods.map(({ records, since, until }) => {
    const begun = since === null ? sql`` : sql`and ${sql.ref(at)} > ${since}::timestamptz`
    return sql`(${named(records)} and ${sql.ref(at)} <= ${until}::timestamptz ${begun})`
  })
  return sql`(${sql.join(each, sql` or `)})`
}

const ofRecords = (records: Records): RawBuilder<unknown> => about({ records })
const ofTargets = (records: Records): RawBuilder<unknown> => sql`target = any(${targetsOf(records)}::text[])`

/** The customer of the document of a decision; a PV's names none. */
const PARTY = sql`case when document like '{%' then document::jsonb #>> '{client,IDCLIENT}' end`

/** Whether a text holds one of them. */
const holds = (column: string, found: FoundClient): RawBuilder<unknown> =>
  sql`${sql.ref(column)}::text ~* ${contacts(found)}`

/** The JSON of a column without them. */
const without = (column: string, found: FoundClient): RawBuilder<unknown> =>
  sql`regexp_replace(${sql.ref(column)}::text, ${contacts(found)}, '', 'gi')`

/** Their ids as strings of a JSON text: a regular expression. */
const quoted = ({ ids: own }: FoundClient): string => `"${wholeIds(own)}"`

/**
 * Every table that mentions customers other than by an entity's fields. With the entities and `SILENT` it names every table of the database: a test reads
 * them from there, so that a new one cannot be forgotten.
 */
export const SPEAKING: readonly Speaking[] = [
  {
    table: 'session',
    where: ({ ids: own }) => sql`kind = 'client' and account_id = any(${own}::text[])`,
    shows: ['created_at', 'last_seen_at', 'expires_at', 'device_id', 'agent', 'address'],
    erase: 'supprime',
  },
  {
    table: 'push_subscription',
    where: ({ accounts }) => sql`account = any(${accounts}::text[])`,
    shows: ['created_at'],
    erase: 'supprime',
  },
  {
    table: 'message',
    where: (found) =>
      sql`(${WHOM} = any(${found.ids}::text[])
        or (${WHOM} is null and (${about(found)} and not ${during(found.before, 'created_at', ofRecords)} or ${during(found.had, 'created_at', ofRecords)}))
        or recipient = any(${[...found.phones, ...found.accounts]}::text[])
        or lower(recipient) = any(${found.mails}::text[]) or ${holds('payload', found)})`,
    shows: ['channel', 'recipient', 'payload', 'status', 'created_at', 'sent_at'],
    // Until it has left, the text of a secret message holds the code or the link; whoever makes the export is not whom it is for.
    as: {
      payload: sql`case when payload @> '{"secret": true}' then payload - 'text' - 'html' - 'ical' else payload end`,
    },
    erase: 'supprime',
  },
  {
    table: 'audit',
    where: (found) =>
      sql`(actor = any(${found.accounts}::text[])
        or (actor not like 'client:%' and ${ofTargets(found.records)} and not ${during(found.before, 'at', ofTargets)})
        or (actor not like 'client:%' and ${during(found.had, 'at', ofTargets)})
        or details::text ~ ${wholeIds(found.ids)} or ${holds('details', found)})`,
    shows: ['at', 'actor', 'action', 'target', 'ip', 'details'],
    // The fact that something was done stays; the content, and the customer's network and device, do not.
    erase: {
      set: ({ accounts }) => sql`details = '{}', ip = case when actor = any(${accounts}::text[]) then null else ip end,
        device = case when actor = any(${accounts}::text[]) then null else device end`,
    },
  },
  {
    table: 'mutation',
    where: about,
    shows: ['account', 'resource', 'record_id', 'created_at'],
    // The line stays: a device may send the write again, and it must not be made twice.
    erase: { set: () => sql`body_hash = ${ERASED_HASH}` },
  },
  {
    table: 'once_result',
    where: (found) => sql`(account = any(${found.accounts}::text[]) or ${holds('result', found)}
      or result::text ~ ${quoted(found)})`,
    shows: ['account', 'result', 'created_at'],
    // Answers about merges held the name of the record that went.
    erase: {
      set: (found) => sql`result = case when jsonb_typeof(result) = 'object' and result::text ~ ${quoted(found)}
        then ${without('result', found)}::jsonb - 'NOM' else ${without('result', found)}::jsonb end`,
    },
  },
  {
    table: 'otp_challenge',
    where: ({ ids: own, phones }) => sql`(client_id = any(${own}::text[]) or phone = any(${phones}::text[]))`,
    shows: ['purpose', 'phone', 'ip', 'created_at', 'used_at'],
    erase: 'supprime',
  },
  {
    table: 'devis_consultation',
    // Not by the quote: who read it before its project's client was corrected is somebody else.
    where: (found) => sql`client_id = any(${found.ids}::text[])`,
    shows: ['devis_id', 'origine', 'ip', 'user_agent', 'at'],
    erase: 'supprime',
  },
  {
    table: 'rdv_link',
    where: (found) =>
      sql`(client_id = any(${found.ids}::text[]) or (client_id is null and rdv_id = any(${ids(found, 'rdv')}::text[])))`,
    shows: ['rdv_id', 'created_at', 'expires_at', 'opened_at'],
    erase: 'supprime',
  },
  {
    table: 'contact_change',
    where: ({ ids: own }) => sql`client_id = any(${own}::text[])`,
    shows: [
      'old_phone',
      'new_phone',
      'old_mail',
      'new_mail',
      'at',
      'par',
      'answer',
      'answered_at',
      'lifted_at',
      'lifted_by',
      'untold',
    ],
    erase: 'supprime',
    late: true,
  },
  {
    table: 'space_number',
    where: ({ ids: own }) => sql`client_id = any(${own}::text[])`,
    shows: ['phone', 'at', 'how'],
    erase: 'supprime',
  },
  {
    table: 'short_link',
    where: (found) => sql`url ~ ${wholeIds(ids(found, 'devis'))}`,
    shows: ['slug', 'url', 'LIBELLE', 'created_at'],
    erase: 'supprime',
  },
  {
    // Lines of imported files: what they made is in the records, and what was refused can be brought again.
    table: 'import_row',
    where: (found) =>
      sql`(${holds('cells', found)} or records::text ~ ${quoted(found)}
        or details::text ~ ${quoted(found)} or ${holds('details', found)})`,
    shows: ['number', 'cells', 'fate', 'details'],
    erase: 'supprime',
  },
  {
    table: 'client_merge',
    where: ({ ids: own }) => sql`into_id = any(${own}::text[])`,
    shows: ['from_id', 'into_id', 'at', 'undone_at', 'before', 'merged'],
    // The line stays: it says that the sealed quotes of all their records are of one client. It can be undone no more.
    erase: { set: () => sql`before = null, merged = null` },
  },
  {
    // What they did on a project that is somebody else's now.
    table: 'former_client',
    where: ({ ids: own }) => sql`client_id = any(${own}::text[])`,
    shows: ['projet_id', 'since', 'until', 'entries'],
    as: {
      entries: sql`(select jsonb_agg(entry) from projet p, jsonb_array_elements(p."JOURNAL") as entry
        where p.company_id = former_client.company_id and p."IDPROJET" = former_client.projet_id
          and entry ->> 'id' = any(former_client.entries))`,
    },
    erase: 'supprime',
  },
  {
    // The addresses themselves are among the records.
    table: 'former_home',
    where: ({ ids: own }) => sql`client_id = any(${own}::text[])`,
    shows: ['adresse_id', 'until'],
    erase: 'supprime',
    late: true,
  },
  {
    table: 'payment',
    where: (found) => sql`devis_id = any(${ids(found, 'devis')}::text[])`,
    shows: ['id', 'devis_id', 'amount', 'state', 'provider', 'created_at', 'confirmed_at'],
    erase: 'garde',
  },
  {
    table: 'devis_evidence',
    where: (found) =>
      sql`(((devis_id = any(${ids(found, 'devis')}::text[]) or fichier_id = any(${ids(found, 'fichier')}::text[]))
          and coalesce(${PARTY}, ${found.id}) = any(${found.ids}::text[]))
        or (document ~ ${quoted(found)} and ${PARTY} = any(${found.ids}::text[])))`,
    shows: ['number', 'kind', 'devis_id', 'fichier_id', 'record', 'document', 'hash'],
    erase: 'garde',
  },
]

/** Tables that hold nothing about a customer, and why. */
export const SILENT: Readonly<Record<string, string>> = {
  rdv_person: 'quel membre du personnel est de quel rendez-vous ; elle suit les rendez-vous',
  stored_bytes: 'où sont les octets des fichiers, qui sont dans l’export ; elle suit leurs fiches',
  erasure: 'les identifiants de ce qui a été effacé, et rien de ce qui s’y trouvait',
  erasure_request: 'un identifiant et une date',
  attempt: 'des empreintes à clé, que personne ne relie à quelqu’un',
  lead_seen: 'des empreintes de messages',
  company: 'l’entreprise',
  company_epoch: 'l’historique de la base',
  company_subdomain: 'les sous-domaines de l’entreprise',
  company_picture: 'les images de l’entreprise',
  admin_user: 'les administrateurs',
  credential: 'le personnel',
  password_link: 'le personnel et les administrateurs',
  notice_choice: 'le personnel',
  notice_burst: 'de quelles fiches parle une notification : des identifiants',
  device: 'les appareils du personnel',
  client_merge_item: 'ce qui est venu avec une fiche fusionnée : des identifiants, et rien de ce qui s’y trouve',
  handover: 'le personnel',
  handover_item: 'qui a reçu quelle fiche : des identifiants, et rien de ce qui s’y trouve',
  taken_off: 'qui a été retiré de quel rendez-vous ou de quelle intervention : des identifiants',
  personnel_photo: 'le personnel',
  article_photo: 'les tarifs',
  backup_made: 'des dates et des nombres',
  installation: 'une empreinte de clé',
  totp: 'le personnel et les administrateurs',
  passkey: 'le personnel et les administrateurs',
  recovery_code: 'le personnel et les administrateurs',
  factor_challenge: 'le personnel et les administrateurs',
  ics_token: 'le personnel',
  lola_token: 'le personnel',
  lead_key: 'une clé',
  payment_account: 'le compte de paiement de l’entreprise',
  former_payment_account: 'ses anciens comptes de paiement',
  role: 'les rôles',
  label: 'les étiquettes',
  data_import: 'le nom d’un fichier, les titres de ses colonnes et des comptes',
  import_columns: 'des titres de colonnes',
  numbering: 'des compteurs',
  mail_template: 'les modèles de mail',
  asset_type: 'réglages',
  asset_item: 'réglages',
  asset_item_custom: 'réglages',
  console_scope: 'toujours vide',
  retention_run: 'des comptes',
  retention_turn: 'une ligne',
  schema_migration: 'les versions',
}
