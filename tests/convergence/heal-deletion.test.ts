import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { expect, it } from 'vitest'
import type { SyncedResource } from '../../schemas/resources.ts'
import { createBackups } from '../../server/backup/backups.ts'
import { restore } from '../../server/backup/restore.ts'
import { seedDemo } from '../../server/demo/seed.ts'
import { folderMark } from '../../server/epoch/mark.ts'
import type { Database } from '../../server/plugins/database/database.ts'
import { openDatabase } from '../../server/plugins/database/open-database.ts'
import { type DemoPhone, newPhoneContents, openDemoPhone, syncAll } from '../faults/demo-phones.ts'
import { ENGINES } from '../support/engines.ts'
import { startFaultProxy } from '../support/fault-proxy.ts'
import { freePort } from '../support/ports.ts'
import { openPlace, type Place } from '../support/put-back.ts'
import { testApp } from '../support/test-app.ts'

const PEOPLE = ['directeur', 'commercial'] as const

/** A server that goes away and comes back at the same address. */
async function openServer({ config, dataDir }: Place) {
  const port = await freePort()
  let [db, app]: [Database | null, FastifyInstance | null] = [null, null]
  const open = async (): Promise<Database> => {
    db = await openDatabase(config)
    app = await testApp(db, { demo: true, checkAnswers: false }, { marks: folderMark(dataDir) })
    await app.listen({ port, host: '127.0.0.1' })
    return db
  }
  const close = async (): Promise<void> => {
    await app?.close()
    await db?.close()
  }
  return { db: await open(), port, open, close }
}

interface Case {
  what: string
  resource: SyncedResource & ('rdv' | 'client')
  id: string
  editor: DemoPhone
  deleter: DemoPhone
  isDeletedFirst: boolean
}

/** The second write's author had the first one. All were accepted after the backup, and the phones come back one after the other. */
it.each(ENGINES)(
  '[HEAL-8] [I1] [I5] [I9] an accepted deletion, and an edit that it knew or that knew it, both hold after a restore (%s)',
  async (engine) => {
    const place = await openPlace(engine)
    const server = await openServer(place)
    const proxy = await startFaultProxy(server.port)
    await seedDemo(server.db, { clients: 12, otherClients: 2 })
    const { id: companyId } = await server.db.transaction({ companyKey: 'demo' }, (tx) =>
      tx.selectFrom('company').select('id').where('key', '=', 'demo').executeTakeFirstOrThrow(),
    )
    const demo = { base: `http://127.0.0.1:${server.port}/api`, companyId, proxy }
    const phones = await Promise.all(PEOPLE.map((name) => openDemoPhone(demo, `${name}@example.com`)))
    const [first, second] = phones as [DemoPhone, DemoPhone]
    try {
      const rdvs = await second.tab.device.ids('rdv')
      const cases: Case[] = []
      for (const [editor, deleter, who] of [
        [first, second, 'the editor comes back first'],
        [second, first, 'the deleter comes back first'],
      ] as const) {
        const phonesOf = { editor, deleter }
        // Only the office deletes clients.
        if (deleter.mail.startsWith('directeur')) {
          const id = await editor.tab.device.commands.create(
            'client',
            { NOM: 'Un client' },
            { skipDuplicateCheck: true },
          )
          cases.push({
            what: `client, edited then deleted, ${who}`,
            resource: 'client',
            id,
            ...phonesOf,
            isDeletedFirst: false,
          })
        }
        for (const isDeletedFirst of [false, true]) {
          const order = isDeletedFirst ? 'deleted then edited' : 'edited then deleted'
          cases.push({
            what: `rdv, ${order}, ${who}`,
            resource: 'rdv',
            id: String(rdvs.shift()),
            ...phonesOf,
            isDeletedFirst,
          })
        }
      }
      expect(await syncAll(phones)).toBe(0)
      const from = join(place.dataDir, 'sauvegarde')
      await createBackups(server.db, {
        dataDir: place.dataDir,
        backupDir: join(place.dataDir, 'backups'),
        backupKeep: 1,
      }).createAt(from)

      for (const isFirst of [true, false]) {
        for (const { resource, id, editor, deleter, isDeletedFirst } of cases) {
          if (isFirst === isDeletedFirst) await deleter.tab.device.commands.remove(resource, id)
          else await editor.tab.device.commands.update(resource, id, { OBSERVATIONS: 'vu' })
        }
        expect(await syncAll(phones)).toBe(0)
      }
      /** Each case as a phone holds it that has everything: of either person, and a new one of theirs, which has what the server has. */
      const shown = async (): Promise<Record<string, unknown>[]> => {
        const held = await Promise.all(phones.map(({ tab }) => tab.device.contents()))
        for (const { mail } of phones) held.push(await newPhoneContents(demo, mail))
        return held.map((contents) => {
          const records = cases.map(({ what, resource, id }) => [what, contents[`${resource}/${id}`] ?? null] as const)
          return Object.fromEntries(
            records.map(([what, record]) => [what, record && [record.OBSERVATIONS, record.SUPPRIME]]),
          )
        })
      }
      const accepted = await shown()
      for (const one of accepted) expect(Object.values(one)).toEqual([['vu', 1], ['vu', 1], null, ['vu', 1], ['vu', 1]])

      await server.close()
      await restore({ from, dataDir: place.dataDir, database: place.config })
      await server.open()
      expect(await syncAll(phones)).toBe(0)
      expect(await shown()).toEqual(accepted)
    } finally {
      for (const { tab } of phones) await tab.close()
      await proxy.close()
      await server.close()
      await place.remove()
    }
  },
)
