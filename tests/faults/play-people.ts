import type { Values } from '../../schemas/merge.ts'
import { isSynced, type SyncedResource } from '../../schemas/resources.ts'
import { keepOpening, type OpeningTrouble, RETRY } from '../../src/data/database/keep-opening.ts'
import type { OutboxEntry } from '../../sync/store/outbox-entry.ts'
import { promisedTime } from '../support/slowness.ts'
import type { ItemChange, Written } from './act-types.ts'
import { changesOf } from './items.ts'
import type { Tab } from './phone.ts'
import { tracked } from './play-tabs.ts'
import type { FormPart, StepOf } from './steps.ts'
import { dayOf, wordsIn } from './words.ts'
import {
  type Form,
  giveUp,
  isSaved,
  isSoftDeleted,
  lastEntry,
  noteWritten,
  notSaved,
  type Seat,
  takeStock,
  tryAct,
  type World,
} from './world.ts'

/** Acts that take longer: forms that stay open, refusals and conflicts that people read, two tabs. */

/** The change of a form: one field, or one item added to a list. */
const FORMS = [
  ['client', 'OBSERVATIONS'],
  ['client', 'NOM'],
  ['projet', 'DESCRIPTION'],
  ['projet', 'RELANCE_INTERMEDIAIRE'],
  ['devis', 'OBJET'],
  ['adresse', 'VILLE'],
  ['intervention', 'RDV_OBJET'],
  ['intervention', 'IDINTERVENTION_PLANNING'],
] as const satisfies readonly (readonly [SyncedResource, string])[]

const DAYS = ['RELANCE_INTERMEDIAIRE']

export async function playForm(world: World, seat: Seat, { what, pick }: StepOf<'form'>): Promise<void> {
  const part: Record<FormPart, () => Promise<void>> = {
    open: () => openForm(seat, pick),
    save: () => saveForm(world, seat),
  }
  await part[what]()
}

/** The author sees the present value until they save, whatever arrives meanwhile. A draft outlives its tab. */
async function openForm(seat: Seat, pick: number): Promise<void> {
  const [resource, field] = FORMS[pick % FORMS.length] ?? FORMS[0]
  const ids = (await seat.tab?.device.ids(resource)) ?? []
  const id = ids[pick % Math.max(ids.length, 1)]
  const snapshot = id === undefined ? null : await seat.tab?.device.shown(resource, id)
  if (id !== undefined && snapshot) seat.form = { resource, id, field, snapshot: snapshot as Form['snapshot'] }
}

async function saveForm(world: World, seat: Seat): Promise<void> {
  const { form, tab } = seat
  if (!form || !tab) return
  seat.form = undefined
  const word = world.nextWord()
  const { resource, id, field, snapshot } = form
  const { value, written, items, over } = filled(form, word)
  // OUT-11: what its author has written since, in another form, is no conflict.
  const own = items.length > 0 ? [] : await ownWordsShown(world, seat, form)
  const saved = await tab.device.commands.update(resource, id, { [field]: value } as never, { base: snapshot }).then(
    () => true,
    // The record has left this device: the screen says so and keeps the draft.
    (error: unknown) => {
      if ((error as { name?: unknown }).name !== 'AppError') throw error
      return false
    },
  )
  const entries = await takeStock(world, seat)
  if (!saved) return
  world.counters.hit('form')
  const entry = lastEntry(entries, { resource, id, items })
  if (!entry || !wordsIn(entry.patch).includes(written))
    world.broken.push(
      `I2: ${seat.phone.label}: a form of ${resource}/${id} (${written}) was saved and is not in the outbox`,
    )
  noteWritten(world, seat, {
    resource,
    id,
    word: written,
    over: [over, own],
    isSoftDeleted: await isSoftDeleted(tab.device, { resource, id }),
  })
  world.items.note({ resource, id, entry: entry?.id ?? 'none' }, items)
}

/** Words of this phone's user that the form's field shows now. */
async function ownWordsShown(world: World, { phone, tab }: Seat, { resource, id, field }: Form): Promise<string[]> {
  const shown = (await tab?.device.shown(resource, id)) as Values | null | undefined
  return wordsIn(shown?.[field]).filter((word) => world.words.get(word)?.by === phone.label)
}

function filled(
  { field, snapshot }: Form,
  word: string,
): { value: unknown; written: string; items: ItemChange[]; over: unknown } {
  const day = dayOf(word)
  if (DAYS.includes(field)) return { value: day, written: day, items: [], over: snapshot[field] }
  if (field !== 'IDINTERVENTION_PLANNING') return { value: word, written: word, items: [], over: snapshot[field] }
  const slot = { id: `slot-${word.slice(1, -1)}`, IDPERSONNEL: 'theo', DEBUT: `${day} 08:00`, FIN: `${day} 12:00` }
  const value = [...(snapshot[field] as unknown[]), slot]
  return { value, written: day, items: [{ field, added: [slot.id], removed: [] }], over: null }
}

export async function playResolve(world: World, seat: Seat, { what, pick }: StepOf<'resolve'>): Promise<void> {
  const { tab } = seat
  if (!tab) return
  const entries = await takeStock(world, seat)
  const refused = entries.filter(({ state }) => state === 'refused')
  const one = refused[pick % Math.max(refused.length, 1)]
  switch (what) {
    case 'correct':
      if (one) await correct(world, seat, one)
      return
    case 'abandon':
      if (!one) return
      await giveUp(world, seat, tab, one)
      world.counters.hit('refused')
      return
    case 'undo':
      return undo(world, seat, entries)
    default:
      return resolveConflict(world, seat, { what, pick })
  }
}

/** Sends a refused write again under a new id. When the server asked about a duplicate client, the author confirms it. */
async function correct(world: World, seat: Seat, entry: OutboxEntry): Promise<void> {
  const query = entry.error?.code === 'DUPLICATE' ? { skip_duplicate_check: 'true' } : undefined
  const before = new Set(seat.known)
  seat.abandoned.add(entry.id)
  await seat.tab?.device.resolver.correct(entry.id, undefined, query)
  const again = (await takeStock(world, seat)).find(({ id }) => !before.has(id))
  if (!again) world.broken.push(`I2: ${seat.phone.label}: ${entry.id} was sent again, and no entry is pending`)
  else {
    world.items.renamed(entry.id, again.id)
    for (const one of world.done) one.entries = one.entries.map((id) => (id === entry.id ? again.id : id))
  }
  world.counters.hit('corrected')
}

/** OUT-7: cancels a deletion that was never sent. */
async function undo(world: World, seat: Seat, entries: readonly OutboxEntry[]): Promise<void> {
  const removal = entries.find(({ action, state }) => action === 'delete' && state === 'pending')
  if (!removal) return
  const { resource, recordId } = removal
  const deletes = (one: OutboxEntry): boolean =>
    one.action === 'delete' && one.state === 'pending' && one.resource === resource && one.recordId === recordId
  for (const { id } of entries.filter(deletes)) seat.abandoned.add(id)
  // After a logout and a login the outbox is there at once, the records only after the next pull.
  const isHere = `${resource}/${recordId}` in ((await seat.tab?.device.contents()) ?? {})
  if (!(await seat.tab?.device.resolver.withdraw(resource, recordId, 'delete')))
    world.broken.push(`OUT-7: ${seat.phone.label}: the deletion of ${resource}/${recordId} could not be cancelled`)
  else if ((await takeStock(world, seat)).some(deletes))
    world.broken.push(`OUT-7: ${seat.phone.label}: a deletion of ${resource}/${recordId} is still pending`)
  else if (isHere && (await seat.tab?.device.shown(resource, recordId)) === null)
    world.broken.push(`OUT-7: ${seat.phone.label}: ${resource}/${recordId} is not shown again`)
  world.counters.hit('undone')
}

async function resolveConflict(
  world: World,
  seat: Seat,
  { what, pick }: Pick<StepOf<'resolve'>, 'what' | 'pick'>,
): Promise<void> {
  const { tab } = seat
  if (!tab) return
  const open: Values[] = []
  for (const id of await tab.device.ids('conflit')) {
    const shown = await tab.device.shown('conflit', id)
    if (shown?.RESOLU === 0) open.push(shown)
  }
  const conflict = open[pick % Math.max(open.length, 1)]
  if (!conflict) return
  const id = String(conflict.id)
  if (what === 'keep-conflict') await tab.device.resolver.keepConflict(id)
  else await restoreConflict(world, seat, conflict)
  world.counters.hit('resolved')
}

async function restoreConflict(world: World, seat: Seat, conflict: Values): Promise<void> {
  const { id, RESSOURCE, IDENREGISTREMENT, PERDU, GARDE } = conflict as {
    id: string
    RESSOURCE: string
    IDENREGISTREMENT: string
    PERDU: Values
    GARDE: Values
  }
  if (!seat.tab || !isSynced(RESSOURCE)) return
  const { device } = seat.tab
  const shown = await device.shown(RESSOURCE, IDENREGISTREMENT)
  const saved = await device.resolver.restoreConflict({ id, RESSOURCE, IDENREGISTREMENT, PERDU, GARDE }).then(
    () => true,
    (error: unknown) => {
      if ((error as { name?: unknown }).name !== 'AppError') throw error
      return false
    },
  )
  const entry = lastEntry(await takeStock(world, seat), { resource: RESSOURCE, id: IDENREGISTREMENT })
  if (!saved || !shown || !entry) return
  const over = Object.keys(PERDU).map((name) => shown[name])
  const kept = new Set(wordsIn(PERDU))
  for (const word of wordsIn(over)) if (!kept.has(word)) world.replaced.add(word)
  world.items.note(
    { resource: RESSOURCE, id: IDENREGISTREMENT, entry: entry.id },
    changesOf({ resource: RESSOURCE, patch: PERDU, base: GARDE }, undefined),
  )
}

/** Two tabs of one phone write at the same time. */
export async function playTabs(world: World, seat: Seat, step: StepOf<'tabs'>): Promise<void> {
  if (!seat.tab || step.act.kind === step.other.kind) return
  const before = { entries: new Set(seat.known), words: new Set(world.words.keys()) }
  const second = { ...seat, tab: await seat.phone.openTab(seat.identity) }
  const together: Written[] = []
  const acts = [tryAct(world, seat, step.act, together), tryAct(world, second, step.other, together)] as const
  const [mine, other] = await Promise.all(acts)
  for (const result of [mine, other])
    if (typeof result === 'object') world.broken.push(`A command failed with no fault: ${String(result.failed)}`)
  if (mine === 'done' && other === 'done') world.counters.hit('two-tabs')
  const entries = await takeStock(world, seat)
  for (const written of together.filter((one) => !isSaved(entries, one))) {
    // Their author removed the item in the other tab.
    if (written.word && isRemoved(written, together)) world.replaced.add(written.word)
    else world.broken.push(notSaved(seat, written))
  }
  await noteOwnDeletions(world, seat, before)
  await second.tab.close()
}

const isRemoved = ({ id, item }: Written, together: readonly Written[]): boolean =>
  item !== undefined &&
  together.some((one) => one.id === id && one.items?.some(({ removed }) => removed.includes(item)))

/** A person who deletes a record in one tab and edits it in the other knows of both, in either order. */
async function noteOwnDeletions(
  world: World,
  seat: Seat,
  before: { entries: ReadonlySet<string>; words: ReadonlySet<string> },
): Promise<void> {
  const deletions = (await takeStock(world, seat)).filter(
    ({ id, action }) => action === 'delete' && !before.entries.has(id),
  )
  for (const { resource, recordId } of deletions) {
    for (const [word, { id, by }] of world.words) {
      const isOfIt = id === recordId || resource === 'projet'
      if (!before.words.has(word) && by === seat.phone.label && isOfIt) world.replaced.add(word)
    }
  }
}

/** After so long a failing opening is no longer waited for: the waits between its few tries are seconds. */
const OPENED_WITHIN_MS = 30_000

/** The phone's storage does not open for a while, as during a browser update or on a busy disk: the app tries again by itself, and on « Réessayer » (WORK-9). */
export async function playUnopenable(world: World, seat: Seat, { times }: StepOf<'unopenable'>): Promise<void> {
  const { tab, phone } = seat
  if (!tab) return
  await takeStock(world, seat)
  await tab.close()
  seat.tab = undefined
  phone.unopenable = times
  const leaving = new AbortController()
  const retries = new EventTarget()
  const late = promisedTime(OPENED_WITHIN_MS)
  let failures = 0
  const onTrouble = (trouble: OpeningTrouble | null): void => {
    // A machine that is busy may be slow beside it.
    if (trouble === null || trouble === 'slow') return
    if (trouble !== 'broken') world.broken.push(`WORK-9: ${phone.label}: a storage that fails is called ${trouble}`)
    world.counters.hit('unopenable')
    phone.unopenable = Math.max(0, phone.unopenable - 1)
    if (late()) leaving.abort()
    // The first wait ends by itself; after later failures its person is impatient.
    if (++failures > 1) retries.dispatchEvent(new Event(RETRY))
  }
  const open = (): Promise<Tab> => phone.openTab(seat.identity)
  seat.tab = (await keepOpening({ open, signal: leaving.signal, retries, onTrouble })) ?? undefined
  phone.unopenable = 0
  if (!seat.tab) {
    world.broken.push(`WORK-9: ${phone.label}: the storage opens again, and the app does not open it`)
    return
  }
  if (failures < times) world.broken.push(`WORK-9: ${phone.label}: opened after ${failures} of ${times} failures`)
  // All entries are still there (I2).
  await takeStock(world, seat)
  await tracked(world, seat, seat.tab.device.pull())
}
