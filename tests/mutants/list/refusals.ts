import type { Mutant } from '../mutant.ts'

/** Which answers are refusals, and how they are handled (PUSH-3, PUSH-4, PUSH-5). */
export const REFUSALS: readonly Mutant[] = [
  {
    bug: 'refusals: a proxy refuses',
    file: 'sync/net/verdict.ts',
    edits: [{ from: '  if (reply.mutation !== mutation || reply.epoch === null) return retry\n', to: '' }],
    caughtBy: {
      project: 'unit',
      file: 'sync/net/verdict.test.ts',
      title: '[PUSH-3] without the echoed mutation, an epoch, a seq or a body it is no verdict',
    },
  },
  {
    bug: 'refusals: a conflict is tried again for ever',
    file: 'sync/net/verdict.ts',
    edits: [{ from: 'const REFUSALS = [400, 403, 404, 409,', to: 'const REFUSALS = [400, 403, 404,' }],
    caughtBy: {
      project: 'unit',
      file: 'sync/net/verdict.test.ts',
      title: 'with our envelope is a refusal that keeps the message',
    },
  },
  {
    bug: '10: an entry over which the server fails is never set apart',
    file: 'sync/replicate/push.ts',
    edits: [{ from: '      if (verdict.failed) await storeFailure(db, entry, { error: verdict.failed })\n', to: '' }],
    caughtBy: {
      project: 'unit',
      file: 'sync/replicate/set-apart.test.ts',
      title: '[PUSH-13] [I11] [SYN-06] an entry over which our server fails holds back no other',
    },
  },
  {
    bug: '10: an entry that was set apart is sent again as another one',
    file: 'sync/outbox/resolve.ts',
    edits: [
      {
        from: 'if (stored.error?.status === 500 && !isChanged) {',
        to: 'if (stored.error?.status === 0 && !isChanged) {',
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'sync/replicate/set-apart.test.ts',
      title: '[PUSH-13] [I3] one that is sent again as it was keeps its mutation id',
    },
  },
  {
    bug: 'refusals: one is dropped without a message',
    file: 'sync/outbox/acknowledge.ts',
    edits: [
      {
        from: ": { state: 'refused', error })",
        to: ': ended())',
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'sync/scenarios/protocol.test.ts',
      title: '[PUSH-4] [SYN-06] a refused write stays with its message, is corrected, and is sent',
    },
  },
  {
    bug: 'refusals: what was refused at a login is forgotten',
    file: 'sync/replicate/push.ts',
    edits: [{ from: 'if (!creation) return false', to: 'if (!creation) return true' }],
    caughtBy: {
      project: 'unit',
      file: 'sync/scenarios/protocol.test.ts',
      title: '[PUSH-5] a missing parent is waited for only while its creation is here',
    },
  },
  {
    bug: 'refusals: another body under the same key is accepted',
    file: 'server/writes/idempotency.ts',
    edits: [
      {
        from: 'if (accepted.body_hash !== hash && accepted.body_hash !== ERASED_HASH) {',
        to: "if (accepted.body_hash === '' && accepted.body_hash !== ERASED_HASH) {",
      },
    ],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/idempotency.test.ts',
      title: '[PUSH-6] refuses another body under the same key',
    },
  },
  {
    bug: 'refusals: what the phone of somebody who was taken off works holds',
    file: 'server/writes/taken-off.ts',
    edits: [{ from: 'return wasPlanned(tx, staff.id, { resource, id })', to: 'return false' }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/late-sends.test.ts',
      title: '[PUSH-12] notes, photos, the signed PV, its mail and the feedback',
    },
  },
  {
    bug: 'refusals: planning oneself again on works that were given to a colleague is accepted',
    file: 'schemas/rules/late-sends.ts',
    edits: [{ from: "'IDDEVIS', 'IDINTERVENTION_PLANNING'", to: "'IDDEVIS'" }],
    caughtBy: {
      project: 'contract',
      file: 'tests/contract/late-sends.test.ts',
      title: '[PUSH-12] is refused: a deletion, planning oneself again',
    },
  },
]
