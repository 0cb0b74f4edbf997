import type { Mutant } from '../mutant.ts'

const MIGRATE = { project: 'unit', file: 'sync/device/migrate.test.ts' } as const
const SERVERS = { project: 'unit', file: 'sync/replicate/server-versions.test.ts' } as const
const RUNS = { project: 'convergence', file: 'tests/faults/faults.test.ts', title: 'hold in' } as const

/** Several versions of the app and the server (sync/SPEC.md, « Versions »). */
export const VERSIONS: readonly Mutant[] = [
  {
    bug: 'versions: an answer does not name the versions that the server serves',
    file: 'server/plugins/versions.ts',
    edits: [{ from: '      reply.header(HEADER.versions, range)\n', to: '' }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/versions.test.ts',
      title: '[VER-1] every answer names the versions that the server serves, refusals too',
    },
  },
  {
    bug: 'versions: a migration keeps the former names of fields',
    file: 'sync/device/migrate.ts',
    edits: [
      { from: 'const now = versions.record(resource, deleted, move)', to: 'const now = move.to < 0 ? {} : deleted' },
    ],
    caughtBy: { ...MIGRATE, title: '[SYN-10] [WORK-5] two versions later, records and pending entries are there' },
  },
  {
    bug: 'versions: in the runs, a phone shows a pending entry of the former version by its former names',
    file: 'sync/store/outbox-entry.ts',
    edits: [{ from: 'if (entry.schemaVersion >= versions.current) return entry', to: 'if (versions) return entry' }],
    caughtBy: RUNS,
  },
  {
    bug: 'versions: in the runs, the server reads the body of an older app as its own',
    file: 'server/plugins/versions.ts',
    edits: [
      {
        from: 'const version = versionIn(headers[HEADER.bodyVersion]) ?? appVersion',
        to: 'const version = Math.max(appVersion, versionIn(headers[HEADER.bodyVersion]) ?? server.versions.current)',
      },
    ],
    caughtBy: RUNS,
  },
  {
    bug: 'versions: after a rollback, the records are not read again',
    file: 'sync/store/checkpoints.ts',
    edits: [
      {
        from: 'if (stored.version > version) return { ...START, version, gen: stored.gen + 1 }',
        to: 'if (stored.version > version) return { ...stored, version }',
      },
    ],
    caughtBy: {
      ...MIGRATE,
      title:
        '[VER-4] back in the former version, pending entries are there and are sent, and the records are read again',
    },
  },
  {
    bug: 'versions: in the runs, a phone that was rolled back does not read its records again',
    file: 'sync/store/checkpoints.ts',
    edits: [
      {
        from: 'if (stored.version > version) return { ...START, version, gen: stored.gen + 1 }',
        to: 'if (stored.version > version) return { ...stored, version }',
      },
    ],
    caughtBy: RUNS,
  },
  {
    bug: 'versions: what was sent is sent again in another body',
    file: 'sync/replicate/server-versions.ts',
    edits: [{ from: "return (entry.state === 'pending' ? whole : isSame) ? moved : null", to: 'return moved' }],
    caughtBy: {
      ...SERVERS,
      title:
        '[VER-5] [I2] an entry with a field that the older server lacks waits for its update, and holds back no other',
    },
  },
  {
    bug: 'versions: what an older server refuses of a later entry is a refusal',
    file: 'sync/replicate/server-versions.ts',
    edits: [{ from: 'if (entry.schemaVersion > newest) {', to: 'if (entry.schemaVersion > newest && newest < 0) {' }],
    caughtBy: {
      ...SERVERS,
      title:
        '[VER-5] [I2] an entry with a field that the older server lacks waits for its update, and holds back no other',
    },
  },
]
