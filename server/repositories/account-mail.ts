import { type SqlBool, sql } from 'kysely'
import { mailSpellings } from '../mail-address.ts'

/** Whether the column names this mail, whose domain older rows hold as it was typed. @param mail as `normalMail` gives it */
export const isMail = (column: 'credential.mail' | 'admin_user.email', mail: string) =>
  sql<SqlBool>`${sql.ref(column)} = any(${mailSpellings(mail)}::text[])`
