import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Values } from '../../schemas/merge.ts'
import type { Tx } from '../plugins/database/database.ts'

/** The table of a small list that people edit online, and which of its rows are the list's. */
export interface ContentTable {
  table: string
  /** Rows of one company, the transaction's, or the platform's. */
  owner: 'company' | 'platform'
  /** The table also holds rows of companies; only those without one are this list's. */
  withoutCompany?: true
  /** Columns that a write sets; `json`: stored in a JSON column. */
  fields: Readonly<Record<string, { json?: true }>>
  /** Columns that are read and never set. */
  shown?: Readonly<Record<string, unknown>>
}

/** Rows of a content list: `id`, its fields and its shown columns. */
export interface ContentRows {
  columns: readonly string[]
  /** By one of `columns`. */
  list: (tx: Tx, sort: { by: string; desc: boolean }) => Promise<Values[]>
  /** @param lock for an update */
  find: (tx: Tx, id: string, lock?: boolean) => Promise<Values | undefined>
  /** Sets every field of the list. Throws what the database throws for a broken constraint. */
  insert: (tx: Tx, id: unknown, values: Values) => Promise<void>
  update: (tx: Tx, id: string, values: Values) => Promise<void>
  remove: (tx: Tx, id: string) => Promise<void>
}

export function contentRows({ table, owner, withoutCompany, fields, shown = {} }: ContentTable): ContentRows {
  const columns = ['id', ...Object.keys(fields), ...Object.keys(shown)]
  const mine = (id?: string): RawBuilder<SqlBool> =>
    sql.join(
      [
        ...(owner === 'company' ? [sql`company_id = current_setting('app.company_id')`] : []),
        ...(withoutCompany ? [sql`company_id is null`] : []),
        ...(id === undefined ? [] : [sql`id = ${id}`]),
        sql`true`,
      ],
      sql` and `,
    ) as RawBuilder<SqlBool>
  const selected = sql.join(columns.map((name) => sql.ref(name)))
  const bound = (name: string, value: unknown): unknown => (fields[name]?.json ? JSON.stringify(value) : value)
  return {
    columns,
    list: async (tx, { by, desc }) => {
      const { rows } = await sql<Values>`select ${selected} from ${sql.table(table)} where ${mine()}
        order by ${sql.ref(by)} ${desc ? sql`desc` : sql`asc`} nulls last, id`.execute(tx)
      return rows
    },
    find: async (tx, id, lock = false) => {
      const { rows } = await sql<Values>`select ${selected} from ${sql.table(table)} where ${mine(id)}
        ${lock ? sql`for update` : sql``}`.execute(tx)
      return rows[0]
    },
    insert: async (tx, id, values) => {
      const names = Object.keys(fields)
      const company = owner === 'company'
      await sql`insert into ${sql.table(table)}
        (id, ${company ? sql`company_id, ` : sql``}${sql.join(names.map((name) => sql.ref(name)))})
        values (${id}, ${company ? sql`current_setting('app.company_id'), ` : sql``}${sql.join(
          names.map((name) => sql`${bound(name, values[name])}`),
        )})`.execute(tx)
    },
    update: async (tx, id, values) => {
      const sets = Object.keys(fields).map((name) => sql`${sql.ref(name)} = ${bound(name, values[name])}`)
      await sql`update ${sql.table(table)} set ${sql.join(sets)} where ${mine(id)}`.execute(tx)
    },
    remove: async (tx, id) => {
      await sql`delete from ${sql.table(table)} where ${mine(id)}`.execute(tx)
    },
  }
}
