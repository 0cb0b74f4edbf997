import 'fake-indexeddb/auto'
import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { entityOf, SYNCED } from '../schemas/resources.ts'
import { createLocks } from '../tests/support/lock-manager.ts'
import { type Refusals, refuseOpenings } from '../tests/support/refused-openings.ts'
import { localDatabaseName } from './identity.ts'
import { openLocalDatabase } from './open.ts'
import { createCommands } from './outbox/commands.ts'
import { collectionOf, entityCollections, LOCAL_SCHEMA_VERSION, outboxSchema } from './store/local-schema.ts'

const identity = { companyId: 'demo', account: 'personnel:p1', impersonator: '' }

describe('local database', () => {
  it('[ENT-09] [WORK-4] is named lolapp, per company, account and impersonator', () => {
    expect(localDatabaseName(identity)).toBe('lolapp-demo-personnel_p1')
    const others = [
      { ...identity, companyId: 'autre' },
      { ...identity, account: 'personnel:p2' },
      { ...identity, impersonator: 'admin:a1' },
    ]
    expect(new Set([identity, ...others].map(localDatabaseName)).size).toBe(4)
  })

  it('[WORK-4] [I10] two accounts whose ids differ in capitals or signs alone never share one', () => {
    const accounts = ['a.b', 'A.B', 'a_b', 'A_B', 'a:b', 'a-b', 'a_2e_b', 'a-admin_b', 'a-admin:b'].map((id) => ({
      ...identity,
      account: `personnel:${id}`,
    }))
    const acting = { ...identity, account: 'personnel:a', impersonator: 'admin:b' }
    const companies = ['Demo', 'demo-personnel_p1', 'DEMO'].map((companyId) => ({ ...identity, companyId }))
    const all = [identity, ...accounts, acting, ...companies]
    expect(new Set(all.map(localDatabaseName)).size).toBe(all.length)
    for (const name of all.map(localDatabaseName)) expect(name).toMatch(/^lolapp-[a-z0-9_-]+$/)
  })

  it('[ENT-09] mirrors every synced entity with all its fields, and keeps accounts, company and roles outside', async () => {
    const db = await openLocalDatabase(identity, { multiInstance: false })
    for (const resource of SYNCED) {
      const collection = db.of(resource)
      for (const field of Object.keys(entityOf(resource).fields)) {
        expect(collection.schema.jsonSchema.properties, `${resource}.${field}`).toHaveProperty(field)
      }
    }
    // RxDB's free edition opens thirteen collections per realm.
    expect(Object.keys(db.rx.collections).length).toBeLessThanOrEqual(13)
    expect(
      Object.keys(db.rx.collections).filter((name) => /auth|token|entreprise|company|role|app/.test(name)),
    ).toEqual(['rapports'])
    await db.close()
  })

  it('[WORK-5] [SEAL-3] holds two shared locks while it is open: one that says so, and one that names its version', async () => {
    const held = new Map<string, string | undefined>()
    const request = async (name: string, options: LockOptions, callback: () => Promise<void>): Promise<void> => {
      held.set(name, options.mode)
      await callback()
      held.delete(name)
    }
    const db = await openLocalDatabase(identity, { multiInstance: false, locks: { request } as unknown as LockManager })
    expect([...held]).toEqual([
      ['lolapp:lolapp-demo-personnel_p1:present', 'shared'],
      [`lolapp:lolapp-demo-personnel_p1:schema:${LOCAL_SCHEMA_VERSION}`, 'shared'],
    ])
    await db.close()
    await expect.poll(() => held.size).toBe(0)
  })

  it('indexes only strings that are never null: an index leaves out records with null', () => {
    for (const [name, schema] of Object.entries(entityCollections())) {
      for (const field of (schema.indexes ?? []).flat()) {
        expect(schema.properties[String(field)], `${name}.${field}`).toMatchObject({
          type: 'string',
          maxLength: expect.any(Number),
        })
      }
    }
    for (const one of ['rapport', 'article', 'notification'] as const)
      expect(collectionOf(one)).toBe(collectionOf('reference'))
  })

  it('[WORK-5] a change of shape raises the version', () => {
    const shape = JSON.stringify({ ...entityCollections(), outbox: outboxSchema })
    const digest = createHash('sha256').update(shape).digest('hex').slice(0, 12)
    // What landed on main is released: with a new digest under a released version, devices refuse to open their data (DB6). So a new shape is a new version,
    // and a new step in schemas/versions.ts.
    expect({ version: LOCAL_SCHEMA_VERSION, digest }).toMatchInlineSnapshot(`
      {
        "digest": "8f1ec154cdd0",
        "version": 8,
      }
    `)
  })
})

describe('[WORK-9] a local database that does not open', () => {
  let refusals: Refusals | undefined
  afterEach(() => refusals?.stop())

  it('gives every lock back, whichever opening is refused, and opens completely the next time, in the same realm', async () => {
    const locks = createLocks().clientOf('tab')
    const held = async (): Promise<number> => (await locks.query()).held?.length ?? 0
    let openings = 0
    for (let refused = 1; ; refused++) {
      const mine = { ...identity, account: `personnel:refused-${refused}` }
      refusals = refuseOpenings(indexedDB, (nth) => nth === refused)
      const failed = await openLocalDatabase(mine, { multiInstance: false, locks }).then(
        (db) => db.close(),
        (error: unknown) => error,
      )
      openings = refusals.asked
      refusals.stop()
      if (refusals.refused === 0) break
      expect(failed, `opening ${refused}`).toBeInstanceOf(Error)
      await expect.poll(held).toBe(0)
      const db = await openLocalDatabase(mine, { multiInstance: false, locks })
      const id = await createCommands(db).create('client', { NOM: 'Gardé' }, { skipDuplicateCheck: true })
      expect((await db.of('client').findOne(id).exec())?.get('NOM')).toBe('Gardé')
      await db.close()
      await expect.poll(held).toBe(0)
    }
    // The keyring, RxDB's own store, each collection, and the files.
    expect(openings).toBeGreaterThan(10)
  })

  it('opens at a later use, after it was closed behind a sleeping page and refused once', async () => {
    const db = await openLocalDatabase({ ...identity, account: 'personnel:asleep' }, { multiInstance: false })
    const store = db.files.files.db
    refusals = refuseOpenings(indexedDB, (_nth, name) => name === store.name)
    // As Dexie does when the browser says that it has closed the connection.
    store.close({ disableAutoOpen: false })
    await expect(db.files.files.count()).rejects.toMatchObject({ name: 'DatabaseClosedError' })
    expect(refusals.refused).toBeGreaterThan(0)
    refusals.stop()
    await expect.poll(() => db.files.files.count().catch(() => null)).toBe(0)
    await db.close()
    await wait(1500)
    await expect(db.files.files.count(), 'closed on purpose stays closed').rejects.toThrow()
  })
})
