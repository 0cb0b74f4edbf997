import type { Identity } from '../../sync/identity.ts'
import type { OutboxEntry } from '../../sync/outbox-entry.ts'
import type { FaultProxy } from '../support/fault-proxy.ts'
import type { PersonName } from '../support/staffed-company.ts'
import { type Act, doAct, type Written, wordOf, wordsIn } from './acts.ts'
import type { Counters } from './counters.ts'
import type { Office, Server } from './office.ts'
import { createPhone, type Machine, type Phone, type Tab, unsent } from './phone.ts'

/** One person and their phone, with what the model knows of its local database. */
export interface Seat {
  person: PersonName
  phone: Phone
  /** Undefined while nobody is logged in. */
  tab: Tab | undefined
  identity: Identity
  /** Every mutation that its outbox ever held. */
  known: Set<string>
  /** Given up by its author, who had read the server's refusal. */
  abandoned: Set<string>
  /** Unsent when the browser threw its storage away: the only ones that may be missing. */
  lost: Set<string>
  /** All that its outbox held before the browser threw it away. */
  before: Set<string>
  /** Made in another local database of the phone, under an impersonation. */
  elsewhere: Set<string>
}

/** One run: a company, its phones, and the model of what must hold. */
export interface World {
  server: Server
  office: Office
  /** Another company, whose staff have the same ids. */
  elsewhere: Office
  seats: Seat[]
  counters: Counters
  /** Words that people wrote, and who saw them replaced knowingly. */
  words: Map<string, Written>
  replaced: Set<string>
  /** Words that went with a wiped phone. */
  lostWords: Set<string>
  /** Words of refused writes that their authors gave up. */
  givenUp: Set<string>
  broken: string[]
  nextWord: () => string
}

export interface WorldInput {
  server: Server
  proxy: FaultProxy
  counters: Counters
  people: readonly PersonName[]
  elsewhere: Office
  newMachine: () => Promise<Machine>
}

export async function openWorld(input: WorldInput): Promise<World> {
  const { server, proxy, counters, people, elsewhere, newMachine } = input
  const office = await server.openOffice()
  await furnish(office, '')
  const broken: string[] = []
  let words = 0
  const seats = await Promise.all(
    people.map(async (person, index): Promise<Seat> => {
      const label = `${office.companyId} ${index} ${person}`
      const machine = await newMachine()
      const onBroken = (what: string) => broken.push(what)
      const phone = createPhone({ label, base: server.base, proxy, counters, onBroken, machine })
      const identity = { companyId: office.companyId, account: `personnel:${person}`, impersonator: '' }
      phone.token = await office.openSession(person)
      const tab = await phone.openTab(identity)
      await tab.device.pull()
      const none = (): Set<string> => new Set()
      const sets = { known: none(), abandoned: none(), elsewhere: none(), lost: none(), before: none() }
      return { person, phone, tab, identity, ...sets }
    }),
  )
  return {
    server,
    office,
    elsewhere,
    seats,
    counters,
    words: new Map(),
    replaced: new Set(),
    lostWords: new Set(),
    givenUp: new Set(),
    broken,
    nextWord: () => wordOf(++words),
  }
}

/** How ids of the other company begin. */
export const ELSEWHERE = 'ailleurs-'

/** The other company, the same for all runs: its staff have the same ids, its records must never be seen. */
export async function openElsewhere(server: Server): Promise<Office> {
  const office = await server.openOffice()
  await furnish(office, ELSEWHERE)
  return office
}

/** Two clients whose projects and appointments several people share: what they do meets. */
async function furnish(office: Office, prefix: string): Promise<void> {
  const team = [
    ['camille', 'marc'],
    ['colin', 'camille'],
  ] as const
  for (const [index, people] of team.entries()) {
    const [IDCLIENT, IDPROJET] = [`${prefix}client-${index}`, `${prefix}projet-${index}`]
    const day = new Date().toISOString().slice(0, 10)
    const statuses = [
      await office.write('POST', '/clients', { IDCLIENT, NOM: `Durand ${index}`, PORTABLE: `063998000${index}` }),
      await office.write('POST', '/projets', {
        IDPROJET,
        IDCLIENT,
        IDAGENCE: 'lyon',
        IDRESPONSABLEPROJET: people[0],
        DESCRIPTION: 'Fenêtres',
      }),
      await office.write('POST', '/rdvs', {
        IDRDV: `${prefix}rdv-${index}`,
        IDPROJET,
        RDV_DEBUT: `${day} 09:00`,
        RDV_FIN: `${day} 10:00`,
        IDPERSONNELS: [...people],
      }),
    ]
    if (statuses.some((status) => status !== 201)) throw new Error(`The office could not prepare: ${statuses}`)
  }
}

const isRule = (error: unknown): boolean => (error as { name?: unknown }).name === 'AppError'

/** What an act came to: done, nothing to do or forbidden by a rule, or not saved. */
export type ActResult = 'done' | 'nothing' | { failed: unknown }

/** Does one thing on a phone; what the command said must be true of the outbox (I2, OUT-1). */
export async function tryAct(world: World, seat: Seat, what: Act): Promise<ActResult> {
  if (!seat.tab) return 'nothing'
  const { device } = seat.tab
  const word = world.nextWord()
  let written: Written | null
  try {
    written = await doAct(device, seat.person, what, word)
  } catch (error) {
    if (isRule(error)) return 'nothing'
    await takeStock(world, seat)
    return { failed: error }
  }
  const entries = await takeStock(world, seat)
  if (!written) return 'nothing'
  const { resource, id } = written
  if (
    !entries.some(
      (e) => e.resource === resource && e.recordId === id && (written.word === null || wordsIn(e.patch).includes(word)),
    )
  )
    world.broken.push(
      `I2: ${seat.phone.label} said that ${resource}/${id} (${word}) is saved; its outbox does not have it`,
    )
  noteWritten(world, written)
  if (seat.phone.days !== 0) world.counters.hit('clock')
  return 'done'
}

/** As `tryAct`, where nothing could hinder it. */
export async function act(world: World, seat: Seat, what: Act): Promise<void> {
  const result = await tryAct(world, seat, what)
  if (typeof result === 'object') world.broken.push(`A command failed with no fault: ${String(result.failed)}`)
}

function noteWritten(world: World, written: Written): void {
  if (written.word) world.words.set(written.word, written)
  for (const word of wordsIn(written.over)) world.replaced.add(word)
}

/** Looks at the outbox: nothing that was there may be missing, nothing may have been given up by anyone but its author (I2). */
export async function takeStock(world: World, seat: Seat): Promise<OutboxEntry[]> {
  if (!seat.tab) return []
  const entries = await seat.tab.device.outbox()
  const ids = new Set(entries.map(({ id }) => id))
  for (const id of seat.known) if (!ids.has(id)) world.broken.push(`I2: ${seat.phone.label} has lost its entry ${id}`)
  for (const entry of entries) {
    seat.known.add(entry.id)
    if (entry.state === 'abandoned' && !seat.abandoned.has(entry.id))
      world.broken.push(`I2: ${seat.phone.label}: nobody gave up ${entry.id} (${entry.resource}/${entry.recordId})`)
    if (entry.state === 'refused' && !entry.error?.message)
      world.broken.push(`I2: ${seat.phone.label}: ${entry.id} is refused without a word`)
  }
  return entries
}

export const ids = (entries: readonly { id: string }[]): string[] => entries.map(({ id }) => id).sort()

/**
 * A tab was killed in the middle of a command: what its outbox has is written, whatever the command would have said. An edit that was folded into
 * an entry (OUT-4) was written over what that entry had `before`.
 */
export function noteKilled(world: World, before: readonly OutboxEntry[], entries: readonly OutboxEntry[]): void {
  const former = new Map(before.map((entry) => [entry.id, entry.patch]))
  for (const { id: entryId, resource, recordId: id, patch, base } of entries) {
    const news = wordsIn(patch).filter((word) => !world.words.has(word))
    const kept = new Set(wordsIn(patch))
    const over = [...wordsIn(base), ...wordsIn(former.get(entryId)).filter((word) => !kept.has(word))]
    for (const word of news) noteWritten(world, { resource, id, word, over })
  }
}

/** What an author does with a refusal after reading it. */
export async function giveUp(world: World, seat: Seat, tab: Tab, entry: OutboxEntry): Promise<void> {
  seat.abandoned.add(entry.id)
  for (const word of wordsIn(entry.patch)) world.givenUp.add(word)
  await tab.device.abandon(entry.id)
}

/** An entry that cannot go before its author has decided: refused, or behind one that is. */
function isStuck(entry: OutboxEntry, open: ReadonlyMap<string, OutboxEntry>): boolean {
  if (entry.state === 'refused') return true
  return entry.after.some((id) => {
    const cause = open.get(id)
    return cause !== undefined && isStuck(cause, open)
  })
}

/** Open entries that nobody has to decide about. */
export function moving(entries: readonly OutboxEntry[]): OutboxEntry[] {
  const open = new Map(entries.map((entry) => [entry.id, entry]))
  return entries.filter((entry) => !isStuck(entry, open))
}

export const waiting = async (seat: Seat): Promise<OutboxEntry[]> =>
  seat.tab ? unsent(await seat.tab.device.entries()) : []

/** Closes what is open of a run; a killed tab has nothing to close. */
export async function closeWorld(world: World): Promise<void> {
  for (const seat of world.seats) {
    const { tab } = seat
    seat.tab = undefined
    await tab?.close()
    await seat.phone.close()
  }
}
