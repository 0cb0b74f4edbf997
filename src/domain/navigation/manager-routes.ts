import type { RoleName } from '../../../schemas/entities/personnel.ts'
import { FIELD_SALES, OFFICE, SALES } from '../../../schemas/roles.ts'

export interface ManagerRoute {
  /** Below `/manager`; '' is the dashboard. */
  path: string
  title: string
  /** Shorter word under the icon of the phone's bottom bar. */
  quick?: string
  /** '*' = any role of the staff. */
  roles: readonly RoleName[] | '*'
  /** false: reachable, not listed in the side drawer. */
  drawer?: false
  /** The customer holds the device: the screen stands alone, without menu, search and synchronisation. */
  handedOver?: true
}

/** The product's table of manager screens: who may open each, and what the drawer lists (TEN-06). */
export const MANAGER_ROUTES = [
  { path: '', title: 'Accueil', roles: '*' },
  { path: 'affectation', title: 'Affectation', quick: 'Affecter', roles: OFFICE },
  { path: 'agenda', title: 'Agenda', roles: '*' },
  { path: 'carte', title: 'Carte', roles: FIELD_SALES },
  { path: 'classement', title: 'Classement', roles: ['commercial_director', 'commercial'] },
  { path: 'demandes', title: 'Demandes', roles: SALES },
  { path: 'suivi-client', title: 'Suivi client', quick: 'Clients', roles: OFFICE },
  { path: 'contact', title: 'Contacts', roles: ['commercial'] },
  { path: 'client', title: 'Mes clients', quick: 'Clients', roles: ['commercial', 'metreur'] },
  { path: 'intervention-commercial', title: 'Suivi interventions', roles: ['commercial'] },
  {
    path: 'intervention-technicien',
    title: 'Mes interventions',
    quick: 'Interventions',
    roles: ['technician'],
  },
  { path: 'intervention-metreur', title: 'Liaison interventions', roles: ['metreur'] },
  { path: 'devis', title: 'Relances devis', roles: ['commercial', 'assistant'] },
  { path: 'encaissements', title: 'Restes à payer', roles: SALES },
  { path: 'raf', title: 'RAF à saisir', quick: 'RAF', roles: '*', drawer: false },
  { path: 'comptes-rendus', title: 'Comptes rendus', roles: '*' },
  { path: 'rapport', title: 'Rapport', roles: '*', drawer: false },
  {
    path: 'prospection',
    title: 'Prospection',
    roles: ['commercial_director', 'commercial'],
    drawer: false,
  },
  // Whoever is responsible for a project has calls to make, and the office those that nobody makes.
  { path: 'relance', title: 'Relances', roles: '*', drawer: false },
  { path: 'suivi', title: 'Suivi', roles: ['commercial_director'] },
  { path: 'absences', title: 'Absences', roles: '*' },
  { path: 'equipe', title: 'Équipe', roles: '*' },
  {
    path: 'donnees-personnelles',
    title: 'Données personnelles',
    quick: 'Données',
    roles: ['commercial_director'],
  },
  {
    path: 'parametres',
    title: 'Paramètres',
    roles: ['commercial_director'],
  },
  {
    path: 'devis/:id/apercu',
    title: 'Aperçu du devis',
    roles: '*',
    drawer: false,
    handedOver: true,
  },
  {
    path: 'intervention/:id/sign',
    title: 'Signature du PV',
    roles: ['technician', 'commercial', 'metreur'],
    drawer: false,
    handedOver: true,
  },
  { path: 'compte', title: 'Mon compte', roles: '*', drawer: false },
  { path: 'notifications', title: 'Notifications', roles: '*', drawer: false },
  { path: 'synchronisation', title: 'Synchronisation', quick: 'Synchro', roles: '*', drawer: false },
] as const satisfies readonly ManagerRoute[]

export type ManagerPath = (typeof MANAGER_ROUTES)[number]['path']

const routes: readonly ManagerRoute[] = MANAGER_ROUTES

export const mayOpen = (route: Pick<ManagerRoute, 'roles'>, roles: readonly RoleName[]): boolean =>
  route.roles === '*' || route.roles.some((role) => roles.includes(role))

export function managerRoute(path: ManagerPath): ManagerRoute {
  const route = routes.find((candidate) => candidate.path === path)
  if (!route) throw new RangeError(`No manager route ${path}`)
  return route
}

/** What the side drawer lists: entries of the user's roles whose drawer flag is not false (TEN-06). */
export const drawerRoutes = (roles: readonly RoleName[]): ManagerRoute[] =>
  routes.filter((route) => route.drawer !== false && mayOpen(route, roles))

/** Order in which the phone's bottom bar picks its four destinations: the day's work first. */
const QUICK_ORDER: readonly ManagerPath[] = [
  '',
  'agenda',
  'intervention-technicien',
  'suivi',
  'client',
  'affectation',
  'suivi-client',
  'raf',
  'equipe',
  'rapport',
  'synchronisation',
]
const QUICK_COUNT = 4

/** The phone's four destinations beside « Plus ». */
export const quickRoutes = (roles: readonly RoleName[]): ManagerRoute[] =>
  QUICK_ORDER.map(managerRoute)
    .filter((route) => mayOpen(route, roles))
    .slice(0, QUICK_COUNT)

export const quickTitle = (route: Pick<ManagerRoute, 'quick' | 'title'>): string => route.quick ?? route.title

export const managerHref = (route: Pick<ManagerRoute, 'path'>): string =>
  route.path === '' ? '/manager' : `/manager/${route.path}`

/** Whether the customer holds the device on this page. */
export const isHandedOver = (pathname: string): boolean =>
  routes.some(
    (route) => route.handedOver && new RegExp(`^${managerHref(route).replace(/:\w+/g, '[^/]+')}/?$`).test(pathname),
  )
