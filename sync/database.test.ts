import 'fake-indexeddb/auto'
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { entityOf, SYNCED } from '../schemas/resources.ts'
import { openLocalDatabase } from './database.ts'
import { localDatabaseName } from './identity.ts'
import { collectionOf, entityCollections, LOCAL_SCHEMA_VERSION, outboxSchema } from './local-schema.ts'

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

  it('[WORK-5] [SEAL-3] holds, as long as it is open, a shared lock that says so and one that names its version', async () => {
    const held = new Map<string, string | undefined>()
    const request = async (name: string, options: LockOptions, callback: () => Promise<void>): Promise<void> => {
      held.set(name, options.mode)
      await callback()
      held.delete(name)
    }
    const db = await openLocalDatabase(identity, { multiInstance: false, locks: { request } as unknown as LockManager })
    expect([...held]).toEqual([
      ['lolapp:lolapp-demo-personnel_p1:present', 'shared'],
      ['lolapp:lolapp-demo-personnel_p1:schema:0', 'shared'],
    ])
    await db.close()
    await expect.poll(() => held.size).toBe(0)
  })

  it('indexes only strings that are never null: an index leaves null out, and the record with it', () => {
    for (const [name, schema] of Object.entries(entityCollections())) {
      for (const field of (schema.indexes ?? []).flat()) {
        expect(schema.properties[String(field)], `${name}.${field}`).toMatchObject({
          type: 'string',
          maxLength: expect.any(Number),
        })
      }
    }
    expect(collectionOf('rapport')).toBe(collectionOf('reference'))
  })

  it('[WORK-5] a change of shape raises the version', () => {
    const shape = JSON.stringify({ ...entityCollections(), outbox: outboxSchema })
    const digest = createHash('sha256').update(shape).digest('hex').slice(0, 12)
    // Released shapes: a digest that is not the last one of its version means devices would refuse to open their data.
    expect({ version: LOCAL_SCHEMA_VERSION, digest }).toMatchInlineSnapshot(`
      {
        "digest": "e54ac856d833",
        "version": 0,
      }
    `)
  })
})
