import { describe, expect, it } from 'vitest'
import { type SyncSummary, syncLabel } from './sync-label.ts'

const quiet: SyncSummary = {
  online: true,
  pending: 0,
  refused: 0,
  locked: 0,
  conflicts: 0,
  lastSync: '2026-11-20T10:00:00.000Z',
  firstSync: null,
  paused: [],
}

describe('the sync pill', () => {
  it.each([
    [{}, 'À jour', 'ok'],
    [{ pending: 3 }, '3 à envoyer', 'busy'],
    [{ online: false, pending: 3 }, 'Hors ligne · 3 à envoyer', 'offline'],
    [{ online: false }, 'Hors ligne', 'offline'],
    [{ conflicts: 1 }, '1 conflit', 'attention'],
    [{ conflicts: 2, pending: 1 }, '2 conflits', 'attention'],
    [{ refused: 1, conflicts: 1, online: false }, 'Action requise', 'attention'],
    [{ paused: ['expired'] }, 'Action requise', 'attention'],
    [{ locked: 1 }, 'Action requise', 'attention'],
    [{ firstSync: { done: 420, total: 1000 } }, 'Réception 42 %', 'busy'],
    [{ firstSync: { done: 1000, total: 1000 } }, 'Réception 99 %', 'busy'],
    [{ lastSync: null }, 'Réception 0 %', 'busy'],
  ] as const)('%o reads « %s »', (change, text, tone) => {
    expect(syncLabel({ ...quiet, ...change })).toEqual({ text, tone })
  })

  it('is green only with a network, an empty queue, nothing to settle and a finished first synchronisation', () => {
    const bits = [true, false]
    for (const online of bits)
      for (const pending of [0, 1])
        for (const refused of [0, 1])
          for (const locked of [0, 1])
            for (const conflicts of [0, 1])
              for (const firstSync of [null, { done: 1, total: 2 }])
                for (const lastSync of [null, quiet.lastSync]) {
                  const status = { ...quiet, online, pending, refused, locked, conflicts, firstSync, lastSync }
                  const isEmpty = pending + refused + locked + conflicts === 0
                  const clean = online && isEmpty && !firstSync && lastSync !== null
                  expect(syncLabel(status).tone === 'ok').toBe(clean)
                }
  })
})
