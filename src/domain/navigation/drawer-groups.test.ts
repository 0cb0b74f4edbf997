import { expect, it } from 'vitest'
import { drawerGroups } from './drawer-groups.ts'
import { drawerRoutes } from './manager-routes.ts'

it('[TEN-06] a long menu stands in parts, each entry once, in the order of the table', () => {
  const entries = drawerRoutes(['commercial_director', 'commercial'])
  const groups = drawerGroups(entries)
  expect(groups.map(({ title }) => title)).toEqual([null, 'Clients', 'Devis et travaux', 'Équipe', 'Entreprise'])
  const paths = (routes: readonly { path: string }[]) => routes.map(({ path }) => path)
  expect(paths(groups.flatMap(({ routes }) => routes)).sort()).toEqual(paths(entries).sort())
  for (const { routes } of groups) {
    expect(paths(routes)).toEqual(paths(entries).filter((path) => paths(routes).includes(path)))
    expect(routes.length).toBeLessThanOrEqual(6)
  }
})

it('[TEN-06] a short menu has no headings', () => {
  expect(drawerGroups(drawerRoutes(['technician'])).map(({ title }) => title)).toEqual([null])
})
