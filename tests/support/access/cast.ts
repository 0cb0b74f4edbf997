import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Staff, Viewers } from '../../../schemas/access.ts'
import type { RoleName } from '../../../schemas/entities/personnel.ts'
import { newRecord } from '../../../schemas/entity.ts'
import type { Values } from '../../../schemas/merge.ts'
import { entityOf, type SyncedResource } from '../../../schemas/resources.ts'
import type { Database } from '../../../server/plugins/database/database.ts'
import type { AccountKind } from '../../../server/plugins/database/tables.ts'
import { hashPassword } from '../../../server/plugins/session/passwords.ts'
import { EVERYONE, insertRow } from '../../../server/repositories/rows.ts'
import { type PersonName, staffedCompany, staffOf } from '../staffed-company.ts'

/** A caller, as the table of rights sees them. */
export interface Caller {
  name: string
  /** Owner of the session; null when the server no longer knows them. */
  kind: AccountKind | null
  company: 'A' | 'B' | null
  /** Staff only. */
  staff?: Staff
  /** Set for the session of a public quote link. */
  limited?: true
  /** Must set up a second factor before anything else. */
  settingUp?: true
  /** An administrator who impersonates them. */
  acting?: true
  accountId?: string
  /** Opens a session; null for a call without token. */
  token: () => Promise<string | null>
}

export interface Cast {
  /** The company of the records that the calls are about, and another company. */
  a: string
  b: string
  callers: Caller[]
  /** Ids of records in company A, by the name of the contract's field. */
  known: Values
  plant: (resource: SyncedResource, values?: Values, viewers?: Viewers) => Promise<string>
}

/** A mark in the texts of company A's records: no other company may ever read it. */
export const MARK = 'SECRETDELAMAISON'
/** A mark in the texts of one project of Lyon: Brest and staff outside the project may not read it. */
export const PROJECT_MARK = 'SECRETDUPROJET'

/** Staff who see the project. */
export const PROJECT_VIEWERS: Viewers = { agence: 'lyon', personnes: ['camille', 'marc', 'theo'] }
export const OWNER = 'client-proprietaire'
const OTHER_OWNER = 'client-voisin'
const QUOTE = 'devis-marque'
const LINKED_QUOTE = 'devis-lien'

export async function accessCast(app: FastifyInstance, db: Database): Promise<Cast> {
  const tag = randomUUID().slice(0, 6)
  const [a, b] = [await staffedCompany(db, `a${tag}`), await staffedCompany(db, `b${tag}`)]
  const plant: Cast['plant'] = (resource, values = {}, viewers = PROJECT_VIEWERS) =>
    plantIn(db, { company: a.id, resource, values, viewers })
  const known = await records(plant)
  await plantIn(db, { company: a.id, resource: 'personnel', values: { IDPERSONNEL: 'sansrole', NOM: 'Sans rôle' } })
  await plantIn(db, {
    company: a.id,
    resource: 'personnel',
    values: { IDPERSONNEL: 'parti', NOM: 'Parti', ROLES: ['assistant'] },
  })
  for (const company of [a.id, b.id]) {
    await plantIn(db, {
      company,
      resource: 'client',
      values: { IDCLIENT: OTHER_OWNER, NOM: 'Voisin', PORTABLE: '0639980099' },
    })
  }
  await credentials(db, a.id)
  const admin = `admin-${tag}`
  await db.transaction({ platform: true }, async (trx) => {
    const password_hash = await hashPassword('demonstration')
    await trx
      .insertInto('admin_user')
      .values([
        { id: admin, email: `${admin}@example.com`, name: 'Admin', password_hash },
        { id: `${admin}-parti`, email: `${admin}-parti@example.com`, name: 'Parti', password_hash, disabled: true },
      ])
      .execute()
  })

  const session = async (options: Parameters<typeof app.sessions.open>[0]): Promise<string> =>
    (await app.sessions.open(options)).token
  const staff = (name: string, person: PersonName, company: 'A' | 'B' = 'A', impersonator?: string): Caller => ({
    name,
    kind: 'personnel',
    company,
    staff: staffOf(person),
    accountId: person,
    ...(impersonator ? { acting: true as const } : {}),
    token: () =>
      session({
        kind: 'personnel',
        accountId: person,
        companyId: company === 'A' ? a.id : b.id,
        deviceId: null,
        ...(impersonator ? { impersonator } : { proven: true }),
      }),
  })
  const customer = (name: string, id: string, company: 'A' | 'B', limitedTo?: string): Caller => ({
    name,
    kind: 'client',
    company,
    accountId: id,
    ...(limitedTo ? { limited: true } : {}),
    token: () =>
      session({
        kind: 'client',
        accountId: id,
        companyId: company === 'A' ? a.id : b.id,
        deviceId: null,
        ...(limitedTo ? { limitedTo } : {}),
      }),
  })
  const nobody = (name: string, token: Caller['token']): Caller => ({ name, kind: null, company: null, token })
  const ended = { kind: 'personnel', accountId: 'alice', companyId: a.id, deviceId: null } as const
  const noRole: readonly RoleName[] = []
  const administrator = { kind: 'admin', accountId: admin, companyId: null, deviceId: null } as const

  const callers: Caller[] = [
    nobody('sans session', async () => null),
    nobody('jeton inventé', async () => 'x'.repeat(43)),
    nobody('jeton révoqué', async () => {
      const token = await session(ended)
      const actor = await app.sessions.actorOf(token)
      if (actor) await app.sessions.revoke(actor)
      return token
    }),
    nobody('jeton expiré', () => session({ ...ended, expiresAt: '2020-01-01T00:00:00.000Z' })),
    nobody('compte désactivé', () => session({ ...ended, accountId: 'parti' })),
    nobody('administrateur désactivé', () =>
      session({ kind: 'admin', accountId: `${admin}-parti`, companyId: null, deviceId: null }),
    ),
    staff('commercial', 'camille'),
    staff('commercial_director', 'diane'),
    staff('metreur', 'marc'),
    staff('technician', 'theo'),
    staff('assistant', 'alice'),
    staff('commercial étranger au projet', 'colin'),
    staff("directeur d'une autre agence", 'bruno'),
    {
      name: 'personnel sans rôle',
      kind: 'personnel',
      company: 'A',
      staff: { id: 'sansrole', roles: noRole, agences: [], toutesAgences: false },
      accountId: 'sansrole',
      token: () => session({ ...ended, accountId: 'sansrole' }),
    },
    staff("directeur d'une autre entreprise", 'diane', 'B'),
    staff("assistante d'une autre entreprise", 'zoe', 'B'),
    customer('client', OWNER, 'A'),
    customer('autre client', OTHER_OWNER, 'A'),
    customer("client d'une autre entreprise", OTHER_OWNER, 'B'),
    customer("lien public d'un devis", OWNER, 'A', `devis:${LINKED_QUOTE}`),
    {
      name: 'administrateur',
      kind: 'admin',
      company: null,
      accountId: admin,
      token: () => session({ ...administrator, proven: true }),
    },
    {
      name: 'administrateur qui doit ajouter un second facteur',
      kind: 'admin',
      company: null,
      settingUp: true,
      accountId: admin,
      token: () => session({ ...administrator, proven: true, settingUp: true }),
    },
    {
      name: 'commercial qui doit ajouter un second facteur',
      kind: 'personnel',
      company: 'A',
      staff: staffOf('camille'),
      settingUp: true,
      accountId: 'camille',
      token: () => session({ ...ended, accountId: 'camille', proven: true, settingUp: true }),
    },
    staff('administrateur en tant que commercial', 'camille', 'A', `admin:${admin}`),
  ]
  return { a: a.id, b: b.id, callers, known: { ...known, admin }, plant }
}

/** Inserts one row of every kind in company A, most of them on one project of one customer in Lyon. */
async function records(plant: Cast['plant']): Promise<Values> {
  const IDADRESSE = await plant('adresse', { IDADRESSE: 'adresse-marque', ADRESSE: MARK, VILLE: 'Lyon' })
  const IDCLIENT = await plant('client', {
    IDCLIENT: OWNER,
    NOM: MARK,
    PORTABLE: '0639980098',
    MAIL: 'proprietaire@example.com',
    IDADRESSE,
    IDPERSONNEL: 'camille',
  })
  const IDPROJET = await plant('projet', {
    IDPROJET: 'projet-marque',
    IDCLIENT,
    DESCRIPTION: PROJECT_MARK,
    IDRESPONSABLEPROJET: 'camille',
    IDAGENCE: 'lyon',
  })
  const quote = { IDPROJET, IDCLIENT, OBJET: PROJECT_MARK, DATE_TRANSMISSION: '2026-11-20T09:00:00.000Z' }
  const IDDEVIS = await plant('devis', { ...quote, IDDEVIS: QUOTE })
  await plant('devis', { ...quote, IDDEVIS: LINKED_QUOTE })
  const when = { RDV_DEBUT: '2026-11-23 09:00', RDV_FIN: '2026-11-23 10:00', RDV_OBJET: PROJECT_MARK }
  const IDRDV = await plant('rdv', { ...when, IDRDV: 'rdv-marque', IDPROJET, IDPERSONNELS: ['camille'] })
  const IDINTERVENTION = await plant('intervention', {
    ...when,
    IDINTERVENTION: 'intervention-marque',
    IDPROJET,
    IDDEVIS,
  })
  const IDRAPPORT = await plant('rapport', { id: 'rapport-marque', TITRE: MARK })
  const IDSOUMISSION = await plant('soumission', {
    IDSOUMISSION: 'soumission-marque',
    IDRAPPORT,
    IDPROJET,
    REPONSES: { q: PROJECT_MARK },
  })
  return {
    IDADRESSE,
    IDCLIENT,
    IDPROJET,
    IDDEVIS,
    IDRDV,
    IDINTERVENTION,
    IDRAPPORT,
    IDSOUMISSION,
    IDPERSONNEL: 'camille',
    IDPERSONNELS: ['camille'],
    IDNATURE_RDV: 'nature-com',
    ID_MOTIF_SANS_SUITE: 'trop-cher',
    ADRESSE_CHANTIER: IDADRESSE,
  }
}

let count = 0

/** Values that `plant` adds so that a row of each kind is complete. */
const MINIMUM: Partial<Record<SyncedResource, Values>> = {
  reference: { LISTE: 'ORIGINE', LIBELLE: MARK },
  rapport: { TITRE: MARK },
  article: { REFERENCE: MARK, LIBELLE: MARK, PRIX_HT: 100 },
  personnel: { NOM: MARK },
  adresse: { ADRESSE: MARK, VILLE: 'Lyon' },
  client: { NOM: MARK },
  projet: { IDCLIENT: OWNER, DESCRIPTION: PROJECT_MARK, IDRESPONSABLEPROJET: 'camille', IDAGENCE: 'lyon' },
  rdv: {
    RDV_DEBUT: '2026-11-23 09:00',
    RDV_FIN: '2026-11-23 10:00',
    RDV_OBJET: PROJECT_MARK,
    IDPROJET: 'projet-marque',
  },
  devis: { IDPROJET: 'projet-marque', IDCLIENT: OWNER, OBJET: PROJECT_MARK },
  intervention: {
    RDV_DEBUT: '2026-11-23 09:00',
    RDV_FIN: '2026-11-23 10:00',
    RDV_OBJET: PROJECT_MARK,
    IDPROJET: 'projet-marque',
  },
  fichier: {
    IDPROJET: 'projet-marque',
    RESSOURCE: 'projet',
    IDENREGISTREMENT: 'projet-marque',
    NOM: `${PROJECT_MARK}.pdf`,
    TYPE_MIME: 'application/pdf',
    TAILLE: 1,
    SHA256: '0'.repeat(64),
    ORIGINE: 'document',
  },
  soumission: { IDRAPPORT: 'rapport-marque', IDPROJET: 'projet-marque', REPONSES: { q: PROJECT_MARK } },
  demande: { GENRE: 'comptable', IDCLIENT: OWNER, MESSAGE: PROJECT_MARK, DATE_DEMANDE: '2026-11-20T09:00:00.000Z' },
  paiement: {
    IDDEVIS: QUOTE,
    IDPROJET: 'projet-marque',
    MONTANT: 100_00,
    MOYEN: 'cheque',
    GENRE: 'acompte',
    DATE_PAIEMENT: '2026-11-20',
    NOTE: PROJECT_MARK,
    IDPERSONNEL: 'camille',
    DATE_CREATION: '2026-11-20T09:00:00.000Z',
  },
  absence: {
    IDPERSONNELS: ['camille'],
    GENRE: 'maladie',
    OBJET: PROJECT_MARK,
    DEBUT: '2026-11-23 09:00',
    FIN: '2026-11-23 10:00',
  },
  conflit: { RESSOURCE: 'projet', IDENREGISTREMENT: 'projet-marque', PERDU: { DESCRIPTION: PROJECT_MARK } },
  filtre: { IDPERSONNEL: 'camille', ECRAN: 'contact', NOM: PROJECT_MARK, VALEURS: 'q=lyon' },
  objectif: { IDPERSONNEL: 'camille', MOIS: '2026-11', MONTANT: 100 },
  notification: {
    IDPERSONNEL: 'camille',
    TYPE: 'devis_signe',
    RESSOURCE: 'projet',
    IDENREGISTREMENT: 'projet-marque',
    DETAIL: PROJECT_MARK,
    DATE_NOTIFICATION: '2026-11-20T09:00:00.000Z',
  },
}

interface Planted {
  company: string
  resource: SyncedResource
  values: Values
  viewers?: Viewers
}

/** Inserts a row directly into its table. */
function plantIn(db: Database, { company, resource, values, viewers = EVERYONE }: Planted): Promise<string> {
  const entity = entityOf(resource)
  count += 1
  const fresh = { [entity.key]: `${resource}-plante-${count}`, ...MINIMUM[resource] }
  const record: Values = { ...newRecord(entity, {}), ...fresh, ...values }
  const id = record[entity.key] as string
  return db.inTenant(company, async (tx) => {
    const { rows } = await sql<{ seq: number }>`select take_seq(1) as seq`.execute(tx)
    await insertRow(tx, resource, {
      id,
      record: entity.derive ? { ...record, ...entity.derive(record as never) } : record,
      version: 1,
      seq: Number(rows[0]?.seq),
      deleted: false,
      stamps: {},
      createdBy: null,
      viewers,
    })
    return id
  })
}

/** Camille may log in; « parti » may not any more. */
async function credentials(db: Database, company: string): Promise<void> {
  const password_hash = await hashPassword('demonstration')
  const row = { company_id: company, password_hash }
  await db.inTenant(company, (trx) =>
    trx
      .insertInto('credential')
      .values([
        { ...row, personnel_id: 'camille', mail: 'camille@example.com' },
        { ...row, personnel_id: 'parti', mail: 'parti@example.com', disabled: true },
      ])
      .execute(),
  )
}
