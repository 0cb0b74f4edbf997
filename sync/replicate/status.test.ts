import { describe, expect, it } from 'vitest'
import {
  certaintyOf,
  INITIAL_STATUS,
  nextStatus,
  PHASES,
  type ReplicationEvent,
  type ReplicationStatus,
  SILENT_AFTER_MS,
} from './status.ts'

const AT = '2026-11-20T10:00:00.000Z'
const EVENTS: ReplicationEvent[] = [
  { type: 'started' },
  { type: 'progress', rows: 10, total: 100 },
  { type: 'succeeded', at: AT },
  { type: 'failed', message: 'page' },
  { type: 'unreachable' },
  { type: 'paused', reason: 'signed-out' },
]
const statusAfter = (...events: ReplicationEvent[]): ReplicationStatus => events.reduce(nextStatus, INITIAL_STATUS)

/** Each cell: the next phase, and whether a proven status stays proven. */
const TABLE = {
  started: {
    idle: ['syncing', 'kept'],
    syncing: ['syncing', 'kept'],
    live: ['syncing', 'kept'],
    failing: ['failing', 'kept'],
    offline: ['offline', 'kept'],
  },
  progress: {
    idle: ['syncing', 'kept'],
    syncing: ['syncing', 'kept'],
    live: ['syncing', 'kept'],
    failing: ['syncing', 'kept'],
    offline: ['syncing', 'kept'],
  },
  succeeded: {
    idle: ['live', true],
    syncing: ['live', true],
    live: ['live', true],
    failing: ['live', true],
    offline: ['live', true],
  },
  failed: {
    idle: ['failing', false],
    syncing: ['failing', false],
    live: ['failing', false],
    failing: ['failing', false],
    offline: ['failing', false],
  },
  unreachable: {
    idle: ['offline', false],
    syncing: ['offline', false],
    live: ['offline', false],
    failing: ['offline', false],
    offline: ['offline', false],
  },
  paused: {
    idle: ['idle', false],
    syncing: ['idle', false],
    live: ['idle', false],
    failing: ['failing', false],
    offline: ['offline', false],
  },
} as const

describe('[WORK-6] replication status', () => {
  for (const event of EVENTS)
    for (const phase of PHASES)
      it(`${event.type} while ${phase}`, () => {
        for (const proven of [true, false]) {
          const before = Object.freeze({ ...INITIAL_STATUS, phase, proven })
          const [next, proof] = TABLE[event.type][phase]
          const expected = { phase: next, proven: proof === 'kept' ? proven : proof }
          expect(nextStatus(before, event)).toMatchObject(expected)
        }
      })

  it('counts the first synchronisation and forgets it once complete', () => {
    const [started, progress, succeeded] = EVENTS as [ReplicationEvent, ReplicationEvent, ReplicationEvent]
    expect(statusAfter(started, progress, progress).firstSync).toEqual({ done: 20, total: 100 })
    expect(statusAfter(started, progress, succeeded).firstSync).toBeNull()
    expect(statusAfter(started, succeeded, progress).firstSync).toBeNull()
  })

  it('pauses by a set of reasons, until a pull succeeds', () => {
    const twice = statusAfter(
      { type: 'paused', reason: 'signed-out' },
      { type: 'paused', reason: 'storage-full' },
      { type: 'paused', reason: 'signed-out' },
    )
    expect(twice.paused).toEqual(['signed-out', 'storage-full'])
    expect(nextStatus(twice, { type: 'succeeded', at: AT }).paused).toEqual([])
  })

  it('keeps the last synchronisation when the network goes', () => {
    const status = statusAfter({ type: 'succeeded', at: AT }, { type: 'unreachable' })
    expect(status).toMatchObject({ phase: 'offline', lastSync: AT })
  })

  it('is current only while a leader that is heard has just proven it', () => {
    const now = Date.parse(AT)
    const status = statusAfter({ type: 'succeeded', at: AT })
    const sighting = { status, heardAt: now, heard: true, now }
    expect(certaintyOf(sighting)).toBe('current')
    expect(certaintyOf({ ...sighting, heard: false })).toBe('awaited')
    expect(certaintyOf({ ...sighting, heardAt: now - SILENT_AFTER_MS - 1 })).toBe('stale')
    expect(certaintyOf({ ...sighting, status: { ...status, proven: false } })).toBe('awaited')
    expect(certaintyOf({ ...sighting, status: { ...status, phase: 'failing', proven: false } })).toBe('stale')
  })
})
