import { sql } from 'kysely'
import type { Staff, Viewers } from '../../schemas/access.ts'
import type { RoleName } from '../../schemas/entities/personnel.ts'
import { newRecord } from '../../schemas/entity.ts'
import type { Values } from '../../schemas/merge.ts'
import { entityOf, type SyncedResource } from '../../schemas/resources.ts'
import type { Database, Tx } from '../../server/plugins/database/database.ts'
import { EVERYONE, insertRow } from '../../server/repositories/rows.ts'
import type { StaffActor } from '../../server/writes/write-types.ts'
import { addCompany } from './engines.ts'

/** Inserts a row directly into its table, without rights, rules or viewers of a project. */
export async function plant(
  tx: Tx,
  resource: SyncedResource,
  values: Values,
  viewers: Viewers = EVERYONE,
): Promise<string> {
  const entity = entityOf(resource)
  const record = { ...newRecord(entity, {}), ...values }
  const id = record[entity.key] as string
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
}

const PEOPLE = {
  camille: { roles: ['commercial'], agence: 'lyon' },
  colin: { roles: ['commercial'], agence: 'lyon' },
  diane: { roles: ['commercial_director'], agence: 'lyon' },
  bruno: { roles: ['commercial_director'], agence: 'brest' },
  alice: { roles: ['assistant'], agence: 'lyon' },
  marc: { roles: ['metreur'], agence: 'lyon' },
  theo: { roles: ['technician'], agence: 'lyon' },
  zoe: { roles: ['assistant'], agence: 'brest', everywhere: true },
} as const satisfies Record<string, { roles: readonly RoleName[]; agence: string; everywhere?: boolean }>

export type PersonName = keyof typeof PEOPLE
export const PERSON_NAMES = Object.keys(PEOPLE) as PersonName[]

export interface StaffedCompany {
  id: string
  /** The same ids in every company: only the company distinguishes two records. */
  actor: (name: PersonName) => StaffActor
}

export const staffOf = (name: PersonName): Staff => {
  const { roles, agence, ...more } = PEOPLE[name]
  return { id: name, roles, agences: [agence], toutesAgences: 'everywhere' in more }
}

/** A company with two agencies (Lyon, Brest), staff of every role, and the reference lists that records point to. */
export async function staffedCompany(db: Database, key?: string): Promise<StaffedCompany> {
  const id = await addCompany(db, key)
  await db.inTenant(id, async (tx) => {
    const reference = (list: string, code: string, more: Values = {}) =>
      plant(tx, 'reference', { id: code, LISTE: list, LIBELLE: code, ...more })
    await reference('AGENCES', 'lyon')
    await reference('AGENCES', 'brest')
    await reference('NATURE_RDV', 'nature-com', { CODE: 'Com', CODECOULEUR: '#2f9e44' })
    await reference('NATURE_RDV', 'nature-metre', { CODE: 'Metre', CODECOULEUR: '#1971c2' })
    await reference('TYPE_ANNULATION', 'trop-cher')
    await reference('RDV_DEBRIEF', 'motif-absent', { TYPE_MOTIF: 1 })
    await reference('RDV_DEBRIEF', 'motif-signe', { TYPE_MOTIF: 4 })
    await reference('TYPE_INTERVENTION', 'pose')
    for (const name of PERSON_NAMES) {
      const { roles, agence, ...more } = PEOPLE[name]
      await plant(tx, 'personnel', {
        IDPERSONNEL: name,
        NOM: name,
        ROLES: [...roles],
        IDAGENCE: agence,
        AGENCES: [agence],
        TOUTES_AGENCES: 'everywhere' in more ? 1 : 0,
        MAIL: `${name}@example.com`,
        IDCOMPANY: id,
      })
    }
  })
  return {
    id,
    actor: (name) => ({ companyId: id, account: `personnel:${name}`, staff: staffOf(name) }),
  }
}
