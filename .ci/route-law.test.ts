import { expect, it } from 'vitest'
import { routeFaultsIn } from './route-law.ts'

const BECAUSE = 'a route holds schema, policy and calls: put the statement into a repository'

it.each([
  ['server/routes/devis/devis.ts', `import { sql } from 'kysely'`, '1 imports kysely'],
  ['server/routes/a/b/c.ts', `import type { RawBuilder } from 'kysely'`, '1 imports kysely'],
  ['server/space/routes/reads.ts', `const { sql } = await import('kysely')`, '1 imports kysely'],
  ['server/routes/a.ts', `\n\ntrx.selectFrom('client').selectAll()`, '3 calls selectFrom'],
  ['server/files/routes/a.ts', `const a = async (tx) => (await tx).insertInto('fichier')`, '1 calls insertInto'],
  ['server/routes/a.ts', `trx['deleteFrom']('role')`, '1 calls deleteFrom'],
  ['server/routes/a.ts', `trx?.updateTable('role')`, '1 calls updateTable'],
])('refuses a statement in %s: %s', (path, source, expected) => {
  expect(routeFaultsIn(path, source).map(({ line, message }) => `${line} ${message}`)).toEqual([
    `${expected}: ${BECAUSE}`,
  ])
})

it.each([
  ['server/repositories/roles.ts', `import { sql } from 'kysely'; tx.selectFrom('role')`],
  ['server/space/repositories/devis.ts', `tx.selectFrom('devis')`],
  ['server/routes/tinker/tinker.test.ts', `import { sql } from 'kysely'`],
  [
    'server/routes/roles.ts',
    `import { readRole } from '../repositories/roles.ts'; readRole(tx, id) // tx.selectFrom('role')`,
  ],
])('allows %s: %s', (path, source) => {
  expect(routeFaultsIn(path, source)).toEqual([])
})
