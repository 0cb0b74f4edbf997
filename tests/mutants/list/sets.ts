import type { Mutant } from '../mutant.ts'

/** Sets are edits, from the form to the server (MERGE-5, OUT-10). */
export const SETS: readonly Mutant[] = [
  {
    bug: 'sets: a removed item comes back with a change',
    file: 'schemas/merge-set.ts',
    edits: [
      {
        from: 'm === undefined || (t !== undefined && mineWins(key))',
        to: 'm !== undefined && (t === undefined || mineWins(key))',
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'schemas/merge.test.ts',
      title: 'a removal wins over a change, whose text is kept',
    },
  },
  {
    bug: 'sets: a set is one value',
    file: 'schemas/merge.ts',
    edits: [
      {
        from: 'if (base !== null && set !== null) {',
        to: 'if (base !== null && set !== null && server === patch) {',
      },
    ],
    caughtBy: { project: 'unit', file: 'schemas/merge.test.ts', title: 'two people change two notes: both are kept' },
  },
  {
    bug: 'sets: items stand in the order of arrival',
    file: 'schemas/merge-set.ts',
    edits: [{ from: '[...items].sort(([a], [b]) => (a < b ? -1 : 1)).map(', to: '[...items].map(' }],
    caughtBy: {
      project: 'unit',
      file: 'schemas/merge.test.ts',
      title: 'a set has no order: both orders of arrival give the same list',
    },
  },
  {
    bug: 'sets: one stamp for all items',
    file: 'schemas/merge.ts',
    edits: [
      {
        from: 'const current = (key: string): Stamp => stamps[itemUnit(field, key)] ?? NEVER',
        to: 'const current = (_key: string): Stamp => stamps[field] ?? NEVER',
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'schemas/merge.test.ts',
      title: 'the stamp of another note does not decide this one',
    },
  },
  {
    bug: 'sets: an overlay hides the items of others',
    file: 'schemas/merge.ts',
    edits: [
      {
        from: "const set = entity.fields[name]?.merge === 'set'",
        to: "const set = entity.fields[name]?.merge === 'none'",
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'schemas/merge.test.ts',
      title: 'always shows mine, with sets merged and derived fields computed again',
    },
  },
  {
    bug: 'sets: the text that lost is not kept',
    file: 'schemas/merge.ts',
    edits: [{ from: 'const lost = clashes.map(', to: 'const lost = clashes.slice(clashes.length).map(' }],
    caughtBy: {
      project: 'unit',
      file: 'schemas/merge.test.ts',
      title: 'two people change one note: the greater stamp wins in both orders, and the other text is kept',
    },
  },
  {
    bug: 'sets: a fold forgets its removals',
    file: 'sync/outbox/enqueue.ts',
    edits: [
      {
        from: 'const sets = foldSets(entity, entry, draft)',
        to: 'const sets: ReturnType<typeof foldSets> = { patch: {}, base: {} }',
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'sync/scenarios/sets.test.ts',
      title: '[OUT-4] a removal that is folded into an unsent edit removes an item that a colleague had added',
    },
  },
  {
    bug: 'sets: a restored conflict takes away what came since',
    file: 'sync/outbox/resolve.ts',
    edits: [
      {
        from: 'const { patch, base } = narrowSets(entity, { patch: PERDU, base: GARDE })',
        to: 'const { patch, base } = { patch: PERDU, base: { ...shown, ...narrowSets(entity, { patch: {}, base: GARDE }).patch } }',
      },
    ],
    caughtBy: {
      project: 'unit',
      file: 'sync/scenarios/sets.test.ts',
      title: '[OUT-10] restoring the lost items of a set does not remove items added since',
    },
  },
]
