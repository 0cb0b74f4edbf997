import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { NewFile } from '../../sync/outbox/files.ts'
import { openTestDatabase } from '../support/engines.ts'
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts'
import { createRandom } from '../support/random.ts'
import { createCounters } from './counters.ts'
import { OVERTAKEN_MS } from './line.ts'
import { readOptions } from './options.ts'
import { createPhone, type Phone, type Tab } from './phone.ts'
import { type RealmTab, realmMachine } from './realm-machine.ts'
import { type Server, startServer } from './server.ts'
import { expectBytes, filesOf, openSite, sha256, UPLOAD_FAULTS } from './site.ts'

/** A technician works for weeks on a bad line: PVs with signatures and pictures of the works, on a phone whose tabs are killed and whose storage is full. */

const { engines, seed, pvs, minutes } = readOptions(process.env)

describe.each(engines)('files (%s)', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let server: Server
  let proxy: FaultProxy

  beforeAll(async () => {
    opened = await openTestDatabase(engine)
    server = await startServer(opened.db)
    proxy = await startFaultProxy(Number(new URL(server.base).port))
  })
  afterAll(async () => {
    await proxy?.close()
    await server?.close()
    await opened?.close()
  })

  it(
    `[SYN-09] [I1] [I2] [I3] [FILE-1] [FILE-4] [FILE-5] of ${pvs} PVs are all on the server, once, and no bytes were dropped before, seed ${seed}`,
    async () => {
      const random = createRandom(seed)
      const { company, project, interventions } = await openSite(server, pvs)
      const counters = createCounters()
      const machine = realmMachine()
      const onBroken = (what: string): void => expect.fail(what)
      const input = { label: company.companyId, base: server.base, proxy, counters, onBroken, machine }
      const phone: Phone<RealmTab> = createPhone(input)
      phone.token = await company.openSession('theo')
      const identity = { companyId: company.companyId, account: 'personnel:theo', impersonator: '' }
      let tab: Tab<RealmTab> = await phone.openTab(identity)
      await tab.device.pull()

      /** Files that the phone said it keeps: hash by IDFICHIER. */
      const kept = new Map<string, string>()
      const struck = { full: 0, killed: 0, halfway: 0 }
      let passes = 0

      const take = async (file: NewFile): Promise<void> => {
        if (random.chance(0.15)) {
          await machine.room.fill()
          const said = await tab.files.add(file).catch((error: unknown) => error)
          await machine.room.empty()
          expect(typeof said === 'string' || fullness(said), String(said)).toBe(true)
          if (typeof said !== 'string') struck.full += 1
        }
        kept.set(await tab.files.add(file), sha256(file.bytes))
      }

      /** One upload over a line that fails once or twice. Sometimes the tab is killed. */
      const pass = async (): Promise<void> => {
        const fault = UPLOAD_FAULTS[passes++ % UPLOAD_FAULTS.length] ?? 'drop-before'
        phone.line.arm([
          { at: random.below(3), fault },
          { at: 3 + random.below(6), fault: random.pick(UPLOAD_FAULTS) ?? fault },
        ])
        const isKill = random.chance(0.3)
        const killed = isKill
          ? tab.control.set({ what: 'kill', after: random.below(9) })
          : new Promise<void>(() => undefined)
        await Promise.race([tab.files.upload().catch(() => undefined), killed])
        phone.line.arm([])
        if (isKill) {
          if (tab.control.struck() !== undefined) struck.killed += 1
          await tab.kill()
          tab = await phone.openTab(identity)
        }
      }

      const onServer = async (): Promise<Map<string, unknown>> =>
        new Map((await company.rows('fichier')).map(({ id, values }) => [id, values.SHA256]))

      /** FILE-5: a file that is not on the server is on the phone, with its bytes. */
      const check = async (): Promise<void> => {
        const there = await onServer()
        const unsent = await tab.files.unsent()
        struck.halfway += unsent.filter(({ sent, size }) => sent > 0 && sent < size).length
        const waiting = new Map(unsent.map(({ id, sha256: hash }) => [id, hash]))
        for (const [id, hash] of kept) {
          if (there.get(id) === hash) continue
          expect(waiting.get(id), `${id} is neither on the server nor in the queue`).toBe(hash)
          expect(sha256((await tab.files.bytes(hash)) ?? new Uint8Array()), id).toBe(hash)
        }
      }

      for (const id of interventions) {
        for (const file of filesOf(id, project, random)) await take(file)
        for (let n = 0; n < 3; n++) {
          await pass()
          await check()
        }
      }
      for (let round = 0; (await tab.files.unsent()).length > 0; round++) {
        if (round === 50) throw new Error('The file queue does not empty')
        await wait(OVERTAKEN_MS)
        await tab.files.upload()
      }
      await tab.close()

      expect(kept.size).toBe(7 * interventions.length)
      expect(await onServer()).toEqual(kept)
      await expectBytes({ server, company, project, token: phone.token }, kept)
      console.log(`${kept.size} files in ${passes} passes, seed ${seed}: ${JSON.stringify(struck)}`)
      expect(UPLOAD_FAULTS.filter((fault) => counters.of(fault) === 0)).toEqual([])
      expect(
        Object.values(struck).every((count) => count > 0),
        JSON.stringify(struck),
      ).toBe(true)
    },
    minutes * 60_000,
  )
})

const fullness = (error: unknown): boolean => {
  const { name, inner } = error as { name?: string; inner?: { name?: string } }
  return name === 'QuotaExceededError' || inner?.name === 'QuotaExceededError'
}
