import { describe, expect, it } from 'vitest'
import { certaintyOf, INITIAL_STATUS, nextStatus, type ReplicationEvent } from '../../../sync/replicate/status.ts'
import type { SyncStatus } from './sync-context.ts'
import { dataOf, syncLabel } from './sync-label.ts'

const quiet: SyncStatus = {
  unopened: false,
  online: true,
  phase: 'live',
  certainty: 'current',
  dataOf: '14:05',
  pending: 0,
  refused: 0,
  locked: 0,
  conflicts: 0,
  lastSync: '2026-11-20T10:00:00.000Z',
  firstSync: null,
  paused: [],
}
const stale = { certainty: 'stale', phase: 'failing' } as const

describe('[WORK-6] the sync pill', () => {
  it.each([
    [{}, 'À jour', 'ok'],
    [{ pending: 3 }, '3 à envoyer', 'busy'],
    [{ online: false, pending: 3 }, 'Hors ligne · 3 à envoyer', 'offline'],
    [{ online: false }, 'Hors ligne', 'offline'],
    [{ online: false, certainty: 'stale' }, 'Hors ligne', 'offline'],
    [stale, 'Données de 14:05', 'offline'],
    [{ ...stale, dataOf: '19/11' }, 'Données du 19/11', 'offline'],
    [{ ...stale, pending: 2 }, 'Données de 14:05 · 2 à envoyer', 'offline'],
    [{ ...stale, dataOf: null, lastSync: null }, 'Pas à jour', 'offline'],
    [{ certainty: 'awaited' }, 'Vérification…', 'busy'],
    [{ phase: 'starting' }, 'Vérification…', 'busy'],
    [{ conflicts: 1 }, '1 conflit', 'attention'],
    [{ conflicts: 2, pending: 1 }, '2 conflits', 'attention'],
    [{ refused: 1, conflicts: 1, online: false }, 'Action requise', 'attention'],
    [{ paused: ['signed-out'] }, 'Action requise', 'attention'],
    [{ paused: ['storage-full'], ...stale }, 'Action requise', 'attention'],
    [{ paused: ['no-access'], refused: 1 }, 'Accès retiré', 'attention'],
    [{ locked: 1 }, 'Action requise', 'attention'],
    [{ unopened: true, phase: 'starting' }, 'Stockage bloqué', 'attention'],
    [{ firstSync: { done: 420, total: 1000 }, certainty: 'awaited' }, 'Réception 42 %', 'busy'],
    [{ firstSync: { done: 1000, total: 1000 } }, 'Réception 99 %', 'busy'],
    [{ lastSync: null, certainty: 'awaited' }, 'Réception 0 %', 'busy'],
  ] as const)('%o reads « %s »', (change, text, tone) => {
    expect(syncLabel({ ...quiet, ...change })).toMatchObject({ text, tone })
  })

  it('names the pending entries at its end, the only part that phones show', () => {
    expect(syncLabel({ ...quiet, ...stale, pending: 2 }).waiting).toBe('2 à envoyer')
    expect(syncLabel({ ...quiet, pending: 2 }).waiting).toBe('')
  })

  it('is green only when every one of its reasons holds: each combination', () => {
    const axes = {
      unopened: [false, true],
      online: [true, false],
      phase: ['live', 'syncing', 'starting'],
      certainty: ['current', 'awaited', 'stale'],
      pending: [0, 1],
      refused: [0, 1],
      locked: [0, 1],
      conflicts: [0, 1],
      firstSync: [null, { done: 1, total: 2 }],
      lastSync: [quiet.lastSync, null],
      paused: [[], ['signed-out'], ['no-access']],
    } as const
    let all: Partial<SyncStatus>[] = [{}]
    for (const [name, values] of Object.entries(axes))
      all = all.flatMap((one) => values.map((value: unknown) => ({ ...one, [name]: value })))
    const green = all.filter((change) => syncLabel({ ...quiet, ...change }).tone === 'ok')
    expect(all).toHaveLength(2 * 2 * 3 * 3 * 2 ** 6 * 3)
    const clean = { pending: 0, refused: 0, locked: 0, conflicts: 0, firstSync: null, paused: [] }
    const reasons = { unopened: false, online: true, certainty: 'current', lastSync: quiet.lastSync, ...clean }
    expect(green).toEqual([
      expect.objectContaining({ ...reasons, phase: 'live' }),
      expect.objectContaining({ ...reasons, phase: 'syncing' }),
    ])
  })
})

describe('[WORK-6] how old the data are', () => {
  const zone = 'Europe/Paris'
  const now = new Date('2026-11-20T16:00:00Z')
  it.each([
    ['2026-11-20T13:05:00Z', '14:05'],
    ['2026-11-19T23:30:00Z', '00:30'],
    ['2026-11-19T22:30:00Z', '19/11'],
    [null, null],
  ])('%s is shown as %s', (lastSync, told) => {
    expect(dataOf(lastSync, { now, zone })).toBe(told)
  })
})

/** Sequences of a phone's replication, from the leader's events to the pill. */
describe('[WORK-6] the pill after', () => {
  const at = '2026-11-20T13:05:00.000Z'
  const soon = Date.parse(at) + 2000
  const pill = (
    events: readonly ReplicationEvent[],
    given: { heard?: boolean; heardAt?: number; now?: number } = {},
  ) => {
    const status = events.reduce(nextStatus, { ...INITIAL_STATUS, lastSync: given.heard === false ? at : null })
    const certainty = certaintyOf({ status, heardAt: soon, heard: true, now: soon, ...given })
    const { phase, lastSync, firstSync, paused } = status
    const summary = { ...quiet, phase, lastSync, paused, certainty, online: phase !== 'offline' }
    return syncLabel({ ...summary, firstSync: firstSync?.total ? { ...firstSync, total: firstSync.total } : null }).text
  }
  const started: ReplicationEvent = { type: 'started' }
  const whole: ReplicationEvent = { type: 'succeeded', at }
  const failed: ReplicationEvent = { type: 'failed', message: 'not a page (status 502)' }
  const unreachable: ReplicationEvent = { type: 'unreachable' }

  it.each([
    ['a whole round', [started, whole], {}, 'À jour'],
    ['the next round, while it goes on', [started, whole, started], {}, 'À jour'],
    ['the first failed round', [started, whole, started, failed], {}, 'Données de 14:05'],
    ['each try after it', [whole, failed, started], {}, 'Données de 14:05'],
    ['a page that came after it', [whole, failed, { type: 'progress', rows: 1, total: null }], {}, 'Vérification…'],
    ['a line that is down, and tries', [whole, unreachable, started], {}, 'Hors ligne'],
    ['a recovery', [whole, failed, started, whole], {}, 'À jour'],
    ['a start, before anybody leads', [], { heard: false }, 'Vérification…'],
    ['a worker that never started', [], { heard: false, now: soon + 40_000 }, 'Données de 14:05'],
    ['a leader that froze', [whole], { now: soon + 40_000 }, 'Données de 14:05'],
    ['a night’s sleep', [whole], { now: soon + 28_800_000, heardAt: soon + 28_800_000 }, 'Données de 14:05'],
    ['a clock set back', [whole], { now: soon - 3_600_000 }, 'Données de 14:05'],
    ['all rights were taken', [whole, { type: 'paused', reason: 'no-access' }], {}, 'Accès retiré'],
    ['a full phone at start', [{ type: 'paused', reason: 'storage-full' }, started], {}, 'Action requise'],
  ] as const)('%s', (_name, events, given, text) => {
    expect(pill(events, given)).toBe(text)
  })
})
