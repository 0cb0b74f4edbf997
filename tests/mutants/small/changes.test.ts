import { describe, expect, it } from 'vitest'
import { smallChanges } from './changes.ts'

const changesOf = (source: string): string[] => smallChanges('rule.ts', source).map(({ source: changed }) => changed)

describe('small changes of a source', () => {
  it.each<[string, string[]]>([
    ['a < b', ['a <= b']],
    ['a >= b', ['a > b']],
    ['a === b', ['a !== b']],
    ['a && b', ['a || b']],
    ['a + b', ['a - b']],
    ['a * b', ['a / b']],
    ['a ?? b', ['a']],
    ['!a', ['a']],
    ['x = 3', ['x = 4']],
    ['x = true', ['x = false']],
    ['a ? b : c', ['true ? b : c', 'false ? b : c']],
    ['if (a) b()', ['if (false) b()']],
  ])('%s', (source, changed) => {
    expect(changesOf(source)).toEqual(changed)
  })

  it('are one at a time, and tell where they are', () => {
    expect(smallChanges('rule.ts', 'x = a < 1\ny = b')).toEqual([
      { line: 1, from: '<', to: '<=', source: 'x = a <= 1\ny = b' },
      { line: 1, from: '1', to: '2', source: 'x = a < 2\ny = b' },
    ])
  })

  it('leave words, types and texts alone', () => {
    expect(changesOf("const a: 1 | 2 = b\nc = 'x' + d\ne = `f` + g\n")).toEqual([])
  })

  it('find the sign between its two sides, not one inside them', () => {
    expect(changesOf("f('a < b') < c")).toEqual(["f('a < b') <= c"])
  })
})
