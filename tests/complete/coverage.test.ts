// @vitest-environment jsdom
import { readdirSync, readFileSync } from 'node:fs'
import { createMemoryHistory } from '@tanstack/react-router'
import { describe, expect, it } from 'vitest'
import { createAppRouter } from '../../src/app/router.tsx'
import { MANAGER_ROUTES, mayOpen } from '../../src/domain/navigation/manager-routes.ts'
import type { Part } from './check.ts'
import { PEOPLE } from './company.ts'
import { ELSEWHERE, MADE_OF, OTHER_AREAS, ROLE_OF, SHOWN, UNCHECKED } from './coverage.ts'
import { CHECKS } from './screens.ts'

const AREA = '/manager'
const pathOf = (address: string): string => (address.split('?')[0] ?? '').replace(/\/$/, '')
const checked = new Set(Object.values(CHECKS).flatMap((checks) => checks.map(({ path }) => pathOf(path))))
const addresses = Object.keys(createAppRouter(createMemoryHistory()).routesByPath)
const screens = [...new Set(addresses.map((path) => path.replace(/\/$/, '')))].filter(
  (path) => path === AREA || path.startsWith(`${AREA}/`),
)

/** What of the source lists, counts, searches and exports. A sentence below a title counts where the file also has one of the others. */
const MARKS: Readonly<Record<Part, RegExp>> = {
  list: /<(VirtualList|FirstRows|FiguresTable|TimedRows|SubmissionList)\b/,
  count: /<ListCount\b/,
  search: /<(SearchField|ListTools)\b|role="combobox"/,
  export: /<(CsvButton|ExportButton|ListTools)\b|\b(downloadText|useDownload)\(/,
}
const SUBTITLE = /\bsubtitle[=:]/

function partsOf(source: string): Part[] {
  const found = (Object.keys(MARKS) as Part[]).filter((part) => MARKS[part].test(source))
  return found.length > 0 && !found.includes('count') && SUBTITLE.test(source) ? [...found, 'count'] : found
}

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.') && !MADE_OF.includes(file))
  .filter((file) => !OTHER_AREAS.some((area) => file.startsWith(area)))
  .flatMap((file) => {
    const parts = partsOf(readFileSync(`src/${file}`, 'utf8'))
    return parts.length === 0 ? [] : [{ file, parts }]
  })

/** Whether a check opens what stands at an address: its path, and each value that the address names. */
const opens = (path: string, at: string): boolean => {
  const [one, other] = [path, at].map((address) => new URL(address, 'http://app'))
  return (
    one?.pathname === other?.pathname &&
    [...(other?.searchParams ?? [])].every(([name, value]) => one?.searchParams.get(name) === value)
  )
}

describe('[DAY-03 complete] (parts) what the source lists, counts, searches and exports', () => {
  const all = Object.values(CHECKS).flat()
  const isChecked = (at: string, part: Part): boolean =>
    all.some((check) => check.parts.includes(part) && opens(check.path, at))

  it('is found where it stands', () => {
    expect(partsOf('<ListTools view={view} />')).toEqual(['search', 'export'])
    expect(partsOf('<CsvButton disabled /> <PageHeader subtitle={text.count(3)} />')).toEqual(['export', 'count'])
    expect(partsOf('<PageHeader title="a" subtitle="b" />')).toEqual([])
    expect(files.length).toBeGreaterThan(35)
  })

  it('has a check for each of them, or a reason', () => {
    const missing = files.flatMap(({ file, parts }) => {
      const shown = SHOWN[file]
      if (shown === undefined) return parts.map((part) => `${file}: ${part}`)
      if ('because' in shown) return []
      return parts
        .filter((part) => shown.without?.[part] === undefined && !isChecked(shown.at, part))
        .map((part) => `${file}: ${part}`)
    })
    expect(missing).toEqual([])
  })

  it('has no reason that is not needed any more', () => {
    const known = new Map(files.map(({ file, parts }) => [file, parts]))
    const stale = Object.entries(SHOWN).flatMap(([file, shown]) => {
      const parts = known.get(file)
      if (parts === undefined) return [file]
      const without = 'at' in shown ? Object.keys(shown.without ?? {}) : []
      return without.filter((part) => !parts.includes(part as Part)).map((part) => `${file}: ${part}`)
    })
    expect(stale).toEqual([])
  })
})

describe('[DAY-03 complete] what npm run test:complete compares', () => {
  it('has a check for every screen, or says why not', () => {
    const below = (path: string): string => path.slice(AREA.length + 1)
    expect(screens.length).toBeGreaterThan(50)
    expect(screens.filter((path) => !checked.has(path) && UNCHECKED[below(path)] === undefined)).toEqual([])
    const known = new Set(screens.map(below))
    expect(Object.keys(UNCHECKED).filter((path) => !known.has(path))).toEqual([])
  })

  it.each(PEOPLE)('has one for each list that %s may open', (person) => {
    const mine = new Set(CHECKS[person].map(({ path }) => pathOf(path)))
    const missing = MANAGER_ROUTES.filter(
      (route) =>
        mayOpen(route, [ROLE_OF[person]]) &&
        UNCHECKED[route.path.replace(/:(\w+)/g, '$$$1')] === undefined &&
        !mine.has(route.path === '' ? AREA : `${AREA}/${route.path}`),
    )
    expect(missing.map(({ path }) => path)).toEqual([])
  })

  it('knows every other area of the app', () => {
    const areas = new Set(addresses.map((path) => `/${path.split('/')[1] ?? ''}`).filter((area) => area !== AREA))
    const known = (area: string): boolean => ELSEWHERE[area] !== undefined
    expect([...areas].filter((area) => !known(area))).toEqual([])
  })
})
