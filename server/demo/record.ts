import type { absence } from '../../schemas/entities/absence.ts'
import type { adresse } from '../../schemas/entities/adresse.ts'
import type { article } from '../../schemas/entities/article.ts'
import type { client } from '../../schemas/entities/client.ts'
import type { demande } from '../../schemas/entities/demande.ts'
import type { devis } from '../../schemas/entities/devis.ts'
import type { entreprise } from '../../schemas/entities/entreprise.ts'
import type { intervention } from '../../schemas/entities/intervention.ts'
import type { paiement } from '../../schemas/entities/paiement.ts'
import type { personnel } from '../../schemas/entities/personnel.ts'
import type { projet } from '../../schemas/entities/projet.ts'
import type { rapport } from '../../schemas/entities/rapport.ts'
import type { rdv } from '../../schemas/entities/rdv.ts'
import type { reference } from '../../schemas/entities/reference.ts'
import type { role } from '../../schemas/entities/role.ts'
import type { soumission } from '../../schemas/entities/soumission.ts'
import type { user } from '../../schemas/entities/user.ts'
import { type Entity, type Fields, newRecord, type RecordOf, type Row } from '../../schemas/entity.ts'

export type Absence = RecordOf<typeof absence>
export type Adresse = RecordOf<typeof adresse>
export type Article = RecordOf<typeof article>
export type Client = RecordOf<typeof client>
export type Demande = RecordOf<typeof demande>
export type Devis = RecordOf<typeof devis>
export type Entreprise = RecordOf<typeof entreprise>
export type Intervention = RecordOf<typeof intervention>
export type Paiement = RecordOf<typeof paiement>
export type Personnel = RecordOf<typeof personnel>
export type Projet = RecordOf<typeof projet>
export type Rapport = RecordOf<typeof rapport>
export type Rdv = RecordOf<typeof rdv>
export type Reference = RecordOf<typeof reference>
export type Role = RecordOf<typeof role>
export type Soumission = RecordOf<typeof soumission>
export type User = RecordOf<typeof user>

interface Blank {
  values: Record<string, unknown>
  /** Fields whose initial value is a list or an object: each record gets its own. */
  shared: [name: string, value: unknown][]
}
const blanks = new WeakMap<Entity, Blank>()

function blankOf(entity: Entity): Blank {
  let blank = blanks.get(entity)
  if (!blank) {
    const values = newRecord({ ...entity, derive: () => ({}) }, {})
    blank = {
      values,
      shared: Object.entries(values).filter(([, value]) => typeof value === 'object' && value !== null),
    }
    blanks.set(entity, blank)
  }
  return blank
}

/**
 * A whole record of the entity, VERSION 1: `values` over the initial values, derived fields computed. Unlike in `newRecord`, fields that only the server sets
 * (numbers, states, instants) may be given.
 */
export function makeRecord<N extends string, F extends Fields>(
  entity: Entity<N, F>,
  values: Partial<Row<F>>,
): Row<F> & { VERSION: number } {
  const blank = blankOf(entity as unknown as Entity)
  const record: Record<string, unknown> = { ...blank.values, ...values, VERSION: 1 }
  for (const [name, value] of blank.shared) if (record[name] === value) record[name] = structuredClone(value)
  const row = record as Row<F> & { VERSION: number }
  return entity.derive ? Object.assign(row, entity.derive(row)) : row
}
