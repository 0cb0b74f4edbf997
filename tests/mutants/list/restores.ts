import type { Mutant } from '../mutant.ts'

/** A server that is restored, and one that fails on one write. */
export const RESTORES: readonly Mutant[] = [
  {
    bug: 'restores: later entries are sent before the lost ones',
    file: 'sync/replicate/push.ts',
    edits: [{ from: "follows === '' ? {}", to: "follows !== '' ? {}" }],
    caughtBy: {
      project: 'unit',
      file: 'sync/replicate/epoch.test.ts',
      title: '[HEAL-6] [I8] entries made before the restore',
    },
  },
  {
    bug: 'restores: the server accepts a write of another epoch',
    file: 'server/plugins/tenant/tenant.ts',
    edits: [{ from: "typeof follows === 'string' && follows !==", to: "typeof follows === 'number' && follows !==" }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/idempotency.test.ts',
      title: '[HEAL-6] refuses a write whose device follows another epoch',
    },
  },
  {
    bug: 'restores: acknowledged entries stay lost',
    file: 'sync/replicate/epoch.ts',
    edits: [{ from: 'await reopen(db, missing)', to: 'await reopen(db, [])' }],
    caughtBy: {
      project: 'convergence',
      file: 'tests/faults/restores.test.ts',
      title: '[I1] [I2] [I3] [I4] [I9] [I11] [I12] [HEAL-1] [HEAL-2] [HEAL-3] [SERVER-6] [SERVER-7] hold',
    },
  },
  {
    bug: 'restores: a write that changed nothing on its record is not asked for',
    file: 'sync/replicate/epoch.ts',
    edits: [
      {
        from: 'entries.filter((e) => e.ackEpoch !== epoch)',
        to: 'entries.filter((e) => e.ackEpoch !== epoch && e.ackSeq > 1)',
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'sync/replicate/epoch.test.ts',
      title: '[HEAL-2] [I1] [I9] an entry that changed nothing on its record',
    },
  },
  {
    bug: 'sync: a deletion that is sent again hides a record that was restored meanwhile',
    file: 'server/writes/apply-mutation.ts',
    edits: [
      {
        from: 'accepted.status === 204 && isThere(mutation, row)',
        to: 'accepted.status === 205 && isThere(mutation, row)',
      },
    ],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/deletion.test.ts',
      title: '[PUSH-6] [I4] a deletion that is sent again is answered with the record',
    },
  },
  {
    bug: 'oracle: numbers of an ended epoch may be given again',
    file: 'tests/faults/promises.ts',
    edits: [
      {
        from: 'world.seats.flatMap(({ phone }) => phone.formerNumbers)',
        to: 'world.seats.flatMap(() => [] as [string, string][])',
      },
    ],
    caughtBy: {
      project: 'convergence',
      file: 'tests/faults/oracle.test.ts',
      title: 'SERVER-6: D-1 was the number of a before a restore, and is that of b',
    },
  },
  {
    bug: 'oracle: all entries may wait behind one on which the server fails',
    file: 'tests/faults/world.ts',
    edits: [
      { from: "state === 'refused' ||\n    poisoned.has(id)", to: "state === 'refused' ||\n    poisoned.size > 0" },
    ],
    caughtBy: {
      project: 'convergence',
      file: 'tests/faults/oracle.test.ts',
      title: 'holds back what comes after it, and nothing else',
    },
  },
  {
    bug: 'oracle: an entry on which the server fails may be called done',
    file: 'tests/faults/play-poison.ts',
    edits: [{ from: "(state === 'acked' || state === 'done')", to: "state === 'acked'" }],
    caughtBy: {
      project: 'convergence',
      file: 'tests/faults/oracle.test.ts',
      title: 'POISON: phone: the server fails over client/c, which is done',
    },
  },
  {
    bug: 'restores: an entry acknowledged before it covers its record for ever',
    file: 'sync/replicate/epoch.ts',
    edits: [{ from: '({ ackSeq: 1, ackEpoch: epoch })', to: '({ ackSeq: 1 })' }],
    caughtBy: {
      project: 'unit',
      file: 'sync/scenarios/tombstones.test.ts',
      title: '[PUSH-8] [HEAL-7] [I4] shows what a restored server holds',
    },
  },
  {
    bug: 'restores: a deletion that is sent again does not say which edits it had known',
    file: 'server/writes/conflicts.ts',
    edits: [{ from: 'unit !== TOMBSTONE && !knows(seen, stamp)', to: 'unit !== TOMBSTONE && stamp[3] > seen' }],
    caughtBy: {
      project: 'convergence',
      file: 'tests/convergence/heal-deletion.test.ts',
      title: '[HEAL-8]',
    },
  },
  {
    bug: 'restores: an edit that a deletion had known brings the record back',
    file: 'server/writes/revive.ts',
    edits: [{ from: 'return wasKnown(ctx, stamp) || wasKnowing(seen, stamp) ? null : stamp', to: 'return stamp' }],
    caughtBy: {
      project: 'convergence',
      file: 'tests/convergence/heal-deletion.test.ts',
      title: '[HEAL-8]',
    },
  },
  {
    bug: 'restores: a device that lost its checkpoint in a restore refuses what it writes meanwhile',
    file: 'sync/replicate/epoch.ts',
    edits: [
      {
        from: 'return isWithinDay(entry.createdAt) && (await isOfFormerEpoch(db, missingOf(entry, error), followed.epoch))',
        to: 'return false',
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'sync/replicate/epoch.test.ts',
      title: '[HEAL-4] an edit that a device writes after it has noticed the restore',
    },
  },
]
