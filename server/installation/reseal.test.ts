import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { PLACES } from './reseal.ts'

/** Files that seal, with the number of PLACES where the sealed text is stored; 0: it is not stored in the database. */
const SEALERS: Readonly<Record<string, number>> = {
  // Of the present account and of former ones.
  'payments/accounts.ts': 4,
  'routes/admin/companies.ts': 1,
  'routes/leads/leads.ts': 1,
  'routes/shared/company-smtp.ts': 1,
  'routes/sms/sms-parameters.ts': 1,
  'second-factor/totp.ts': 2,
  // The token of a withdrawal, which the customer sends back within minutes.
  'space/commands/withdraw-devis.ts': 0,
}

it('[SEC] knows every place where the database holds something sealed', () => {
  const server = join(import.meta.dirname, '..')
  const sealing = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      /(?<!\.test)\.ts$/.test(file) &&
      file !== 'installation/reseal.ts' &&
      /secrets\.seal\(/.test(readFileSync(join(server, file), 'utf8')),
  )
  expect(sealing.sort()).toEqual(Object.keys(SEALERS).sort())
  expect(PLACES).toHaveLength(Object.values(SEALERS).reduce((sum, n) => sum + n, 0))
})
