import type { Mutant } from '../mutants.ts'

/** What people are told (WORK-6). */
export const STATUS: readonly Mutant[] = [
  {
    bug: 'status: green with a queue',
    file: 'src/components/sync-label.ts',
    edits: [{ from: 'if (status.pending > 0) return', to: 'if (status.pending > 1e9) return' }],
    caughtBy: {
      project: 'unit',
      file: 'src/components/sync-label.test.ts',
      title: 'is green only with a network, an empty queue, nothing to settle and a finished first synchronisation',
    },
  },
  {
    bug: 'status: green with a refusal',
    file: 'src/components/sync-label.ts',
    edits: [
      {
        from: 'status.refused + status.locked + status.paused.length > 0',
        to: 'status.locked + status.paused.length > 0',
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'src/components/sync-label.test.ts',
      title: 'is green only with a network, an empty queue, nothing to settle and a finished first synchronisation',
    },
  },
  {
    bug: 'status: a pause that nothing shows',
    file: 'sync/status.ts',
    edits: [
      { from: 'paused: s.paused.includes(e.reason) ? s.paused : [...s.paused, e.reason]', to: 'paused: s.paused' },
    ],
    caughtBy: {
      project: 'unit',
      file: 'sync/status.test.ts',
      title: 'pauses by a set of reasons, until a pull succeeds',
    },
  },
  {
    bug: 'status: the last synchronisation is forgotten',
    file: 'sync/status.ts',
    edits: [
      {
        from: 'succeeded: (s, e) => ({ ...s, lastSync: e.at,',
        to: 'succeeded: (s, e) => ({ ...s, lastSync: e.at && null,',
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'sync/status.test.ts',
      title: 'keeps the last synchronisation when the network goes',
    },
  },
]
