// @vitest-environment jsdom
import { createMemoryHistory } from '@tanstack/react-router'
import { describe, expect, it } from 'vitest'
import { createAppRouter } from '../../src/app/router.tsx'
import { MANAGER_ROUTES, mayOpen } from '../../src/domain/navigation/manager-routes.ts'
import { PEOPLE } from './company.ts'
import { ELSEWHERE, ROLE_OF, UNCHECKED } from './coverage.ts'
import { CHECKS } from './screens.ts'

const AREA = '/manager'
const pathOf = (address: string): string => (address.split('?')[0] ?? '').replace(/\/$/, '')
const checked = new Set(Object.values(CHECKS).flatMap((checks) => checks.map(({ path }) => pathOf(path))))
const addresses = Object.keys(createAppRouter(createMemoryHistory()).routesByPath)
const screens = [...new Set(addresses.map((path) => path.replace(/\/$/, '')))].filter(
  (path) => path === AREA || path.startsWith(`${AREA}/`),
)

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
