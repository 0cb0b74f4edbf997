import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { embeddedDatabase } from '../support/engines.ts'
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts'
import { createLocks } from '../support/lock-manager.ts'
import { createCounters } from './counters.ts'
import { createPhone, type Phone, type Tab } from './phone.ts'
import { type RealmTab, realmMachine } from './realm-machine.ts'
import { type Server, type ServerCompany, startServer } from './server.ts'

/**
 * Two tabs of one phone, with the product's election and replication in both. A heartbeat comes ten times as often as the product's, the silence limit is a
 * quarter of it: on a slow machine a live leader's heartbeat may be late, but not as late as that.
 */

const BEAT = 500
const SILENCE = 5000

let server: Server
let proxy: FaultProxy
let company: ServerCompany
let phone: Phone<RealmTab>
let close: () => Promise<void>

beforeAll(async () => {
  const db = await embeddedDatabase()
  server = await startServer(db)
  proxy = await startFaultProxy(Number(new URL(server.base).port))
  close = async () => {
    await proxy.close()
    await server.close()
    await db.close()
  }
})
afterAll(() => close?.())

/** A tab that asks to lead. `leads` resolves when it leads, with the signal that tells it to stop. */
interface Candidate {
  tab: Tab<RealmTab>
  leads: () => boolean
  begun: () => number
  left: Promise<void>
}

function stand(tab: Tab<RealmTab>, name: string, locks: LockManager, signal: AbortSignal): Candidate {
  const channel = new BroadcastChannel(`leader ${phone.label}`)
  let begun = 0
  let leading = false
  const left = tab
    .elect({
      name: 'phone',
      signal,
      locks,
      channel,
      beatEvery: BEAT,
      silence: SILENCE,
      lead: async (robbed) => {
        begun += 1
        leading = true
        await tab.device.replicate(robbed, () => undefined)
        leading = false
      },
    })
    .catch((error: unknown) => {
      if (!signal.aborted) throw new Error(name, { cause: error })
    })
    .finally(() => channel.close())
  return { tab, leads: () => leading, begun: () => begun, left }
}

describe('a frozen leader', () => {
  it('[WORK-2] [I12] [I3] loses the lead after its silence; the new leader empties the outbox; after the thaw it stops and waits for the lead again', async () => {
    company = await server.openCompany()
    phone = createPhone({
      label: company.companyId,
      base: server.base,
      proxy,
      counters: createCounters(),
      machine: realmMachine(),
      onBroken: (what) => {
        throw new Error(what)
      },
    })
    phone.token = await company.openSession('camille')
    const identity = { companyId: company.companyId, account: 'personnel:camille', impersonator: '' }
    const locks = createLocks()
    const stop = new AbortController()
    const first = stand(await phone.openTab(identity), 'first', locks.clientOf('first'), stop.signal)
    await expect.poll(first.leads).toBe(true)
    const heir = stand(await phone.openTab(identity), 'heir', locks.clientOf('heir'), stop.signal)

    // No tab takes the lead while the leader's heartbeat goes on.
    await new Promise((resolve) => setTimeout(resolve, 1.5 * SILENCE))
    expect([first.leads(), heir.begun()]).toEqual([true, 0])

    await first.tab.control.set({ what: 'freeze', after: 0 })
    await heir.tab.device.commands.create('client', { NOM: 'Gelé' })
    await expect.poll(heir.leads).toBe(true)
    expect(first.leads()).toBe(true)
    await expect.poll(() => heir.tab.device.entries()).toEqual([])

    // After the thaw it notices the loss within one heartbeat, and writes nothing more.
    first.tab.control.thaw()
    await expect.poll(first.leads).toBe(false)
    expect([heir.leads(), first.begun()]).toEqual([true, 1])
    expect(await company.effects()).toHaveLength(1)

    // It is in the queue again: it leads when the new leader is killed.
    await heir.tab.kill()
    locks.closed('heir')
    await expect.poll(first.begun).toBe(2)
    stop.abort()
    await first.left
  })
})
