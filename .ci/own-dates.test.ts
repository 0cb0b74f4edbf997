import { expect, it } from 'vitest'
import { ownDates, staleExceptions } from './own-dates.ts'

const messages = (file: string, source: string): string[] =>
  ownDates(file, source).map(({ line, message }) => `${line} ${message.replace(/:.*/, '')}`)

it.each([
  ['new Date(Date.UTC(2026, 10, 20))', ['1 Date.UTC']],
  ['a\nconst f = new Intl.DateTimeFormat("fr", o)', ['2 Intl.DateTimeFormat']],
  ['now.getFullYear() + day.getUTCMonth() + now.getHours()', ['1 getFullYear', '1 getUTCMonth', '1 getHours']],
  ['day.setUTCDate(31)', ['1 setUTCDate']],
  ['at.toLocaleDateString("fr")', ['1 toLocaleDateString']],
  ['new Date(2026, 10, 20)', ['1 new Date(year, month …)']],
  ["import 'dayjs/locale/fr'", ['1 dayjs/locale/fr']],
  ["import timezone from 'dayjs/plugin/timezone.js'", ['1 dayjs/plugin/timezone.js']],
])('finds own code on dates: %s', (source, expected) => {
  expect(messages('src/a.ts', source).sort()).toEqual(expected.toSorted())
})

it.each([
  'const at = new Date().toISOString()',
  'new Date(row.DATE_CREATION).getTime() - Date.now()',
  "import dayjs from 'dayjs'; dayjs(at).format('DD/MM/YYYY')",
  'const parts: Intl.DateTimeFormatOptions = {}',
  'controls.getDate(); new Intl.NumberFormat("fr")',
  '// Date.UTC(2026, 1, 1)',
])('leaves alone: %s', (source) => {
  expect(messages('src/a.ts', source)).toEqual([])
})

it('allows an exception its own names only', () => {
  expect(
    messages('schemas/dates.ts', "import utc from 'dayjs/plugin/utc.js'; new Intl.DateTimeFormat('en-CA')"),
  ).toEqual([])
  expect(messages('schemas/dates.ts', 'Date.UTC(2026, 1, 1)')).toEqual(['1 Date.UTC'])
})

it('names an exception that nobody needs any more', () => {
  expect(staleExceptions(() => 'Intl.DateTimeFormat')).toEqual([
    'sync/replicate/ranking.ts does not use getUTCFullYear any more',
  ])
})

it('refuses a file that it cannot parse', () => {
  expect(() => ownDates('src/a.ts', 'const = 1')).toThrow('src/a.ts')
})
