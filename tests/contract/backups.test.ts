import { existsSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { expect, it } from 'vitest'
import { createBackups } from '../../server/backup/backups.ts'
import { readBackup } from '../../server/backup/manifest.ts'
import { describeContract } from '../support/contract.ts'
import { testApp } from '../support/test-app.ts'

interface Made {
  data: { id: string; rows: number }
}

describeContract('backups', (server) => {
  const admin = async (): Promise<Record<string, string>> => {
    const { app, db } = server()
    await db.transaction({ platform: true }, (tx) =>
      tx
        .insertInto('admin_user')
        .values({ id: 'keeper', email: 'keeper@example.com', name: 'Keeper', password_hash: 'x' })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    )
    const { token } = await app.sessions.open({
      kind: 'admin',
      accountId: 'keeper',
      companyId: null,
      deviceId: null,
      proven: true,
    })
    return { authorization: `Bearer ${token}` }
  }

  it('[API-13] an administrator makes a backup, finds it in the list, and the trail says so', async () => {
    const { app, db } = server()
    await server().company()
    const headers = await admin()
    const made = await app.inject({ method: 'POST', url: '/api/admin/backups', headers })
    expect(made.statusCode).toBe(201)
    const { data } = made.json<Made>()
    expect(data).toMatchObject({ encrypted: false })
    expect(data.rows).toBeGreaterThan(10)
    const list = await app.inject({ method: 'GET', url: '/api/admin/backups', headers })
    expect(list.json<{ data: Made['data'][] }>().data.map((one) => one.id)).toContain(data.id)
    const trail = await db.transaction({ platform: true }, (tx) =>
      tx.selectFrom('audit').select(['actor', 'target']).where('action', '=', 'backup.created').execute(),
    )
    expect(trail).toContainEqual({ actor: 'admin:keeper', target: `backup:${data.id}` })
  })

  it('[SEC] an administrator reads whether the next backup will be encrypted, and an encrypted one is marked', async () => {
    const { db } = server()
    const headers = await admin()
    const told = async (app: FastifyInstance) =>
      (await app.inject({ method: 'GET', url: '/api/admin/backups/protection', headers })).json()
    expect(await told(server().app)).toEqual({ data: { encryption: null } })
    const recipients = ['age1a0a9et7hlg7ualcfll3gfjp99jxvxtazqed707zyfqsd54du5a3s2qnchj']
    const app = await testApp(db, {}, { backupEncryption: { kind: 'recipients', recipients } })
    try {
      expect(await told(app)).toEqual({ data: { encryption: 'recipients' } })
      const made = await app.inject({ method: 'POST', url: '/api/admin/backups', headers })
      expect(made.json()).toMatchObject({ data: { encrypted: true } })
      const trail = await db.transaction({ platform: true }, (tx) =>
        tx.selectFrom('audit').select('details').where('target', '=', `backup:${made.json<Made>().data.id}`).execute(),
      )
      expect(trail).toMatchObject([{ details: { encrypted: true } }])
    } finally {
      await app.close()
    }
  })

  it('[SEC] only administrators make or list backups', async () => {
    const { app } = server()
    const company = await server().company()
    for (const method of ['GET', 'POST'] as const) {
      const anonymous = await app.inject({ method, url: '/api/admin/backups' })
      expect(anonymous.statusCode).toBe(401)
      for (const name of ['diane', 'camille', 'alice', 'theo'] as const) {
        const { token } = company.as(name)
        const headers = { authorization: `Bearer ${token}` }
        expect((await app.inject({ method, url: '/api/admin/backups', headers })).statusCode).toBe(403)
        const protection = await app.inject({ method: 'GET', url: '/api/admin/backups/protection', headers })
        expect(protection.statusCode).toBe(403)
      }
    }
  })

  it('[SEC] the epochs of one company are told to its own accounts only', async () => {
    const { app, db } = server()
    const [mine, theirs] = [await server().company(), await server().company()]
    const past = { epoch: '11111111-1111-4111-8111-111111111111', seq: 7 }
    await db.inTenant(mine.id, (tx) =>
      tx
        .insertInto('company_epoch')
        .values({ company_id: mine.id, ...past })
        .execute(),
    )
    const told = await mine.as('camille').get('/sync/epochs')
    expect(told.data).toMatchObject({ epoch: told.headers['lolapp-epoch'], past: [past] })
    expect((await theirs.as('camille').get('/sync/epochs')).data).toMatchObject({ past: [] })
    expect((await app.inject({ method: 'GET', url: '/api/sync/epochs' })).statusCode).toBe(401)
  })
})

it('a backup appears in its folder only when it is complete', () => {
  const backups = createBackups({} as never, { dataDir: '/nowhere', backupDir: '/nowhere/backups', backupKeep: 1 })
  expect([backups.list(), existsSync('/nowhere')]).toEqual([[], false])
  return expect(readBackup('/nowhere')).rejects.toThrow(/n'est pas une sauvegarde/)
})
