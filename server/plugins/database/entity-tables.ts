import type { ColumnType, Generated } from 'kysely'
import type { RecordOf } from '../../../schemas/entity.ts'
import type { resources, SyncedResource } from '../../../schemas/resources.ts'

/** What the server keeps beside a synced entity's own fields. */
export interface SyncColumns {
  company_id: string
  VERSION: Generated<number>
  /** Commit order within the company (take_seq). */
  seq: number
  /** Tombstone. */
  deleted: Generated<boolean>
  /** Stamp of each field's last edit (schemas/merge.ts). */
  stamps: ColumnType<unknown, string | undefined, string>
  created_by: string | null
  updated_at: ColumnType<string, string | undefined, string>
}

/** Who may see a row that not everybody sees. */
interface ViewerColumns {
  viewer_agence: string | null
  viewer_personnes: Generated<string[]>
}

type Scoped =
  | 'projet'
  | 'rdv'
  | 'devis'
  | 'intervention'
  | 'soumission'
  | 'fichier'
  | 'conflit'
  | 'demande'
  | 'notification'
  | 'paiement'
  | 'filtre'
  | 'objectif'
  | 'absence'

interface Numbering {
  company_id: string
  name: string
  value: number
}

/** Tables of migration 0002: the entity's fields under the contract's names, and the server's columns. */
export type EntityTables = {
  [R in SyncedResource]: Omit<RecordOf<(typeof resources)[R]>, 'VERSION'> &
    SyncColumns &
    (R extends Scoped ? ViewerColumns : unknown)
} & {
  role: Omit<RecordOf<(typeof resources)['role']>, 'VERSION'> & { company_id: string }
  /** Null company: the platform's default. */
  mail_template: Omit<RecordOf<(typeof resources)['template']>, 'VERSION' | 'variables'> & {
    company_id: string | null
    variables: ColumnType<string[], string | undefined, string>
  }
  numbering: Numbering
}
