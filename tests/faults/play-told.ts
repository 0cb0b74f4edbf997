import { setTimeout as wait } from 'node:timers/promises'
import type { SyncStatus } from '../../src/data/sync-status/sync-context.ts'
import { type SyncFacts, type SyncLabel, sumOf, syncLabel } from '../../src/data/sync-status/sync-label.ts'
import { certaintyOf, type ReplicationEvent } from '../../sync/replicate/status.ts'
import { promisedTime } from '../support/slowness.ts'
import type { Round, Tab } from './phone.ts'
import type { StepOf } from './steps.ts'
import { type Seat, takeStock, type World } from './world.ts'

/** Checks the pill: it must not say « À jour » when the phone is not up to date. */

/** Longest wait for a round. */
const ROUND_MS = 5000

/** Runs the product's own replication over the present line, then reads the pill. */
export async function playReplicate(world: World, seat: Seat, { line }: StepOf<'replicate'>): Promise<void> {
  const { tab, phone } = seat
  if (!tab) return
  const stop = new AbortController()
  let ended: (how: 'whole' | 'failed') => void = () => undefined
  const round = new Promise<'whole' | 'failed'>((resolve) => {
    ended = resolve
  })
  let failures = 0
  const onEvent = (event: ReplicationEvent): void => {
    if (event.type === 'succeeded') ended('whole')
    // The first round that ends may have begun before.
    if ((event.type === 'failed' || event.type === 'unreachable' || event.type === 'paused') && ++failures === 2)
      ended('failed')
  }
  phone.line.always(line === 'whole' ? null : line)
  const stopped = tab.device.replicate(stop.signal, onEvent)
  const late = promisedTime(ROUND_MS)
  let how: 'whole' | 'failed' | 'none' = 'none'
  while (how === 'none' && !late()) how = await Promise.race([round, wait(50).then(() => 'none' as const)])
  // No round can be whole over such a line, whatever the product says.
  tab.told.round = line === 'whole' ? how : 'failed'
  const known = world.broken.length
  await readPill(world, seat)
  // Which of the lines it was, the history alone does not say.
  for (let at = known; at < world.broken.length; at++)
    world.broken[at] += ` (line: ${line}, round: ${how}, failures: ${failures})`
  stop.abort()
  await stopped
  phone.line.always(null)
  if (how !== 'whole') world.counters.hit('told')
  if (line === 'whole' && how === 'none') world.broken.push(`I12: ${phone.label}: no round ended in ${ROUND_MS} ms`)
}

/** A leader that is silent for this long is frozen or gone. */
const SILENT_MS = 60_000

/** Facts that forbid a green pill. */
export interface Truth {
  round: Round
  /** Entries in the outbox, files and mails. */
  waiting: number
  conflicts: number
  hasRole: boolean
}

/** Why « À jour » would be false; null where it is true. Pure. */
export function notGreen({ round, waiting, conflicts, hasRole }: Truth): string[] {
  const reasons: [holds: boolean, why: string][] = [
    [waiting > 0, `with ${waiting} in the queue`],
    [conflicts > 0, `with ${conflicts} conflicts that nobody has resolved`],
    [round === 'failed', 'after a round that failed'],
    [round === 'none', 'before the first round of a session'],
    [round === 'whole' && !hasRole, 'to a person whose roles are all gone'],
  ]
  return reasons.filter(([holds]) => holds).map(([, why]) => why)
}

interface Pill {
  now: SyncLabel
  /** The pill's text when the leader stays silent. */
  silent: SyncLabel
  truth: Truth
}

/** Whether this phone's person still has a role, without which the server shows them nothing. */
export const hasRole = (world: World, seat: Seat): boolean => world.rights.get(seat.person)?.at(-1)?.roles.length !== 0

async function pillOf(world: World, seat: Seat, tab: Tab): Promise<Pill> {
  const entries = (await takeStock(world, seat)).filter(({ open }) => open === '1')
  const queue = await tab.device.queue()
  if (queue.files.length > 0) world.counters.hit('photo')
  const conflicts = await openConflicts(tab)
  const counts = { entries, queue, conflicts }
  const waiting = entries.length + queue.files.length + queue.mails.length
  const [now, heardAt] = [seat.phone.now(), tab.told.heardAt]
  return {
    now: syncLabel(summaryOf(tab, counts, now)),
    silent: syncLabel(summaryOf(tab, counts, (heardAt ?? now) + SILENT_MS)),
    truth: { round: tab.told.round, waiting, conflicts, hasRole: hasRole(world, seat) },
  }
}

/** Reads the pill of a phone's open tab, as it is now and as it would be a minute after the leader's last word. */
export async function readPill(world: World, seat: Seat): Promise<void> {
  const { tab, phone } = seat
  if (!tab) return
  const { now, silent, truth } = await pillOf(world, seat, tab)
  const told = (what: string): unknown => world.broken.push(`TOLD: ${phone.label}: « ${now.text} » ${what}`)
  if (silent.tone === 'ok') told('a minute after the last word of a leader')
  const reasons = notGreen(truth)
  if (now.tone === 'ok') for (const reason of reasons) told(reason)
  if (now.tone === 'ok') world.counters.hit('green')
  else if (reasons.length > 0) world.counters.hit('not-green')
}

/** The pill must say « À jour » once everything is quiet; a pill that is never green would pass the other check but be useless. */
export async function isTold(world: World, seat: Seat): Promise<boolean> {
  if (!seat.tab) return true
  const { now, truth } = await pillOf(world, seat, seat.tab)
  return now.tone === (truth.hasRole && truth.conflicts === 0 ? 'ok' : 'attention')
}

async function openConflicts({ device }: Tab): Promise<number> {
  let open = 0
  for (const id of await device.ids('conflit')) if ((await device.shown('conflit', id))?.RESOLU === 0) open += 1
  return open
}

/** The product's own sum (src/data/sync-status), of what this tab knows. */
function summaryOf(
  { told: { status: replication, heardAt } }: Tab,
  counts: Pick<SyncFacts, 'entries' | 'queue' | 'conflicts'>,
  now: number,
): SyncStatus {
  const certainty = certaintyOf({ status: replication, heard: heardAt !== null, heardAt: heardAt ?? now, now })
  const here = { network: true, trouble: null, locked: 0, zone: 'Europe/Paris' }
  return sumOf({ ...counts, ...here, replication, certainty, now: new Date(now) }).status
}
