import { setTimeout as wait } from 'node:timers/promises'
import { type SyncSummary, syncLabel } from '../../src/components/sync-label.ts'
import { certaintyOf, nextStatus, type ReplicationEvent, type ReplicationStatus } from '../../sync/status.ts'
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
  let ended: (how: 'good' | 'bad') => void = () => undefined
  const round = new Promise<'good' | 'bad'>((resolve) => {
    ended = resolve
  })
  let failures = 0
  const onEvent = (event: ReplicationEvent): void => {
    seat.status = nextStatus(seat.status, event)
    if (event.type === 'succeeded') ended('good')
    // The first one may be the end of something that began before.
    if ((event.type === 'failed' || event.type === 'unreachable' || event.type === 'paused') && ++failures === 2)
      ended('bad')
  }
  phone.line.always(line === 'whole' ? null : line)
  const stopped = tab.device.replicate(stop.signal, onEvent)
  const how = await Promise.race([round, wait(ROUND_MS).then(() => 'none' as const)])
  await readPill(world, seat, { isGood: how === 'good' })
  stop.abort()
  await stopped
  phone.line.always(null)
  if (how !== 'good') world.counters.hit('told')
  if (line === 'whole' && how === 'none') world.broken.push(`I12: ${phone.label}: no round ended in ${ROUND_MS} ms`)
}

/** Greener than the truth: work that waits, a person who has to decide, a last round that brought nothing. */
export async function readPill(world: World, seat: Seat, { isGood }: { isGood: boolean }): Promise<void> {
  const entries = (await takeStock(world, seat)).filter(({ open }) => open === '1')
  const refused = entries.filter(({ state }) => state === 'refused').length
  const { text, tone } = syncLabel(summaryOf(seat.status, { pending: entries.length - refused, refused }))
  if (tone !== 'ok') return
  if (entries.length > 0)
    world.broken.push(`TOLD: ${seat.phone.label}: « ${text} » with ${entries.length} in the queue`)
  if (!isGood) world.broken.push(`TOLD: ${seat.phone.label}: « ${text} » after a round that failed`)
}

/** As the shell makes it of the leader's status, just heard, and its own counts. */
const summaryOf = (status: ReplicationStatus, counts: Pick<SyncSummary, 'pending' | 'refused'>): SyncSummary => ({
  ...counts,
  unopened: false,
  online: status.phase !== 'offline',
  phase: status.phase,
  certainty: certaintyOf({ status, heard: true, heardAt: Date.now(), now: Date.now() }),
  dataOf: status.lastSync,
  locked: 0,
  conflicts: 0,
  lastSync: status.lastSync,
  firstSync: null,
  paused: status.paused,
})
