import { expect, it } from 'vitest'
import { newerUses } from './newer-apis.ts'

const namesIn = (source: string): string[] => newerUses('sync/a.ts', source).map(({ name }) => name)

it.each([
  ['a static method', 'const s = AbortSignal.any([a, b])', ['AbortSignal.any']],
  ['of the global object', 'globalThis.AbortSignal.any([a])', ['AbortSignal.any']],
  ['in a function that nobody calls here', 'const f = () => Promise.withResolvers()', ['Promise.withResolvers']],
  ['a method of whatever', 'seen.isSubsetOf(known)', ['isSubsetOf']],
  ['a class', 'new URLPattern({})', ['URLPattern']],
])('[WORK-8] finds functions that an old supported browser lacks: %s', (_kind, source, names) => {
  expect(namesIn(source)).toEqual(names)
})

it.each([
  ['asked for first', 'navigator.storage.estimate?.()'],
  ['asked for by its type', "if (typeof requestIdleCallback === 'function') requestIdleCallback(f)"],
  ['a comment or a text', "// AbortSignal.any(x)\nconst t = 'URL.canParse(x)'"],
  ['a name of ours', 'signals.any([a]); const any = (x) => x; any(1)'],
])('[WORK-8] accepts other code: %s', (_kind, source) => {
  expect(namesIn(source)).toEqual([])
})

it('[WORK-8] names the line, and refuses a file that it cannot parse', () => {
  expect(newerUses('src/a.ts', 'let a\n\nURL.canParse(a)')).toEqual([
    { file: 'src/a.ts', line: 3, name: 'URL.canParse' },
  ])
  expect(() => newerUses('src/a.ts', 'const = 1')).toThrow('src/a.ts')
})
