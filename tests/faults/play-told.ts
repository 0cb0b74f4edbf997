import { setTimeout as wait } from 'node:timers/promises'
import { type SyncLabel, type SyncSummary, syncLabel } from '../../src/components/sync-label.ts'
import { certaintyOf, type ReplicationEvent } from '../../sync/replicate/status.ts'
import type { Round, Tab } from './phone.ts'
import type { StepOf } from './steps.ts'
import { type Seat, takeStock, type World } from './world.ts'

/** What people are told: the pill must not be greener than the truth. */

/** Longest time that a round is waited for. */
const ROUND_MS = 5000

/** The product's own replication runs over a line that leads where it leads; then the pill is read. */
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
    // The first one may be the end of something that began before.
    if ((event.type === 'failed' || event.type === 'unreachable' || event.type === 'paused') && ++failures === 2)
      ended('failed')
  }
  phone.line.always(line === 'whole' ? null : line)
  const stopped = tab.device.replicate(stop.signal, onEvent)
  const how = await Promise.race([round, wait(ROUND_MS).then(() => 'none' as const)])
  // Over such a line no round is whole, whatever the product says.
  tab.told.round = line === 'whole' ? how : 'failed'
  await readPill(world, seat)
  stop.abort()
  await stopped
  phone.line.always(null)
  if (how !== 'whole') world.counters.hit('told')
  if (line === 'whole' && how === 'none') world.broken.push(`I12: ${phone.label}: no round ended in ${ROUND_MS} ms`)
}

/** A leader that said nothing for so long is frozen, or gone. */
const SILENT_MS = 60_000

/** What a green pill must not be told over. */
export interface Truth {
  round: Round
  /** Entries in the queue. */
  waiting: number
  conflicts: number
  hasRole: boolean
}

/** Why « À jour » would be greener than the truth. Pure. */
export function notGreen({ round, waiting, conflicts, hasRole }: Truth): string[] {
  const reasons: [holds: boolean, why: string][] = [
    [waiting > 0, `with ${waiting} in the queue`],
    [conflicts > 0, `with ${conflicts} conflicts that nobody has settled`],
    [round === 'failed', 'after a round that failed'],
    [round === 'none', 'before the first round of a session'],
    [round === 'whole' && !hasRole, 'to a person whose roles are all gone'],
  ]
  return reasons.filter(([holds]) => holds).map(([, why]) => why)
}

interface Pill {
  now: SyncLabel
  /** What it says when nothing more is heard of the leader. */
  silent: SyncLabel
  truth: Truth
}

/** Whether the server still lets this phone's person see anything. */
export const hasRole = (world: World, seat: Seat): boolean => world.rights.get(seat.person)?.at(-1)?.roles.length !== 0

async function pillOf(world: World, seat: Seat, tab: Tab): Promise<Pill> {
  const entries = (await takeStock(world, seat)).filter(({ open }) => open === '1')
  const refused = entries.filter(({ state }) => state === 'refused').length
  const conflicts = await openConflicts(tab)
  const counts = { pending: entries.length - refused, refused, conflicts }
  const [now, heardAt] = [seat.phone.now(), tab.told.heardAt]
  return {
    now: syncLabel(summaryOf(tab, counts, now)),
    silent: syncLabel(summaryOf(tab, counts, (heardAt ?? now) + SILENT_MS)),
    truth: { round: tab.told.round, waiting: entries.length, conflicts, hasRole: hasRole(world, seat) },
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

/** Once everything is quiet the pill must say so: one that is never green would lie to nobody, and help nobody. */
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

/** As the shell makes it of the leader's word and its own counts (src/db/use-sync-status.ts). */
function summaryOf(
  { told: { status, heardAt } }: Tab,
  counts: Pick<SyncSummary, 'pending' | 'refused' | 'conflicts'>,
  now: number,
): SyncSummary {
  const { phase, lastSync, firstSync, paused } = status
  return {
    ...counts,
    ...{ phase, lastSync, paused },
    unopened: false,
    online: phase !== 'offline',
    certainty: certaintyOf({ status, heard: heardAt !== null, heardAt: heardAt ?? now, now }),
    dataOf: lastSync,
    locked: 0,
    firstSync: firstSync?.total ? { ...firstSync, total: firstSync.total } : null,
  }
}
