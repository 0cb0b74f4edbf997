import type { Mutant } from '../mutant.ts'

/** The status that people see (WORK-6). */
export const STATUS: readonly Mutant[] = [
  {
    bug: '8: an opening that failed is not tried again',
    file: 'src/data/database/keep-opening.ts',
    edits: [{ from: 'onTrouble(troubleOf(error))\n', to: 'onTrouble(troubleOf(error))\n      return null\n' }],
    caughtBy: {
      project: 'unit',
      file: 'src/data/database/keep-opening.test.ts',
      title: '[WORK-9] tries until the database is open, and tells the reason of each failure',
    },
  },
  {
    bug: '8: in the runs, the app does not open a storage that failed once',
    file: 'src/data/database/keep-opening.ts',
    edits: [{ from: 'onTrouble(troubleOf(error))\n', to: 'onTrouble(troubleOf(error))\n      return null\n' }],
    caughtBy: { project: 'convergence', file: 'tests/faults/faults.test.ts', title: 'hold in' },
  },
  {
    bug: 'status: green with a picture that waits',
    file: 'src/data/sync-status/sync-label.ts',
    edits: [{ from: '...(queue?.files ?? []), ', to: '' }],
    caughtBy: {
      project: 'unit',
      file: 'src/data/sync-status/use-sync-status.test.tsx',
      title: '[WORK-6] [FILE-9] an entry, a file and a mail that the server does not have are counted alike',
    },
  },
  {
    bug: 'status: the pill of the runs leaves pictures out',
    file: 'src/data/sync-status/sync-label.ts',
    edits: [{ from: '...(queue?.files ?? []), ', to: '' }],
    caughtBy: { project: 'convergence', file: 'tests/faults/faults.test.ts', title: 'hold in' },
  },
  {
    bug: 'status: green before everything is counted',
    file: 'src/data/sync-status/sync-label.ts',
    edits: [{ from: "phase: isCounted ? phase : 'starting',", to: 'phase,' }],
    caughtBy: {
      project: 'unit',
      file: 'src/data/sync-status/use-sync-status.test.tsx',
      title: '[WORK-6] nothing is green, or counted, before all of it was read',
    },
  },
  {
    bug: 'status: green with a queue',
    file: 'src/data/sync-status/sync-label.ts',
    edits: [{ from: 'if (status.pending > 0) return', to: 'if (status.pending > 1e9) return' }],
    caughtBy: {
      project: 'unit',
      file: 'src/data/sync-status/sync-label.test.ts',
      title: 'is green only when every one of its reasons holds: each combination',
    },
  },
  {
    bug: 'status: green with a refusal',
    file: 'src/data/sync-status/sync-label.ts',
    edits: [
      {
        from: 'status.refused + status.locked + status.paused.length > 0',
        to: 'status.locked + status.paused.length > 0',
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'src/data/sync-status/sync-label.test.ts',
      title: 'is green only when every one of its reasons holds: each combination',
    },
  },
  {
    bug: 'status: a pause that nothing shows',
    file: 'sync/replicate/status.ts',
    edits: [
      { from: 'paused: s.paused.includes(e.reason) ? s.paused : [...s.paused, e.reason]', to: 'paused: s.paused' },
    ],
    caughtBy: {
      project: 'unit',
      file: 'sync/replicate/status.test.ts',
      title: 'pauses by a set of reasons, until a pull succeeds',
    },
  },
  {
    bug: 'status: the last synchronisation is forgotten',
    file: 'sync/replicate/status.ts',
    edits: [
      {
        from: 'succeeded: (s, e) => ({ ...s, lastSync: e.at,',
        to: 'succeeded: (s, e) => ({ ...s, lastSync: e.at && null,',
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'sync/replicate/status.test.ts',
      title: 'keeps the last synchronisation when the network goes',
    },
  },
  {
    // Point 7: a portal answers every call, and the pill says « À jour ».
    bug: '7: green after a round that failed',
    file: 'src/data/sync-status/sync-label.ts',
    edits: [{ from: "if (status.certainty === 'stale') return", to: "if (status.certainty === 'current') return" }],
    caughtBy: {
      project: 'unit',
      file: 'src/data/sync-status/sync-label.test.ts',
      title: 'is green only when every one of its reasons holds: each combination',
    },
  },
  {
    bug: '7: what failed is only awaited',
    file: 'sync/replicate/status.ts',
    edits: [
      {
        from: "if (status.phase === 'failing' || status.phase === 'offline') return 'stale'",
        to: "if (status.phase === 'offline') return 'stale'",
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'sync/replicate/status.test.ts',
      title: 'is current only while a leader that is heard has just proven it',
    },
  },
]
