import { isDeepStrictEqual } from 'node:util'
import type { Staff } from '../../schemas/access.ts'
import type { SyncedResource } from '../../schemas/resources.ts'
import type { Identity } from '../../sync/identity.ts'
import { isOfGoneNotice } from '../../sync/outbox/acknowledge.ts'
import type { Snapshot } from '../../sync/outbox/snapshot.ts'
import { inOrder, type OutboxEntry } from '../../sync/store/outbox-entry.ts'
import type { FaultProxy } from '../support/fault-proxy.ts'
import { type PersonName, staffOf } from '../support/staffed-company.ts'
import type { Act, Written } from './act-types.ts'
import { type ActKind, doAct, NEW_STREET } from './acts.ts'
import type { Counters } from './counters.ts'
import type { Deletion, EpochLog } from './deletions.ts'
import { furnish } from './furnish.ts'
import { changesOf, createItems, holdsItems, type Items } from './items.ts'
import { createPhone, type Machine, type Phone, type Tab, unsent } from './phone.ts'
import { reasonFor } from './refusals.ts'
import type { Effect, Server, ServerCompany } from './server.ts'
import { checkShown } from './shown.ts'
import type { TabDevice } from './tab-device.ts'
import { newWords, wordOf, wordsIn } from './words.ts'

/** A form with the values that it showed when it was opened. */
export interface Form {
  resource: SyncedResource
  id: string
  field: string
  snapshot: Snapshot
}

/** One person and their phone, with what the model knows of its local database. */
export interface Seat {
  person: PersonName
  phone: Phone
  /** The open tab; undefined while nobody is logged in. */
  tab: Tab | undefined
  identity: Identity
  /** All mutations that its outbox ever held. */
  known: Set<string>
  /** Entries that their author abandoned after reading the refusal. */
  abandoned: Set<string>
  /** Entries that were unsent when the browser deleted its storage: only these may be missing. */
  lost: Set<string>
  /** All entries that its outbox held before the browser deleted it. */
  before: Set<string>
  /** Entries made in another local database of the phone, under an impersonation. */
  elsewhere: Set<string>
  /** Pictures that its person took and that are not lost with the phone, each with its project. */
  photos: Map<string, string>
  /** The form that its person has opened and not saved yet. */
  form: Form | undefined
  /** Refusals that were already checked. */
  judged: Set<string>
}

/** An act, and the entries of the outbox that hold what it wrote. */
export interface DoneAct {
  kind: ActKind
  entries: readonly string[]
}

/** One run: a company, its phones, and the model of what must be true. */
export interface World {
  server: Server
  company: ServerCompany
  /** Another company, whose staff have the same ids. */
  elsewhere: ServerCompany
  seats: Seat[]
  counters: Counters
  /** Words that people wrote, with record and phone. `replaced`: words that somebody who saw them replaced or deleted. */
  words: Map<string, Pick<Written, 'resource' | 'id' | 'isSoftDeleted'> & { by: string }>
  replaced: Set<string>
  /** The history of set items. */
  items: Items
  /** All roles and agencies that each person has had, the present last. */
  rights: Map<PersonName, Staff[]>
  /** Records that may have left somebody's phone because they were given to others or their people changed. */
  moved: Set<string>
  /** Records of clients that were merged into others, each with the one that was kept. */
  merged: Map<string, string>
  /** What these did to the clients that were kept: no phone's mutation, and yet a change that whoever deletes one may not have seen. */
  merges: Effect[]
  /** Who has taken which customer's request. */
  taken: Map<string, Set<string>>
  /** Records whose deletion somebody cancelled. */
  restored: Set<string>
  /** What the authors of deletions knew, by entry. */
  deletions: Map<string, Deletion>
  /** The effects of the epochs that restores have ended. */
  formerEpochs: EpochLog[]
  /** Entries on which the server fails until everything else has healed. */
  poisoned: Set<string>
  /** The database was restored less than a day ago. */
  isJustRestored: boolean
  /** Words that were lost with a wiped phone. */
  lostWords: Set<string>
  /** Words of refused writes that their authors abandoned. */
  givenUp: Set<string>
  /** What people did, with the entries that carry it. */
  done: DoneAct[]
  /** The mutations that had taken effect when the present step began. */
  former: ReadonlySet<string>
  broken: string[]
  nextWord: () => string
}

export interface WorldInput {
  server: Server
  proxy: FaultProxy
  counters: Counters
  people: readonly PersonName[]
  elsewhere: ServerCompany
  newMachine: () => Promise<Machine>
}

export async function openWorld(input: WorldInput): Promise<World> {
  const { server, proxy, counters, people, elsewhere, newMachine } = input
  const company = await server.openCompany()
  const items = createItems()
  await furnish(company, '', items)
  const broken: string[] = []
  let words = 0
  const seats = await Promise.all(
    people.map(async (person, index): Promise<Seat> => {
      const label = `${company.companyId} ${index} ${person}`
      const machine = await newMachine()
      const onBroken = (what: string) => broken.push(what)
      const phone = createPhone({ label, base: server.base, proxy, counters, onBroken, machine })
      const identity = { companyId: company.companyId, account: `personnel:${person}`, impersonator: '' }
      phone.token = await company.openSession(person)
      const tab = await phone.openTab(identity)
      await tab.device.pull()
      const none = (): Set<string> => new Set()
      const sets = { known: none(), abandoned: none(), elsewhere: none(), lost: none(), before: none(), judged: none() }
      return { person, phone, tab, identity, ...sets, photos: new Map(), form: undefined }
    }),
  )
  return {
    server,
    company,
    elsewhere,
    seats,
    counters,
    words: new Map(),
    replaced: new Set(),
    items,
    rights: new Map(people.map((person) => [person, [staffOf(person)]])),
    moved: new Set(),
    merged: new Map(),
    merges: [],
    taken: new Map(),
    restored: new Set(),
    deletions: new Map(),
    formerEpochs: [],
    poisoned: new Set(),
    isJustRestored: false,
    lostWords: new Set(),
    givenUp: new Set(),
    done: [],
    former: new Set(),
    broken,
    nextWord: () => wordOf(++words),
  }
}

const isRule = (error: unknown): boolean => (error as { name?: unknown }).name === 'AppError'

/** Result of an act: done, nothing to do or forbidden by a rule, or not saved. */
export type ActResult = 'done' | 'nothing' | { failed: unknown }

/** I2: whether what an act wrote is in the outbox. */
export const isSaved = (entries: readonly OutboxEntry[], { resource, id, word }: Written): boolean =>
  entries.some(
    (entry) =>
      entry.resource === resource && entry.recordId === id && (word === null || wordsIn(entry.patch).includes(word)),
  )

export const notSaved = ({ phone }: Seat, { resource, id, word }: Written): string =>
  `I2: ${phone.label} said that ${resource}/${id} (${word}) is saved; its outbox does not have it`

/**
 * Does one act on a phone and checks the outbox against the command's result (I2, OUT-1).
 * @param together collects what the tabs of a phone write at the same time, to be checked once all of it is written
 */
export async function tryAct(world: World, seat: Seat, what: Act<ActKind>, together?: Written[]): Promise<ActResult> {
  if (!seat.tab) return 'nothing'
  const { device } = seat.tab
  const word = world.nextWord()
  const known = new Set(seat.known)
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
  if (together) together.push(written)
  else if (!isSaved(entries, written)) world.broken.push(notSaved(seat, written))
  noteWritten(world, seat, { ...written, isSoftDeleted: await isSoftDeleted(device, written) })
  world.items.note({ resource, id, entry: lastEntry(entries, written)?.id ?? 'none' }, written.items ?? [])
  noteDeletion(world, seat, written, entries)
  world.done.push({ kind: what.kind, entries: carriersOf(entries, { written, known }) })
  if (seat.phone.days !== 0) world.counters.hit('clock')
  return 'done'
}

/** The entries that carry an act: those that are new since, otherwise the one that it was folded into (OUT-4). */
function carriersOf(
  entries: readonly OutboxEntry[],
  { written, known }: { written: Written; known: ReadonlySet<string> },
): string[] {
  const made = entries.filter(({ id }) => !known.has(id))
  const last = lastEntry(entries, written)
  return ids(made.length === 0 && last ? [last] : made)
}

/** Counts the acts of a run that took effect: every entry that carries one did. */
export function countActs({ done, counters }: Pick<World, 'done' | 'counters'>, effects: readonly Effect[]): void {
  const made = new Set(effects.map(({ id }) => id))
  for (const { kind, entries } of done)
    if (entries.length > 0 && entries.every((id) => made.has(id))) counters.act(kind)
}

/** The entry that holds a write of a record: the last one, of those that change its items. A second tab may have added another entry since. */
export function lastEntry(
  entries: readonly OutboxEntry[],
  { resource, id, items = [] }: Pick<Written, 'resource' | 'id' | 'items'>,
): OutboxEntry | undefined {
  const ofRecord = entries
    .filter((entry) => entry.open === '1' && entry.resource === resource && entry.recordId === id)
    .sort(inOrder)
  return ofRecord.findLast((entry) => holdsItems(entry, items)) ?? ofRecord.at(-1)
}

/** Like `tryAct`, without faults: a failure breaks the run. */
export async function act(world: World, seat: Seat, what: Act<ActKind>): Promise<void> {
  const result = await tryAct(world, seat, what)
  if (typeof result === 'object') world.broken.push(`A command failed with no fault: ${String(result.failed)}`)
  await checkShown(world, seat)
}

/** Whether an edit's appointment is soft-deleted: its author knew, so the edit does not restore it (MERGE-4). */
export const isSoftDeleted = async (device: TabDevice, { resource, id }: Pick<Written, 'resource' | 'id'>) =>
  resource === 'rdv' && (await device.shown(resource, id))?.SUPPRIME === 1

export function noteWritten(world: World, seat: Seat, written: Written): void {
  const { resource, id, word, over, moved, isRestored, isSoftDeleted } = written
  if (word) world.words.set(word, { resource, id, by: seat.phone.label, isSoftDeleted })
  for (const one of wordsIn(over)) if (one !== word) world.replaced.add(one)
  for (const one of moved ?? []) world.moved.add(one)
  if (isRestored) world.restored.add(`${resource}/${id}`)
}

function noteDeletion(world: World, seat: Seat, written: Written, entries: readonly OutboxEntry[]): void {
  const { resource, id, known } = written
  const entry = entries.find(
    (one) => one.open === '1' && one.action === 'delete' && one.resource === resource && one.recordId === id,
  )
  if (known && entry) world.deletions.set(entry.id, { known, own: new Set([...seat.known, ...seat.photos.keys()]) })
}

/** Checks the outbox: no former entry may be missing, and only its author may have abandoned one (I2). */
export async function takeStock(world: World, seat: Seat): Promise<OutboxEntry[]> {
  if (!seat.tab) return []
  const entries = await seat.tab.device.outbox()
  const ids = new Set(entries.map(({ id }) => id))
  for (const id of seat.known) if (!ids.has(id)) world.broken.push(`I2: ${seat.phone.label} has lost its entry ${id}`)
  for (const entry of entries) {
    seat.known.add(entry.id)
    if (entry.action === 'take') {
      const { recordId } = entry
      world.taken.set(recordId, (world.taken.get(recordId) ?? new Set()).add(seat.person))
    }
    if (entry.state === 'abandoned' && (await endedWithItsNotice(world, entry))) seat.abandoned.add(entry.id)
    if (entry.state === 'abandoned' && !seat.abandoned.has(entry.id))
      world.broken.push(`I2: ${seat.phone.label}: nobody gave up ${entry.id} (${entry.resource}/${entry.recordId})`)
  }
  await judgeRefusals(world, seat, entries)
  return entries
}

/** A step begins: what takes effect from now on may change what a refusal was about before it is judged. */
export async function beginStep(world: World): Promise<void> {
  world.former = new Set((await world.company.effects()).map(({ id }) => id))
}

/** Judges what the server refused, of whichever account has this outbox. */
export async function judgeRefusals(
  world: World,
  seat: Pick<Seat, 'person' | 'identity' | 'phone' | 'judged'>,
  outbox: readonly OutboxEntry[],
): Promise<void> {
  for (const entry of outbox) if (entry.state === 'refused') await judge(world, seat, { entry, outbox })
}

/** That a person has read a notice which the server has no more is given up by itself (PUSH-4); one that is there is not. */
async function endedWithItsNotice({ company }: World, entry: OutboxEntry): Promise<boolean> {
  if (!isOfGoneNotice(entry, { code: 'NOT_FOUND' })) return false
  return !(await company.rows('notification')).some(({ id, deleted }) => id === entry.recordId && !deleted)
}

/** Checks each refusal once: it gives a reason, and the run's history allows it. */
async function judge(
  world: World,
  seat: Parameters<typeof judgeRefusals>[1],
  { entry, outbox }: { entry: OutboxEntry; outbox: readonly OutboxEntry[] },
): Promise<void> {
  if (seat.judged.has(entry.id)) return
  seat.judged.add(entry.id)
  if (!entry.error?.message) world.broken.push(`I2: ${seat.phone.label}: ${entry.id} is refused without a word`)
  const { company, moved, former } = world
  const rights = world.rights.get(seat.person) ?? [staffOf(seat.person)]
  const wasTakenOff = await company.wasTakenOff(seat.person, entry)
  const sees = async (name: string): Promise<boolean> => name in (await company.truth(seat.person))
  const { account } = seat.identity
  const isPoisoned = world.poisoned.has(entry.id)
  const known = { rights, moved, company, account, wasTakenOff, isPoisoned, sees, former }
  const reason = await reasonFor({ entry, outbox, ...known })
  const what = `${entry.error?.code} × ${entry.action} ${entry.resource}`
  if (reason !== null) world.counters.refusal(`${what}: ${reason}`)
  else
    world.broken.push(
      `REFUSED: ${seat.phone.label}: nothing in this run allows ${what}/${entry.recordId}: ${JSON.stringify(entry)}`,
    )
}

export const ids = (entries: readonly { id: string }[]): string[] => entries.map(({ id }) => id).sort()

/**
 * A tab was killed in the middle of a command: an entry in its outbox counts as written, although the command gave no result. An edit that was folded into
 * an entry (OUT-4) replaced what that entry held `before`.
 */
export async function noteKilled(
  world: World,
  seat: Seat,
  { before, after }: { before: readonly OutboxEntry[]; after: readonly OutboxEntry[] },
): Promise<void> {
  const former = new Map(before.map((entry) => [entry.id, entry]))
  world.broken.push(...halfSaved(seat, { former, after }))
  for (const entry of after) {
    const { id: entryId, resource, recordId: id, patch, base } = entry
    const was = former.get(entryId)
    if (was !== undefined && isDeepStrictEqual(was.patch, patch)) continue
    const held = (await seat.tab?.device.contents()) ?? {}
    const record = held[`${resource}/${id}`]
    const over = [...newWords(base, patch), ...newWords(was?.patch, patch)]
    const isSoftDeleted = record?.SUPPRIME === 1
    for (const word of wordsIn(patch)) {
      if (!world.words.has(word)) noteWritten(world, seat, { resource, id, word, over, isSoftDeleted })
    }
    for (const word of over) world.replaced.add(word)
    // A restored appointment is an edit of this field.
    if (patch.SUPPRIME === 0) world.restored.add(`${resource}/${id}`)
    world.items.note({ resource, id, entry: entryId }, changesOf(entry, was))
    for (const one of [id, record?.IDPROJET]) if (typeof one === 'string') world.moved.add(one)
    if (entry.action !== 'delete') continue
    // The records that the deleter saw.
    const along = Object.values(held).filter(({ IDPROJET }) => resource === 'projet' && IDPROJET === id)
    for (const word of wordsIn([record, ...along])) world.replaced.add(word)
  }
}

/** OUT-13: of a new client and their address both are saved, or none. */
function halfSaved(
  { phone }: Seat,
  { former, after }: { former: ReadonlyMap<string, unknown>; after: readonly OutboxEntry[] },
): string[] {
  const made = after.filter(({ id, action }) => action === 'create' && !former.has(id))
  const streets = made.filter(
    ({ resource, patch }) => resource === 'adresse' && String(patch.ADRESSE).endsWith(NEW_STREET),
  )
  const alone = streets.filter(({ recordId }) => !made.some(({ patch }) => patch.IDADRESSE === recordId))
  return alone.map(({ recordId }) => `OUT-13: ${phone.label} has saved adresse/${recordId} without its client`)
}

/** Words of an entry that were written on this phone. Its sets may hold other people's words too. */
export const ownWords = (world: World, seat: Seat, { patch }: OutboxEntry): string[] =>
  wordsIn(patch).filter((word) => world.words.get(word)?.by === seat.phone.label)

/** The author reads the refusal and abandons the entry. */
export async function giveUp(world: World, seat: Seat, tab: Tab, entry: OutboxEntry): Promise<void> {
  seat.abandoned.add(entry.id)
  for (const word of ownWords(world, seat, entry)) world.givenUp.add(word)
  await tab.device.resolver.abandon(entry.id)
}

/** Open entries that should be sent: they need no decision, and come after no entry that needs one or on which the server fails. */
export function moving(entries: readonly OutboxEntry[], poisoned: ReadonlySet<string> = new Set()): OutboxEntry[] {
  const open = new Map(entries.map((entry) => [entry.id, entry]))
  const isStuck = ({ id, state, after }: OutboxEntry): boolean =>
    state === 'refused' ||
    poisoned.has(id) ||
    after.some((one) => {
      const cause = open.get(one)
      return poisoned.has(one) || (cause !== undefined && isStuck(cause))
    })
  return entries.filter((entry) => !isStuck(entry))
}

export const waiting = async (seat: Seat): Promise<OutboxEntry[]> =>
  seat.tab ? unsent(await seat.tab.device.entries()) : []

/** Closes the open tabs of a run; a killed tab has nothing to close. */
export async function closeWorld(world: World): Promise<void> {
  for (const seat of world.seats) {
    const { tab } = seat
    seat.tab = undefined
    await tab?.close()
    await seat.phone.close()
  }
}
