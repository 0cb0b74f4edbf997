import { describe, expect, it } from 'vitest'
import { INITIAL_STATUS, nextStatus, PHASES, type ReplicationEvent, type ReplicationStatus } from './status.ts'

const EVENTS: ReplicationEvent[] = [
  { type: 'started' },
  { type: 'progress', rows: 10, total: 100 },
  { type: 'succeeded', at: '2026-11-20T10:00:00.000Z' },
  { type: 'failed', message: 'page' },
  { type: 'unreachable' },
  { type: 'paused', reason: 'signed-out' },
]
const statusAfter = (...events: ReplicationEvent[]): ReplicationStatus => events.reduce(nextStatus, INITIAL_STATUS)

describe('[WORK-6] replication status', () => {
  it('answers every event in every phase with a phase, and changes nothing in place', () => {
    for (const phase of PHASES) {
      for (const event of EVENTS) {
        const before = Object.freeze({ ...INITIAL_STATUS, phase })
        expect(PHASES).toContain(nextStatus(before, event).phase)
      }
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
    expect(nextStatus(twice, { type: 'succeeded', at: '2026-11-20T10:00:00.000Z' }).paused).toEqual([])
  })

  it('keeps the last synchronisation when the network goes', () => {
    const status = statusAfter({ type: 'succeeded', at: '2026-11-20T10:00:00.000Z' }, { type: 'unreachable' })
    expect(status).toMatchObject({ phase: 'offline', lastSync: '2026-11-20T10:00:00.000Z' })
  })
})
