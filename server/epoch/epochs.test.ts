import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { decodeCheckpoint, encodeCheckpoint, HEADER } from '../../schemas/protocol.ts'
import { type Caller, callerOf } from '../../tests/support/contract.ts'
import { ENGINES } from '../../tests/support/engines.ts'
import { openPlace, type Place } from '../../tests/support/put-back.ts'
import { staffedCompany } from '../../tests/support/staffed-company.ts'
import { testApp } from '../../tests/support/test-app.ts'
import type { Database } from '../plugins/database/database.ts'
import { openDatabase } from '../plugins/database/open-database.ts'
import { createEpochs } from './epochs.ts'
import { folderMark, type MarkStore, memoryMark } from './mark.ts'

const LONG = 180_000

interface Server {
  db: Database
  app: FastifyInstance
  log: string[]
  camille: () => Promise<Caller>
  stop: () => Promise<void>
}

const companyOf = (db: Database, id: string) =>
  db.inTenant(id, async (tx) => {
    const row = await tx
      .selectFrom('company')
      .select(['epoch', 'seq', 'epoch_number'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const past = await tx.selectFrom('company_epoch').select(['epoch', 'seq']).orderBy('ended_at').execute()
    return { ...row, seq: Number(row.seq), past }
  })

const addClient = (caller: Caller, NOM = 'Durand') =>
  caller.post('/clients?skip_duplicate_check=true', { IDCLIENT: randomUUID(), NOM, PORTABLE: '0639980001' })

describe.each(ENGINES)('a database that was restored from outside (%s)', { timeout: LONG }, (engine) => {
  let place: Place
  let company = ''
  const running: Server[] = []

  const start = async (marks: MarkStore = folderMark(place.dataDir)): Promise<Server> => {
    const db = await openDatabase(place.config)
    const log: string[] = []
    const app = await testApp(db, { logLevel: 'warn', logTo: { write: (line) => void log.push(line) } }, { marks })
    await app.ready()
    const server: Server = {
      db,
      app,
      log,
      camille: async () => {
        const session = { kind: 'personnel', accountId: 'camille', companyId: company, deviceId: null } as const
        return callerOf(app, (await app.sessions.open(session)).token)
      },
      stop: async () => {
        running.splice(running.indexOf(server), 1)
        await app.close()
        await db.close()
      },
    }
    running.push(server)
    return server
  }

  beforeEach(async () => {
    place = await openPlace(engine)
    const db = await openDatabase(place.config)
    company = (await staffedCompany(db)).id
    await db.close()
  }, LONG)
  afterEach(async () => {
    for (const server of [...running]) await server.stop()
    await place.remove()
  }, LONG)

  /** Writes before and after the snapshot, then restores it: what came after is lost, and the database still has its epoch. */
  const restoreBetweenStarts = async (marks?: MarkStore) => {
    const first = await start(marks)
    await addClient(await first.camille(), 'Avant')
    await first.stop()
    const before = await peek()
    const restore = await place.snapshot()
    const second = await start(marks)
    const caller = await second.camille()
    const lost = await addClient(caller, 'Perdu')
    await addClient(caller, 'Perdu aussi')
    const { checkpoint } = await caller.pull('/clients')
    await second.stop()
    const reached = await peek()
    await restore()
    const back = await peek()
    // Checks that the fault was really made.
    expect(reached.seq).toBeGreaterThan(before.seq)
    expect(back).toEqual(before)
    expect(back.epoch).toBe(reached.epoch)
    return { back, reached, checkpoint, lost }
  }
  const peek = async () => {
    const db = await openDatabase(place.config)
    try {
      return await companyOf(db, company)
    } finally {
      await db.close()
    }
  }

  it('[SERVER-7] [OPS-05 restore] has a new epoch at the next start, before anybody is answered, and the log says so', async () => {
    const { back, reached } = await restoreBetweenStarts()
    const { db, log } = await start()
    const now = await companyOf(db, company)
    expect(now.epoch).not.toBe(back.epoch)
    expect(now.epoch_number).toBe(2)
    // Only with the embedded database is it certain that no other server wrote to it meanwhile.
    expect(now.past).toEqual([{ epoch: back.epoch, seq: engine === 'pglite' ? back.seq : 0 }])
    expect(now.seq).toBeGreaterThan(reached.seq)
    expect(log.join('\n')).toMatch(/a été remise dans un état antérieur \(écriture \d+, \d+ attendue\)/)
  })

  it('[SERVER-7] a mark that cannot be read at the start does not delay it: a later comparison finds the same', async () => {
    const { back } = await restoreBetweenStarts()
    const kept = folderMark(place.dataDir)
    let fired = 0
    const read = () => (fired++ === 0 ? Promise.reject(new Error('object store away')) : kept.read())
    const { db, app, log } = await start({ ...kept, read })
    expect([fired, (await companyOf(db, company)).epoch]).toEqual([1, back.epoch])
    expect(log.join('')).toContain('object store away')
    await app.epochs.check()
    const now = await companyOf(db, company)
    // Another server may have written meanwhile: nothing of the former epoch is certain.
    expect([now.epoch === back.epoch, now.past]).toEqual([false, [{ epoch: back.epoch, seq: 0 }]])
  })

  it('[SERVER-7] a start after an ordinary stop begins no epoch', async () => {
    const first = await start()
    await addClient(await first.camille())
    await first.app.epochs.check()
    const before = await companyOf(first.db, company)
    await first.stop()
    const again = await start()
    expect(await companyOf(again.db, company)).toEqual(before)
    expect(again.log.join('')).not.toContain('état antérieur')
  })

  it('[SERVER-6] counters restart above the values given in the lost time', async () => {
    const { reached } = await restoreBetweenStarts()
    const server = await start()
    const versions = async () => {
      const { rows } = await server.db.inTenant(company, (tx) =>
        sql<{ least: number }>`select min("VERSION") as least from personnel`.execute(tx),
      )
      return rows[0]?.least
    }
    expect(await versions()).toBeGreaterThan(1_000_000)
    const made = await addClient(await server.camille())
    expect(made.status).toBe(201)
    expect(Number(made.headers[HEADER.seq])).toBeGreaterThan(reached.seq)
  })

  it('[SERVER-6] pending messages may have been sent already: they are not sent again by themselves', async () => {
    const first = await start()
    const client = {
      IDCLIENT: randomUUID(),
      NOM: 'Noël',
      PORTABLE: '0639980001',
      IDPERSONNEL: 'camille',
      IDAGENCE: 'lyon',
    }
    expect((await (await first.camille()).post('/clients', client)).status).toBe(201)
    await first.db.inTenant(company, (tx) =>
      sql`insert into message (id, company_id, key, channel, recipient, payload, resource, record_id, created_by, due_at)
        select id, ${company}, id, 'sms', '0639980001', '{"text": "Bonjour"}', 'client', ${client.IDCLIENT}, 'personnel:camille',
          now() + interval '1 hour' from unnest(array['m', 'n']) id`.execute(tx),
    )
    await first.stop()
    await restoreBetweenStarts()
    const { db, app } = await start()
    await app.messages.drain()
    const { rows } = await db.inTenant(company, (tx) =>
      sql`select status, error from message where channel = 'sms'`.execute(tx),
    )
    const unknown = { status: 'unknown', error: 'Restauration : peut-être déjà envoyé.' }
    expect(rows).toEqual([unknown, unknown])
    // Who asked for them is told, once for both.
    const { rows: told } = await db.inTenant(company, (tx) =>
      sql`select "IDPERSONNEL", "TYPE", "IDENREGISTREMENT", "DETAIL" from notification`.execute(tx),
    )
    expect(told).toEqual([
      {
        IDPERSONNEL: 'camille',
        TYPE: 'message_perdu',
        IDENREGISTREMENT: client.IDCLIENT,
        DETAIL: 'SMS peut-être non parti',
      },
    ])
  })

  it('[SERVER-7] a mark that could not be written, or whose company could not be read, is written by the next comparison', async () => {
    const { db } = await start(memoryMark())
    const second = (await staffedCompany(db, 'seconde')).id
    const kept = memoryMark()
    let isFull = true
    const marks: MarkStore = {
      ...kept,
      write: async (mark) => {
        if (isFull) throw new Error('disk full')
        await kept.write(mark)
      },
    }
    let held = company
    const busy: Database = {
      ...db,
      inTenant: (id, fn) => (id === held ? Promise.reject(new Error('busy')) : db.inTenant(id, fn)),
    }
    const epochs = await createEpochs({ db: busy, marks, announce: () => undefined, onError: () => undefined })
    const known = async () => Object.keys((await kept.read()).companies).sort()
    await expect(epochs.check()).rejects.toThrow('disk full')
    isFull = false
    // Nothing was written meanwhile.
    await expect(epochs.check()).rejects.toThrow('busy')
    expect(await known()).toEqual([second])
    held = ''
    await epochs.check()
    expect(await known()).toEqual([company, second].sort())
    await epochs.close()
  })

  it('[SERVER-7] a mark whose store never answers keeps no comparison and no stop', async () => {
    const { db } = await start(memoryMark())
    const kept = memoryMark()
    let isSilent = true
    const silent = new Promise<never>(() => undefined)
    const marks: MarkStore = {
      read: () => (isSilent ? silent : kept.read()),
      write: (mark) => (isSilent ? silent : kept.write(mark)),
    }
    const told: unknown[] = []
    const options = { db, marks, announce: () => undefined, onError: (error: unknown) => void told.push(error) }
    const epochs = await createEpochs({ ...options, storeMs: 200 })
    await expect(epochs.check()).rejects.toThrow('does not answer')
    isSilent = false
    await epochs.check()
    expect(Object.keys((await kept.read()).companies)).toEqual([company])
    isSilent = true
    await db.inTenant(company, (tx) => sql`select take_seq(1)`.execute(tx))
    await expect(epochs.check()).rejects.toThrow('does not answer')
    await epochs.close()
    expect(String(told)).toContain('does not answer')
    const waiting = await createEpochs({ ...options, storeMs: 5000, closeMs: 100 })
    await waiting.close()
  })

  it('[SERVER-7] without a mark, a checkpoint sealed by this installation is the proof: 410 under the new epoch', async () => {
    const { back, checkpoint } = await restoreBetweenStarts(memoryMark())
    const { db, app, camille } = await start(memoryMark())
    const caller = await camille()
    // The server knows nothing yet; new writes take seqs that the lost time had given too.
    expect((await companyOf(db, company)).epoch).toBe(back.epoch)
    const answer = await caller.get(`/clients?since=${encodeURIComponent(checkpoint)}`)
    const now = await companyOf(db, company)
    expect([answer.status, answer.headers[HEADER.epoch]]).toEqual([410, now.epoch])
    expect(now.epoch).not.toBe(back.epoch)
    expect(now.past).toEqual([{ epoch: back.epoch, seq: 0 }])
    // The same checkpoint again, or that of another device, begins no other epoch.
    await caller.get(`/rdvs?since=${encodeURIComponent(checkpoint)}`)
    await app.epochs.check()
    expect((await companyOf(db, company)).epoch).toBe(now.epoch)
  })

  it('[SERVER-7] [SEC] a request alone proves nothing: a checkpoint without a seal, a changed one, one of another company', async () => {
    const { db, camille } = await start(memoryMark())
    const caller = await camille()
    const { checkpoint } = await caller.pull('/clients')
    const before = await companyOf(db, company)
    const made = decodeCheckpoint(checkpoint)
    if (!made) throw new Error('not a checkpoint')
    const [scope = '', seal] = made.scope.split('.')
    expect(seal).toMatch(/^[0-9a-f]{32}$/)
    const forged = [
      encodeCheckpoint({ ...made, seq: made.seq + 1000 }),
      encodeCheckpoint({ ...made, seq: made.seq + 1000, scope }),
      encodeCheckpoint({ ...made, epoch: randomUUID() }),
      encodeCheckpoint({ ...made, seq: made.seq + 1000, scope: `${scope}.${'0'.repeat(32)}` }),
    ]
    for (const since of forged) {
      const answer = await caller.get(`/clients?since=${encodeURIComponent(since)}`)
      expect([answer.status, answer.headers[HEADER.epoch]]).toEqual([410, before.epoch])
    }
    const seen = await caller.put('/clients/none', { NOM: 'x' }, { seen: 999_999, counter: 999_999 })
    expect(seen.status).toBe(404)
    expect(await companyOf(db, company)).toEqual(before)
    // A device of an older version has no seal: it may read on.
    const unsealed = encodeCheckpoint({ ...made, scope })
    expect((await caller.get(`/clients?since=${encodeURIComponent(unsealed)}`)).status).toBe(200)
  })

  it('[OPS-05 restore] [SERVER-7] an operator’s command begins a new epoch for every company, and its processes follow', async () => {
    const { db, app, camille } = await start(memoryMark())
    const caller = await camille()
    await addClient(caller)
    const { checkpoint } = await caller.pull('/clients')
    const before = await companyOf(db, company)
    const begun: string[] = []
    const other = engine === 'pglite' ? db : await openDatabase(place.config)
    const epochs = await createEpochs({
      db: other,
      marks: memoryMark(),
      announce: ({ companyId }) => void begun.push(companyId),
      onError: (error) => {
        throw error
      },
    })
    await epochs.beginAll()
    await epochs.close()
    if (other !== db) await other.close()
    const now = await companyOf(db, company)
    expect(begun).toEqual([company])
    expect(now).toMatchObject({ epoch_number: 2, past: [{ epoch: before.epoch, seq: 0 }] })
    await vi.waitFor(async () => expect((await caller.get('/clients?since=')).headers[HEADER.epoch]).toBe(now.epoch), {
      timeout: 120_000,
    })
    expect((await caller.get(`/clients?since=${encodeURIComponent(checkpoint)}`)).status).toBe(410)
    await app.epochs.check()
    expect((await addClient(caller, 'Ensuite')).status).toBe(201)
    expect((await companyOf(db, company)).epoch).toBe(now.epoch)
  })

  // The embedded database has one process: no one can restore it while it runs.
  if (engine === 'postgresql')
    it('[SERVER-7] under running servers: no write is acknowledged by it, one new epoch begins, and every process follows', async () => {
      const marks = folderMark(place.dataDir)
      const [one, two] = [await start(marks), await start(marks)]
      const [camille, other] = [await one.camille(), await two.camille()]
      await addClient(camille)
      const restore = await place.snapshot()
      await vi.waitFor(async () => expect((await addClient(camille, 'Perdu')).status).toBe(201), { timeout: 120_000 })
      await addClient(other, 'Perdu aussi')
      const reached = await companyOf(one.db, company)
      await restore()
      const answers: { status: number; epoch: unknown; NOM: string }[] = []
      await vi.waitFor(
        async () => {
          for (const [caller, NOM] of [
            [camille, `a${answers.length}`],
            [other, `b${answers.length}`],
          ] as const) {
            const { status, headers } = await addClient(caller, NOM)
            answers.push({ status, epoch: headers[HEADER.epoch], NOM })
          }
          expect(answers.slice(-2).map(({ status }) => status)).toEqual([201, 201])
        },
        { timeout: 120_000, interval: 100 },
      )
      const now = await companyOf(one.db, company)
      expect(now.past.map(({ epoch }) => epoch)).toEqual([reached.epoch])
      expect(now.epoch_number).toBe(2)
      // Refused writes are not in the database; accepted ones have seqs after the lost ones.
      expect(answers.map(({ status }) => status).filter((status) => status !== 201 && status !== 503)).toEqual([])
      expect([...one.log, ...two.log].filter((line) => line.includes('état antérieur'))).toHaveLength(1)
      for (const caller of [camille, other])
        await vi.waitFor(
          async () => expect((await caller.get('/clients?since=')).headers[HEADER.epoch]).toBe(now.epoch),
          { timeout: 120_000 },
        )
      const { rows } = await names(one.db)
      const accepted = answers.filter(({ status }) => status === 201).map(({ NOM }) => NOM)
      expect(rows.map(({ NOM }) => NOM).filter((NOM) => /^[ab]\d/.test(NOM))).toEqual(accepted.sort())
    })
  const names = (db: Database) =>
    db.inTenant(company, (tx) => sql<{ NOM: string }>`select "NOM" from client order by "NOM"`.execute(tx))
})
