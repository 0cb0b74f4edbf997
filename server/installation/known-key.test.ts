import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addCompany, ENGINES } from '../../tests/support/engines.ts'
import { openPlace, type Place } from '../../tests/support/put-back.ts'
import type { Database } from '../plugins/database/database.ts'
import { openDatabase } from '../plugins/database/open-database.ts'
import { createSecrets, type Secrets } from '../secrets.ts'
import { fingerprintOf, type KnownKey } from './known-key.ts'

describe.each(ENGINES)('the SECRET_KEY that the database knows (%s)', (engine) => {
  let place: Place
  let told: string[]
  const [first, second, third] = [randomBytes(32), randomBytes(32), randomBytes(32)]
  beforeEach(async () => {
    place = await openPlace(engine)
    told = []
  })
  afterEach(() => place.remove())

  const open = (key: Buffer, changes: Partial<KnownKey> & { before?: Buffer } = {}): Promise<Database> => {
    const { before, ...more } = changes
    const former = before ? [createSecrets(before)] : []
    const known = {
      secrets: createSecrets(key),
      former,
      lost: null,
      mayChange: true,
      tell: (text: string) => void told.push(text),
    }
    return openDatabase({ ...place.config, key: { ...known, ...more } })
  }

  /** Everything that a company's administrators may have had sealed. */
  const fill = async (db: Database, secrets: Secrets): Promise<string> => {
    const id = await addCompany(db, 'scellee')
    await db.inTenant(id, async (trx) => {
      await sql`update company set "CLE_LOLA" = ${secrets.seal('lola')}, "SMS_CLE" = ${secrets.seal('sms')},
        "SMTP" = ${JSON.stringify({ host: 'mail.example.com', password: secrets.seal('smtp') })}
        where id = ${id}`.execute(trx)
      await sql`insert into payment_account (company_id, app_id, app_secret, private_key)
        values (${id}, 'app', ${secrets.seal('app')}, ${secrets.seal('prive')})`.execute(trx)
      await sql`insert into former_payment_account (company_id, app_id, app_secret, private_key)
        values (${id}, 'avant', ${secrets.seal('app avant')}, ${secrets.seal('prive avant')})`.execute(trx)
      await sql`insert into lead_key (company_id, secret) values (${id}, ${secrets.seal('site')})`.execute(trx)
      await sql`insert into ics_token (company_id, personnel_id, digest) values (${id}, 'p', ${secrets.digest('ics', 'x')})`.execute(
        trx,
      )
    })
    return id
  }
  const sealedOf = async (db: Database, id: string): Promise<(string | null)[]> =>
    db.inTenant(id, async (trx) => {
      const { rows } = await sql<{
        sealed: (string | null)[]
      }>`select array["CLE_LOLA", "SMS_CLE", "SMTP" ->> 'password',
          (select app_secret from payment_account), (select private_key from payment_account),
          (select app_secret from former_payment_account), (select private_key from former_payment_account), (select secret from lead_key)] as sealed
        from company where id = ${id}`.execute(trx)
      return rows[0]?.sealed ?? []
    })
  const TEXTS = ['lola', 'sms', 'smtp', 'app', 'prive', 'app avant', 'prive avant', 'site']

  it('[OPS-04 key] [SEC] refuses another key and says what to do, changing nothing', async () => {
    const db = await open(first)
    await fill(db, createSecrets(first))
    await db.close()
    await expect(open(second)).rejects.toThrow(/autre SECRET_KEY.*SECRET_KEY_FORMER.*SECRET_KEY_LOST/s)
    await expect(open(second, { before: third })).rejects.toThrow('rien n’a été changé')
    const again = await open(first)
    await again.close()
    expect(told).toEqual([])
  })

  it('[OPS-04 key] seals again what the former key sealed, and says what no longer works', async () => {
    const db = await open(first)
    const id = await fill(db, createSecrets(first))
    await db.close()
    // A command does not change it; only the server does.
    await expect(open(second, { before: first, mayChange: false })).rejects.toThrow('démarrez d’abord le serveur')
    const changed = await open(second, { before: first })
    const sealed = await sealedOf(changed, id)
    await changed.close()
    expect(sealed.map((one) => createSecrets(second).unseal(one ?? ''))).toEqual(TEXTS)
    expect(told.join('\n')).toMatch(/8 secret\(s\).*1 adresse\(s\) d'agenda/s)
    await expect(open(first)).rejects.toThrow('autre SECRET_KEY')
    await (await open(second)).close()
  })

  it('deletes what a lost key sealed, when told which one is lost, and names each thing to enter again', async () => {
    const db = await open(first)
    const id = await fill(db, createSecrets(first))
    await db.close()
    await expect(open(second, { lost: fingerprintOf(createSecrets(third)) })).rejects.toThrow('autre SECRET_KEY')
    const changed = await open(second, { lost: fingerprintOf(createSecrets(first)) })
    expect(await sealedOf(changed, id)).toEqual(TEXTS.map(() => null))
    await changed.close()
    for (const what of ['Lola', 'SMS', 'serveur de mail', 'compte de paiement', 'contacts du site'])
      expect(told.join('\n')).toMatch(new RegExp(`À saisir de nouveau, Maison scellee : .*${what}`))
  })

  it('a database older than this check takes the key that it is first started with, and names what that one does not open', async () => {
    const db = await open(first)
    await fill(db, createSecrets(third))
    await db.close()
    await place.forgetKey()
    await (await open(first)).close()
    expect(told.join('\n')).toMatch(/n’ouvre pas tout/)
    expect(told).toHaveLength(9)
    await expect(open(second)).rejects.toThrow('autre SECRET_KEY')
  })
})
