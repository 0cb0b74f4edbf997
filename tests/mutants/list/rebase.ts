import type { Mutant } from '../mutant.ts'

/** Pending entries while the server changes: folds, bases, overlays (OUT-4, OUT-5, PUSH-7). */
export const REBASE: readonly Mutant[] = [
  {
    bug: 'an edit made after a deletion is folded into an entry that the deletion waits for',
    file: 'sync/outbox/enqueue.ts',
    edits: [
      {
        from: 'if (comesAfter([...causes, ...deletions], { entry: last.id, open })) return false',
        to: 'if (comesAfter(causes, { entry: last.id, open })) return false',
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'sync/scenarios/order.test.ts',
      title:
        '[OUT-4] [MERGE-7] an edit made after its project’s deletion is not folded into an entry that this deletion waits for',
    },
  },
  {
    bug: 'what is removed overtakes what the other tab had added',
    file: 'sync/outbox/enqueue.ts',
    edits: [
      {
        from: '...concurrent({ ofRecord, open })',
        to: '...concurrent({ ofRecord: [], open })',
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'sync/scenarios/sets.test.ts',
      title: '[PUSH-1] [OUT-4] of two tabs that wrote at once: what I remove next does not overtake what I had added',
    },
  },
  {
    bug: 'rebase: none',
    file: 'sync/outbox/acknowledge.ts',
    edits: [{ from: '    if (verdict.record)\n', to: '    if (verdict.record === undefined)\n' }],
    caughtBy: {
      project: 'unit',
      file: 'sync/scenarios/protocol.test.ts',
      title: '[PUSH-7] the server writes a phone its own way: my next edit does not conflict with myself',
    },
  },
  {
    bug: 'rebase: over what somebody else wrote',
    file: 'sync/outbox/acknowledge.ts',
    edits: [
      {
        from: 'name in acked.patch && !overwritten.includes(name)',
        to: 'name in acked.patch',
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'sync/scenarios/protocol.test.ts',
      title: '[PUSH-7] [I9] a replay shows another person’s later edit: my next edit still meets it as a conflict',
    },
  },
  {
    bug: 'rebase: items of others count as seen',
    file: 'schemas/merge-set.ts',
    edits: [
      {
        from: 'return { before: before.map(known), after }',
        to: 'return { before: [...before.map(known), ...there.values()], after }',
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'sync/scenarios/sets.test.ts',
      title: 'an item that a colleague adds while mine is on its way',
    },
  },
  {
    bug: 'fold: the last base instead of the first',
    file: 'sync/outbox/enqueue.ts',
    edits: [
      {
        from: 'base: { ...draft.base, ...entry.base, ...sets.base }',
        to: 'base: { ...entry.base, ...draft.base, ...sets.base }',
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'sync/scenarios/protocol.test.ts',
      title: '[OUT-4] folds only into an entry that was never sent, and keeps the first base',
    },
  },
  {
    bug: 'fold: into an entry that was sent',
    file: 'sync/outbox/enqueue.ts',
    edits: [{ from: "from: ['pending'],", to: "from: ['pending', 'sent']," }],
    caughtBy: {
      project: 'unit',
      file: 'sync/scenarios/protocol.test.ts',
      title: '[OUT-4] folds only into an entry that was never sent, and keeps the first base',
    },
  },
  {
    bug: 'commands of one tab side by side',
    file: 'sync/outbox/commands.ts',
    edits: [{ from: 'const mine = last.then(() => command(...given))', to: 'const mine = command(...given)' }],
    caughtBy: {
      project: 'unit',
      file: 'sync/scenarios/protocol.test.ts',
      title: '[OUT-9] two commands at once: the later one wins, also when it undoes the first',
    },
  },
  {
    bug: 'the writes of one save are written one after the other',
    file: 'sync/outbox/commands.ts',
    edits: [
      {
        from: 'await write(commandsOn(db, async (draft) => void drafts.push(draft)))',
        to: 'await write(each)',
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'sync/outbox/together.test.ts',
      title: '[OUT-13] writes the entries in one step, each after what it points to',
    },
  },
  {
    bug: 'an edit of one save folds into a former entry',
    file: 'sync/outbox/enqueue.ts',
    edits: [
      {
        from: 'const { narrowed, causes, ofRecord } = await placed(db, draft, [...open, ...entries])\n    entries.push(newEntry(db, { draft: narrowed, causes, ofRecord }))',
        to: 'const entry = await entryFor(db, draft, [...open, ...entries])\n    if (entry) entries.push(entry)',
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'sync/outbox/together.test.ts',
      title: '[OUT-13] [OUT-4] an edit does not fold into a former entry, which would be written before the others',
    },
  },
  {
    bug: 'an overlay never comes off',
    file: 'sync/apply/rebuild.ts',
    edits: [
      {
        from: '.filter((entry) => !containedIn(entry, at))',
        to: '.filter((entry) => !containedIn(entry, { ...at, seq: 0 }))',
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'sync/scenarios/protocol.test.ts',
      title: '[OUT-5] an overlay is removed: my edit, its answer lost, then another person’s edit',
    },
  },
  {
    bug: 'an older state is applied over a newer one',
    file: 'sync/apply/apply.ts',
    edits: [
      {
        from: 'incoming.epoch !== known.epoch || incoming.seq >= known.seq',
        to: 'incoming.epoch !== known.epoch || incoming.seq >= 0',
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'sync/scenarios/protocol.test.ts',
      title: '[PULL-6] an older server state is not applied over a newer one',
    },
  },
]
