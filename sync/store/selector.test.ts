import fc from 'fast-check'
import { fillWithDefaultSettings, getQueryMatcher, getSortComparator, normalizeMangoQuery } from 'rxdb/plugins/core'
import { expect, it } from 'vitest'
import { anySeed } from '../../tests/support/command-line.ts'
import { entityCollections } from './local-schema.ts'
import { matcherOf, orderOf } from './selector.ts'

const schema = fillWithDefaultSettings(entityCollections().rdvs as never) as never

const word = fc.constantFrom('', 'a', 'b', 'ab', '2026-11-18 09:00', '2026-11-18 10:00')
const number = fc.constantFrom(0, 1, 2)
const plain = fc.oneof(word, number, fc.constant(null))
const row = fc.record(
  {
    IDRDV: fc.uuid(),
    RDV_DEBUT: word,
    CLE_LONG: word,
    SUPPRIME: fc.oneof(number, fc.constant(null)),
    IDPERSONNELS: fc.array(word, { maxLength: 3 }),
    RDV_OBJET: fc.oneof(word, fc.constant(null)),
    sync: fc.record({ hidden: fc.constantFrom(0, 1) }),
  },
  { requiredKeys: ['IDRDV', 'RDV_DEBUT', 'IDPERSONNELS', 'sync'] },
)
const test = fc.oneof(
  plain,
  fc.record({ $ne: plain }),
  fc.record({ $eq: plain }),
  fc.record({ $in: fc.array(plain, { maxLength: 3 }) }),
  fc.record({ $nin: fc.array(plain, { maxLength: 3 }) }),
  fc.record({ $gte: word, $lte: word }),
  fc.record({ $gt: word }),
  fc.record({ $lt: fc.oneof(word, number) }),
)
const elements = fc.record({ $elemMatch: fc.record({ $in: fc.array(word, { minLength: 1, maxLength: 3 }) }) })
const clause = fc.oneof(
  fc.record({ RDV_DEBUT: test }),
  fc.record({ CLE_LONG: test }),
  fc.record({ SUPPRIME: test }),
  fc.record({ RDV_OBJET: test }),
  fc.record({ IDPERSONNELS: fc.oneof(elements, word) }),
  fc.record({ 'sync.hidden': fc.constantFrom({ $ne: 1 }, 0) }),
)
/** With more clauses hardly a row would match. */
const selector = fc
  .array(clause, { maxLength: 2 })
  .map((clauses): Record<string, unknown> => Object.assign({}, ...clauses))
const sort = fc.constantFrom(
  [{ IDRDV: 'desc' as const }],
  [{ RDV_DEBUT: 'asc' as const }],
  [{ CLE_LONG: 'desc' as const }, { IDRDV: 'asc' as const }],
)

it('finds and orders what RxDB finds, in its order', () => {
  const seed = anySeed()
  let found = 0
  const property = fc.property(
    fc.uniqueArray(row, { maxLength: 8, selector: ({ IDRDV }) => IDRDV }),
    selector,
    sort,
    (rows, selector, sort) => {
      // As in the store: a field of an index is never missing.
      const docs = rows.map((one) => ({ CLE_LONG: '', ...one, _deleted: false }))
      const query = normalizeMangoQuery(schema, { selector, sort } as never)
      const expected = docs
        .filter(getQueryMatcher(schema, query) as never)
        .sort(getSortComparator(schema, query) as never)
      const matches = matcherOf(selector)
      const own = docs.filter(matches as NonNullable<typeof matches>).sort(orderOf(sort, 'IDRDV'))
      expect(own, `seed ${seed}`).toEqual(expected)
      found += own.length
    },
  )
  fc.assert(property, { seed, numRuns: 2000 })
  // Selectors that match nothing would prove nothing.
  expect(found).toBeGreaterThan(500)
})

it.each([
  ['an operator', { RDV_DEBUT: { $regex: 'a' } }],
  ['one beside a known one', { RDV_DEBUT: { $gte: 'a', $mod: [2, 0] } }],
  ['a branch', { $or: [{ SUPPRIME: 0 }] }],
  ['one within a list', { IDPERSONNELS: { $elemMatch: { $regex: 'a' } } }],
  ['a list as a value', { IDPERSONNELS: ['a'] }],
  ['an object among values', { SUPPRIME: { $in: [{}] } }],
])('has no answer for %s that it does not know', (_what, selector) => {
  expect(matcherOf(selector)).toBeNull()
})
