import { appText } from '../../text/app.ts'
import type { ManagerPath, ManagerRoute } from './manager-routes.ts'

export interface DrawerGroup {
  /** Null for the day itself, which stands first. */
  title: string | null
  routes: readonly ManagerRoute[]
}

/** A menu that the eye takes in at once needs no headings. */
const WITHOUT_HEADINGS = 9

const text = appText.groups

/** The parts of a long menu. What none of them names stands in « Équipe ». */
const PARTS: readonly { title: string | null; paths: readonly ManagerPath[] }[] = [
  { title: null, paths: ['', 'agenda', 'carte', 'raf', 'rapport', 'synchronisation'] },
  { title: text.clients, paths: ['demandes', 'affectation', 'suivi-client', 'contact', 'client'] },
  {
    title: text.orders,
    paths: [
      'devis',
      'intervention-commercial',
      'intervention-technicien',
      'intervention-metreur',
      'encaissements',
      'comptes-rendus',
    ],
  },
  { title: text.team, paths: [] },
  { title: text.company, paths: ['donnees-personnelles', 'parametres'] },
]
const isNamed = (path: string): boolean => PARTS.some(({ paths }) => paths.some((one) => one === path))

/** The entries of a menu in its parts, each in the order of the table; one part without a heading where they are few (TEN-06). */
export function drawerGroups(routes: readonly ManagerRoute[]): DrawerGroup[] {
  if (routes.length <= WITHOUT_HEADINGS) return [{ title: null, routes }]
  return PARTS.map(({ title, paths }) => ({
    title,
    routes: routes.filter(({ path }) => (paths.length === 0 ? !isNamed(path) : paths.some((one) => one === path))),
  })).filter((group) => group.routes.length > 0)
}
