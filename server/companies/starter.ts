import { sql } from 'kysely'
import type { RoleName } from '../../schemas/entities/personnel.ts'
import { newRecord } from '../../schemas/entity.ts'
import type { Hint } from '../../schemas/protocol.ts'
import { entityOf } from '../../schemas/resources.ts'
import { uuidv7 } from '../../schemas/uuid.ts'
import type { Tx } from '../plugins/database/database.ts'
import { EVERYONE } from '../repositories/rows.ts'
import { createChanges } from '../writes/changes.ts'
import { STARTER_LISTS, STARTER_ROLES } from './starter-lists.ts'

/**
 * Gives the transaction's company the reference lists and roles of which it has no row; a list with one row is not changed. Safe to repeat. After the commit
 * publish the hints.
 * @returns how many rows were added, and the hints
 */
export async function addStarters(tx: Tx): Promise<{ added: number; hints: Hint[] }> {
  const { rows: lists } = await sql<{ name: string }>`select distinct "LISTE" as name from reference
    where company_id = current_setting('app.company_id')`.execute(tx)
  const known = new Set(lists.map(({ name }) => name))
  const changes = createChanges()
  const add = (LISTE: string, ORDRE: number, values: object): void => {
    const id = uuidv7()
    changes.insert('reference', {
      id,
      record: newRecord(entityOf('reference'), { ...values, id, LISTE, ORDRE }),
      version: 1,
      seq: 0,
      deleted: false,
      stamps: {},
      createdBy: null,
      viewers: EVERYONE,
    })
  }
  for (const [list, entries] of Object.entries(STARTER_LISTS)) {
    if (!known.has(list)) for (const [index, entry] of entries.entries()) add(list, index + 1, entry)
  }
  if (!known.has('AGENCES')) {
    const company = await tx.selectFrom('company').selectAll().executeTakeFirstOrThrow()
    const { NOM, ADRESSE, CODE_POSTAL, VILLE, TELEPHONE } = company
    add('AGENCES', 1, { LIBELLE: NOM, ADRESSE, CODE_POSTAL, VILLE, TELEPHONE })
  }
  const hints = await changes.flush(tx)
  return { added: changes.all().length + (await addRoles(tx)), hints }
}

async function addRoles(tx: Tx): Promise<number> {
  const known = new Set((await tx.selectFrom('role').select('name').execute()).map(({ name }) => name))
  const missing = (Object.keys(STARTER_ROLES) as RoleName[]).filter((name) => !known.has(name))
  for (const name of missing) {
    const [common_name, color] = STARTER_ROLES[name]
    await sql`insert into role (company_id, id, name, common_name, color)
      values (current_setting('app.company_id'), ${uuidv7()}, ${name}, ${common_name}, ${color})`.execute(tx)
  }
  return missing.length
}
