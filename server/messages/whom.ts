import { sql } from 'kysely'

/** The client that a row of `message` names, without a word of its text too; null where it names none. */
export const WHOM = sql`coalesce(payload ->> 'client', payload #>> '{rdv,client}')`
