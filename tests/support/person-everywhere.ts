import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Field } from '../../schemas/entity.ts'
import type { Values } from '../../schemas/merge.ts'
import { entityOf, type SyncedResource } from '../../schemas/resources.ts'
import type { Database, Tx } from '../../server/plugins/database/database.ts'
import { reachable } from '../../server/privacy/found.ts'
import { LIGNE } from './contract-records.ts'
import { plant } from './staffed-company.ts'

/** A mark in every text about the customer, and in no other text. */
export const MARK = 'MARQUEDUCLIENT'
export const PHONE = '0639987766'
export const MAIL = 'marque@example.com'
export const CLIENT = 'client-partout'
const SENT_AT = '2026-01-05T09:00:00.000Z'

/** Pointers between the records, and contact details; these fields get no mark. */
const POINTERS: Partial<Record<SyncedResource, Values>> = {
  client: {
    PORTABLE: '06 39 98 77 66',
    MAIL,
    IDADRESSE: 'adresse-partout',
    JOURNAL: [{ id: 'x', GENRE: 'note', LE: '2026-01-05 09:00', AUTEUR: 'Camille', TEXTE: MARK }],
    FICHES_REUNIES: ['ancienne-fiche'],
  },
  projet: { IDCLIENT: CLIENT, ADRESSE_CHANTIER: 'adresse-partout' },
  rdv: {
    IDPROJET: 'projet-partout',
    IDADRESSE: 'adresse-partout',
    RDV_DEBUT: '2026-01-05 09:00',
    RDV_FIN: '2026-01-05 10:00',
    IDPERSONNELS: [],
  },
  devis: {
    IDPROJET: 'projet-partout',
    IDCLIENT: CLIENT,
    DATE_TRANSMISSION: null,
    LIGNES: [{ ...LIGNE, LIBELLE: MARK }],
  },
  intervention: {
    IDPROJET: 'projet-partout',
    IDDEVIS: 'devis-partout',
    RDV_DEBUT: '2026-01-05 09:00',
    RDV_FIN: '2026-01-05 10:00',
  },
  soumission: { IDRAPPORT: 'rapport', IDPROJET: 'projet-partout', IDRDV: 'rdv-partout' },
  fichier: {
    IDPROJET: 'projet-partout',
    RESSOURCE: 'devis',
    IDENREGISTREMENT: 'devis-partout',
    TYPE_MIME: 'application/pdf',
    TAILLE: 4,
    ORIGINE: 'document',
  },
  demande: { IDCLIENT: CLIENT, GENRE: 'apres_vente', IDPROJET: 'projet-partout', DATE_DEMANDE: SENT_AT },
  paiement: {
    IDDEVIS: 'devis-partout',
    IDPROJET: 'projet-partout',
    MONTANT: 100_00,
    MOYEN: 'cheque',
    GENRE: 'acompte',
    DATE_PAIEMENT: '2026-01-05',
  },
  conflit: { RESSOURCE: 'projet', IDENREGISTREMENT: 'projet-partout' },
}

export const idOf = (resource: SyncedResource): string => (resource === 'client' ? CLIENT : `${resource}-partout`)

/** Puts the mark into every text field of any entity, so that a new field is filled too. */
function marked(field: Field): unknown {
  if (
    field.ref !== undefined ||
    ['id', 'instant', 'date', 'datetime', 'choice', 'postcode', 'phone', 'email'].includes(field.kind)
  )
    return undefined
  if (field.column === 'text') return MARK
  if (field.column === 'jsonb') return Array.isArray(field.initial) ? [{ id: 'x', TEXTE: MARK }] : { q: MARK }
  return undefined
}

/** Makes every kind of record about a customer, and rows in every other table, with the mark. @returns the resources */
export async function plantEverywhere(db: Database, company: string): Promise<SyncedResource[]> {
  const resources: SyncedResource[] = [...reachable(), 'adresse', 'conflit'].filter(
    (one, i, all) => all.indexOf(one) === i,
  ) as SyncedResource[]
  await db.inTenant(company, async (tx) => {
    for (const resource of resources) {
      const entity = entityOf(resource)
      const values: Values = {}
      for (const [name, field] of Object.entries(entity.fields)) {
        const value = marked(field)
        if (value !== undefined) values[name] = value
      }
      await plant(tx, resource, { ...values, ...POINTERS[resource], [entity.key]: idOf(resource) })
    }
    await beside(tx)
  })
  return resources
}

async function beside(tx: Tx): Promise<void> {
  const c = sql`current_setting('app.company_id')`
  const hash = `hash-${MARK}-${randomUUID()}`
  const told = JSON.stringify({ text: `Bonjour ${MARK}` })
  await sql`insert into session (token_hash, kind, account_id, company_id, device_id, expires_at)
    values (${hash}, 'client', ${CLIENT}, ${c}, ${MARK}, now() + interval '1 day')`.execute(tx)
  await sql`insert into push_subscription (company_id, id, account, token_hash, endpoint, p256dh, auth)
    values (${c}, 'sub', ${`client:${CLIENT}`}, ${hash}, ${`https://push.example/${MARK}`}, 'p', 'a')`.execute(tx)
  await sql`insert into message (id, company_id, key, channel, recipient, payload, status, resource, record_id) values
    (gen_random_uuid()::text, ${c}, 'm1', 'sms', ${PHONE}, ${told}, 'sent', null, null),
    (gen_random_uuid()::text, ${c}, 'm2', 'mail', ${MAIL.toUpperCase()}, ${told}, 'queued', null, null),
    (gen_random_uuid()::text, ${c}, 'm3', 'mail', 'bureau@example.com', ${told}, 'sent', 'projet', 'projet-partout'),
    (gen_random_uuid()::text, ${c}, 'm4', 'mail', 'bureau@example.com',
      ${JSON.stringify({ text: `${MARK} a appelé du 06 39 98 77 66` })}, 'sent', null, null)`.execute(tx)
  await sql`insert into audit (id, company_id, actor, action, target, ip, details) values
    (gen_random_uuid()::text, ${c}, ${`client:${CLIENT}`}, 'login.accepted', ${`client:${CLIENT}`}, ${MARK}, '{}'),
    (gen_random_uuid()::text, ${c}, 'personnel:camille', 'client.contact', ${`client:${CLIENT}`}, null,
      ${JSON.stringify({ ancien_numero: MARK })}),
    (gen_random_uuid()::text, ${c}, 'admin:x', 'console.query', null, null,
      ${JSON.stringify({ sql: `select '${MARK}' from client where "MAIL" = '${MAIL}'` })})`.execute(tx)
  await sql`insert into mutation (company_id, account, id, body_hash, status, resource, record_id, version, seq)
    values (${c}, 'personnel:camille', 'ecriture-1', ${MARK}, 201, 'client', ${CLIENT}, 1, 1)`.execute(tx)
  await sql`insert into once_result (company_id, account, id, body_hash, result) values
    (${c}, 'personnel:camille', 'appel-1', 'h', ${JSON.stringify({ IDMESSAGE: 'm', MAIL })}),
    (${c}, 'personnel:alice', 'fusion-1', 'h', ${JSON.stringify({ id: 'fusion', IDCLIENT: CLIENT, AUTRE: 'client-autrefois', NOM: MARK })})`.execute(
    tx,
  )
  await sql`insert into otp_challenge (company_id, id, purpose, phone, code_digest, ip, expires_at)
    values (${c}, 'otp', 'login', ${PHONE}, 'd', ${MARK}, now())`.execute(tx)
  await sql`insert into devis_consultation (company_id, id, devis_id, client_id, origine, ip, user_agent)
    values (${c}, 'vue', 'devis-partout', ${CLIENT}, 'lien', '1.2.3.4', ${MARK})`.execute(tx)
  await sql`insert into rdv_link (company_id, token_hash, rdv_id, message_id, expires_at)
    values (${c}, ${MARK}, 'rdv-partout', 'm-1', now() + interval '1 day')`.execute(tx)
  await plant(tx, 'demande', {
    id: 'demande-d-un-autre',
    IDCLIENT: 'un-autre',
    GENRE: 'parrain',
    MESSAGE: 'Un ami',
    DATE_DEMANDE: SENT_AT,
    FILLEUL: { NOM: MARK, PORTABLE: '06.39.98.77.66' },
  })
  await sql`insert into contact_change (company_id, client_id, old_phone, new_phone, old_mail, new_mail)
    values (${c}, ${CLIENT}, '0639987700', ${PHONE}, ${`${MARK}@example.com`}, ${MAIL})`.execute(tx)
  await sql`insert into space_number (company_id, client_id, phone, how) values (${c}, ${CLIENT}, ${PHONE}, 'seul')`.execute(
    tx,
  )
  await sql`insert into client_merge (company_id, id, from_id, into_id, by_id, before, merged) values
    (${c}, 'fusion', 'client-autrefois', ${CLIENT}, 'camille', ${JSON.stringify({ NOM: MARK })}, ${JSON.stringify({ NOM: MARK })})`.execute(
    tx,
  )
  await sql`insert into former_client (company_id, projet_id, client_id, entries) values (${c}, 'projet-d-un-autre', ${CLIENT}, '{acte}')`.execute(
    tx,
  )
  await sql`insert into former_home (company_id, client_id, adresse_id) values (${c}, ${CLIENT}, 'adresse-d-avant')`.execute(
    tx,
  )
  await sql`insert into data_import (company_id, id, name, state, by_account, by_personnel)
    values (${c}, 'import', 'clients.csv', 'fini', 'personnel:camille', 'camille')`.execute(tx)
  await sql`insert into import_row (company_id, import_id, place, number, cells, details, records) values
    (${c}, 'import', 0, 2, ${JSON.stringify([MARK, '06 39 98 77 66'])}, '{}', null),
    (${c}, 'import', 1, 3, ${JSON.stringify([MARK])}, '{}', ${JSON.stringify({ client: CLIENT })}),
    (${c}, 'import', 2, 4, '["Un autre"]', ${JSON.stringify({ doublon: { IDCLIENT: CLIENT, ligne: null, nom: MARK } })}, null)`.execute(
    tx,
  )
  await sql`insert into short_link (company_id, id, slug, url, "LIBELLE")
    values (${c}, 'lien', 'promo', 'https://x.example/devis-partout', ${MARK})`.execute(tx)
}

/** Tables of the database in which a row of the company holds one of these words. */
export async function tablesHolding(db: Database, company: string, words: readonly string[]): Promise<string[]> {
  const tables = await allTables(db)
  const pattern = words.join('|')
  return db.inTenant(company, async (tx) => {
    const found: string[] = []
    for (const { name, owned } of tables) {
      if (!owned) continue
      const { rows } = await sql`select 1 from ${sql.table(name)} t where company_id = ${company}
        and row_to_json(t)::text ~* ${pattern} limit 1`.execute(tx)
      if (rows.length > 0) found.push(name)
    }
    return found
  })
}

export async function allTables(db: Database): Promise<{ name: string; owned: boolean }[]> {
  const { rows } = await db.transaction({ platform: true }, (tx) =>
    sql<{ name: string; owned: boolean }>`select c.relname as name, exists (select from pg_attribute a
        where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped) as owned
      from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`.execute(tx),
  )
  return rows
}
