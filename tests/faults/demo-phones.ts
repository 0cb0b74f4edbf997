import { setTimeout as wait } from 'node:timers/promises'
import { entityOf } from '../../schemas/resources.ts'
import type { FaultProxy } from '../support/fault-proxy.ts'
import type { Random } from '../support/random.ts'
import { logInStaff } from '../support/staff-login.ts'
import { doAct, PLAIN_ACTS } from './acts.ts'
import { createCounters } from './counters.ts'
import { type ArmedFault, LINE_FAULTS } from './line.ts'
import { createPhone, type Phone, type Tab } from './phone.ts'
import { realmMachine } from './realm-machine.ts'
import type { Contents } from './server.ts'
import { wordOf } from './words.ts'

/** A phone of one of the demo accounts. It reaches its server by HTTP only. */
export interface DemoPhone {
  mail: string
  person: string
  phone: Phone
  tab: Tab
}

export interface DemoServer {
  /** With `/api`. */
  base: string
  companyId: string
  proxy: FaultProxy
  http?: typeof fetch
}

let phones = 0

export async function openDemoPhone(server: DemoServer, mail: string): Promise<DemoPhone> {
  const { token, person, companyId } = await logInStaff(server.base, server.companyId, mail)
  const onBroken = (what: string): void => {
    throw new Error(what)
  }
  const label = `${mail} ${++phones}`
  const machine = realmMachine(server.http)
  const phone = createPhone({ ...server, label, release: 'today', counters: createCounters(), onBroken, machine })
  phone.token = token
  const tab = await phone.openTab({ companyId, account: `personnel:${person}`, impersonator: '' })
  await tab.device.pull()
  return { mail, person, phone, tab }
}

/** What a new phone of this account gets: the server's state, as its user may see it. */
export async function newPhoneContents(server: DemoServer, mail: string): Promise<Contents> {
  const { tab } = await openDemoPhone(server, mail)
  const contents = await tab.device.contents()
  await tab.close()
  return contents
}

let words = 0

/** One random act. A rule that forbids it is no error. */
export async function actAtRandom({ tab, person }: DemoPhone, random: Random): Promise<void> {
  const kind = random.pick(PLAIN_ACTS) ?? 'name'
  await doAct(tab.device, person, { kind, pick: random.below(12) }, wordOf(++words)).catch((error: unknown) => {
    if ((error as Error).name !== 'AppError') throw error
  })
}

/** A push and a pull over a bad line. No failure here is an error of the phone. */
export async function syncAtRandom({ tab, phone }: DemoPhone, random: Random): Promise<void> {
  const fault = (): ArmedFault => ({ at: random.below(14), fault: random.pick(LINE_FAULTS) ?? 'slow' })
  phone.line.arm([fault(), fault(), fault()])
  const steps = [() => tab.device.push(), () => tab.device.pull()]
  if (random.chance(0.5)) steps.reverse()
  for (const step of steps) await step().catch(() => undefined)
  phone.line.arm([])
}

const ROUNDS = 30

/** Synchronises all phones without faults until their outboxes are empty. It abandons refused entries. @returns how many there were */
export async function syncAll(all: readonly DemoPhone[]): Promise<number> {
  await wait(50)
  let refused = 0
  for (let round = 0; round < ROUNDS; round++) {
    let open = 0
    for (const { tab } of all) {
      await tab.device.push()
      await tab.device.pull()
      const entries = await tab.device.entries()
      open += entries.length
      for (const entry of entries.filter(({ state }) => state === 'refused')) {
        refused += 1
        await tab.device.resolver.abandon(entry.id)
      }
    }
    if (open > 0) continue
    // A last pull, so that each phone has what the others pushed last.
    for (const { tab } of all) await tab.device.pull()
    return refused
  }
  throw new Error('The outboxes did not empty')
}

/** Ids of the records that these phones created, and that the server has acknowledged. */
export async function acknowledgedCreations(all: readonly DemoPhone[]): Promise<string[]> {
  const outboxes = await Promise.all(all.map(({ tab }) => tab.device.outbox()))
  return outboxes
    .flat()
    .filter(({ action, state }) => action === 'create' && state === 'done')
    .map(({ resource, recordId }) => `${entityOf(resource).name}/${recordId}`)
}
