import { createRootRoute, createRoute, createRouter, type RouterHistory, redirect } from '@tanstack/react-router'
import { whoMay } from '../../schemas/access.ts'
import { OFFICE } from '../../schemas/roles.ts'
import { type ManagerPath, managerRoute } from '../domain/navigation/manager-routes.ts'
import { type PageResource, paths } from '../ui/navigation/paths.ts'
import { NotFoundScreen } from '../ui/page/not-found-screen.tsx'
import { skipAdminLogin } from './admin-guards.ts'
import { adminRoutes } from './admin-routes.ts'
import { ErrorScreen } from './error-screen.tsx'
import { enterRoot, guardManager, guardSpace, skipLogin } from './guards.ts'
import { type Load, lazyScreen } from './lazy-screen.ts'
import { RootFrame } from './root-frame.tsx'

type Guarded = Parameters<typeof guardManager>[0]

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Who may open a screen of the manager area, as its guard says. */
    roles?: Guarded['roles']
  }
}

const root = createRootRoute({ component: RootFrame, notFoundComponent: NotFoundScreen })

const home = createRoute({ getParentRoute: () => root, path: paths.root.path, beforeLoad: enterRoot })

const wantedPage = (search: Record<string, unknown>): { redirect?: string } =>
  typeof search.redirect === 'string' ? { redirect: search.redirect } : {}

const login = createRoute({
  getParentRoute: () => root,
  path: paths.login.path,
  validateSearch: wantedPage,
  beforeLoad: skipLogin,
  component: lazyScreen(() => import('../features/login/login-screen.tsx'), 'LoginScreen'),
})

const loginSpace = createRoute({
  getParentRoute: () => root,
  path: paths.loginSpace.path,
  validateSearch: wantedPage,
  beforeLoad: skipLogin,
  component: lazyScreen(() => import('../features/login/space-login-screen.tsx'), 'SpaceLoginScreen'),
})

const privacy = createRoute({
  getParentRoute: () => root,
  path: paths.privacy.path,
  component: lazyScreen(
    () => import('../features/confidentialite/confidentialite-screen.tsx'),
    'ConfidentialiteScreen',
  ),
})

const publicQuote = createRoute({
  getParentRoute: () => root,
  path: paths.publicQuote.path,
  component: lazyScreen(() => import('../features/space/public-devis-screen.tsx'), 'PublicDevisScreen'),
})

const publicRdv = createRoute({
  getParentRoute: () => root,
  path: paths.publicRdv.path,
  component: lazyScreen(() => import('../features/space/public-rdv-screen.tsx'), 'PublicRdvScreen'),
})

const contactChange = createRoute({
  getParentRoute: () => root,
  path: paths.contactChange.path,
  component: lazyScreen(() => import('../features/space/contact-change-screen.tsx'), 'ContactChangeScreen'),
})

const space = createRoute({
  getParentRoute: () => root,
  path: paths.space.path,
  component: lazyScreen(() => import('../features/space/space-layout.tsx'), 'SpaceLayout'),
  notFoundComponent: NotFoundScreen,
})

/** A screen of the customer space (SPA-01); `path` is under `/space`. */
const spaceScreen = <P extends string, K extends string>(path: P, load: Load<K>, exported: K) =>
  createRoute({ getParentRoute: () => space, path, beforeLoad: guardSpace, component: lazyScreen(load, exported) })

const manager = createRoute({
  getParentRoute: () => root,
  path: paths.manager.path,
  component: lazyScreen(() => import('./shell/manager-layout.tsx'), 'ManagerLayout'),
  notFoundComponent: NotFoundScreen,
})

/** A screen of the manager area; `path` is under `/manager`. */
const managerPage = <P extends string, K extends string>(
  path: P,
  { load, exported, roles = { roles: '*' } }: { load: Load<K>; exported: K; roles?: Guarded },
) =>
  createRoute({
    getParentRoute: () => manager,
    path,
    beforeLoad: guardManager(roles),
    staticData: { roles: roles.roles },
    component: lazyScreen(load, exported),
  })

/** A screen of the product's manager table: its roles and title come from manager-routes.ts. */
const screen = <K extends string>(path: ManagerPath, load: Load<K>, exported: K) =>
  managerPage(path === '' ? '/' : path, { load, exported, roles: managerRoute(path) })

/**
 * Whose form opens: what a person may not save must not be filled in. Planned hours are part of their intervention. Where no role may (colleagues are made
 * on « Comptes du personnel »), the screen itself says so.
 */
const writersOf = (resource: PageResource | 'intervention_planning', action: 'create' | 'update'): Guarded => {
  const [of, act] =
    resource === 'intervention_planning' ? (['intervention', 'update'] as const) : ([resource, action] as const)
  const who = whoMay(act, of)
  return { roles: typeof who === 'object' ? who : '*' }
}

/** The pages of one resource (RES-01): `/{resource}/create`, `/{resource}/{id}`, `/{resource}/{id}/edit`. */
const pages = <R extends PageResource | 'intervention_planning', F extends string, V extends string>(
  resource: R,
  form: [load: Load<F>, exported: F],
  view: [load: Load<V>, exported: V],
) => [
  managerPage(`${resource}/create`, { load: form[0], exported: form[1], roles: writersOf(resource, 'create') }),
  managerPage(`${resource}/$id`, { load: view[0], exported: view[1] }),
  managerPage(`${resource}/$id/edit`, { load: form[0], exported: form[1], roles: writersOf(resource, 'update') }),
]

/** A page of those who set up the company, beside « Paramètres ». */
const listPage = <P extends string, K extends string>(path: P, load: Load<K>, exported: K) =>
  managerPage(path, { load, exported, roles: managerRoute('parametres') })

/** « Mon compte » combines panels of several features. */
const account = createRoute({
  getParentRoute: () => manager,
  path: 'compte',
  beforeLoad: guardManager(managerRoute('compte')),
  component: lazyScreen(() => import('./account-screens.tsx'), 'ManagerAccountScreen'),
})

/** « Sécurité » was a page of its own: bookmarks and messages still lead there. */
const formerSecurity = createRoute({
  getParentRoute: () => manager,
  path: 'securite',
  beforeLoad: () => {
    throw redirect({ href: paths.account.href() })
  },
})

/** `/password/reset` and the link of the mail, for staff and administrators. */
const passwords = [
  createRoute({
    getParentRoute: () => root,
    path: paths.passwordAsk.path,
    component: lazyScreen(() => import('../features/login/password-ask-screen.tsx'), 'PasswordAskScreen'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.passwordReset.path,
    component: lazyScreen(() => import('../features/login/password-reset-screen.tsx'), 'PasswordResetScreen'),
  }),
]

const loginAdmin = createRoute({
  getParentRoute: () => root,
  path: paths.loginAdmin.path,
  validateSearch: wantedPage,
  beforeLoad: skipAdminLogin,
  component: lazyScreen(() => import('../features/login/admin-login-screen.tsx'), 'AdminLoginScreen'),
})

const routeTree = root.addChildren([
  home,
  login,
  loginAdmin,
  ...passwords,
  adminRoutes(root),
  loginSpace,
  publicQuote,
  publicRdv,
  contactChange,
  privacy,
  space.addChildren([
    spaceScreen('/', () => import('../features/space/space-home-screen.tsx'), 'SpaceHomeScreen'),
    spaceScreen('demandes', () => import('../features/space/space-requests-screen.tsx'), 'SpaceRequestsScreen'),
    spaceScreen('moi', () => import('../features/space/space-me-screen.tsx'), 'SpaceMeScreen'),
    spaceScreen('projet/$id', () => import('../features/space/space-project-screen.tsx'), 'SpaceProjectScreen'),
    spaceScreen('devis/$id', () => import('../features/space/space-devis-screen.tsx'), 'SpaceDevisScreen'),
    spaceScreen(
      'devis/$id/variantes',
      () => import('../features/space/space-variants-screen.tsx'),
      'SpaceVariantsScreen',
    ),
    spaceScreen('devis/$id/signer', () => import('../features/space/space-sign-screen.tsx'), 'SpaceSignScreen'),
    spaceScreen('devis/$id/refuser', () => import('../features/space/space-refuse-screen.tsx'), 'SpaceRefuseScreen'),
    spaceScreen('commande/$id', () => import('../features/space/space-order-screen.tsx'), 'SpaceOrderScreen'),
    spaceScreen(
      'commande/$id/retractation',
      () => import('../features/space/space-withdraw-screen.tsx'),
      'SpaceWithdrawScreen',
    ),
    spaceScreen('parrain', () => import('../features/space/space-referral-screen.tsx'), 'SpaceReferralScreen'),
    spaceScreen('apres-vente', () => import('../features/space/space-after-sales-screen.tsx'), 'SpaceAfterSalesScreen'),
    spaceScreen('comptable', () => import('../features/space/space-accounts-screen.tsx'), 'SpaceAccountsScreen'),
  ]),
  manager.addChildren([
    screen('', () => import('../features/dashboard/dashboard-screen.tsx'), 'DashboardScreen'),
    screen('affectation', () => import('../features/affectation/affectation-screen.tsx'), 'AffectationScreen'),
    screen('agenda', () => import('../features/agenda/agenda-screen.tsx'), 'AgendaScreen'),
    screen('carte', () => import('../features/carte/carte-screen.tsx'), 'CarteScreen'),
    screen('suivi-client', () => import('../features/suivi-client/suivi-client-screen.tsx'), 'SuiviClientScreen'),
    screen('contact', () => import('../features/contacts/contact-screen.tsx'), 'ContactScreen'),
    screen('client', () => import('../features/clients/clients-screen.tsx'), 'ClientsScreen'),
    screen(
      'intervention-commercial',
      () => import('../features/suivi-interventions/intervention-commercial-screen.tsx'),
      'InterventionCommercialScreen',
    ),
    screen(
      'intervention-metreur',
      () => import('../features/suivi-interventions/intervention-metreur-screen.tsx'),
      'InterventionMetreurScreen',
    ),
    screen('classement', () => import('../features/classement/classement-screen.tsx'), 'ClassementScreen'),
    screen('devis', () => import('../features/devis/relances-screen.tsx'), 'RelancesScreen'),
    screen('encaissements', () => import('../features/encaissements/encaissements-screen.tsx'), 'EncaissementsScreen'),
    screen('suivi', () => import('../features/suivi/suivi-screen.tsx'), 'SuiviScreen'),
    screen(
      'donnees-personnelles',
      () => import('../features/donnees-personnelles/donnees-personnelles-screen.tsx'),
      'DonneesPersonnellesScreen',
    ),
    screen('parametres', () => import('../features/parametres/parametres-screen.tsx'), 'ParametresScreen'),
    listPage('reglages', () => import('../features/parametres/reglages-screen.tsx'), 'ReglagesScreen'),
    listPage('courrier', () => import('../features/parametres/courrier-screen.tsx'), 'CourrierScreen'),
    listPage('comptes', () => import('../features/parametres/comptes-screen.tsx'), 'ComptesScreen'),
    listPage('comptes/create', () => import('../features/parametres/compte-form-screen.tsx'), 'CompteFormScreen'),
    listPage('comptes/$id/edit', () => import('../features/parametres/compte-form-screen.tsx'), 'CompteFormScreen'),
    listPage('liste/$id', () => import('../features/parametres/liste-screen.tsx'), 'ListeScreen'),
    listPage('liste/$id/create', () => import('../features/parametres/entree-form-screen.tsx'), 'EntreeFormScreen'),
    listPage('formulaire', () => import('../features/parametres/formulaires-screen.tsx'), 'FormulairesScreen'),
    listPage(
      'formulaire/create',
      () => import('../features/parametres/formulaire-form-screen.tsx'),
      'NewFormulaireScreen',
    ),
    listPage(
      'formulaire/$id/edit',
      () => import('../features/parametres/formulaire-form-screen.tsx'),
      'FormulaireFormScreen',
    ),
    listPage('imports', () => import('../features/imports/imports-screen.tsx'), 'ImportsScreen'),
    listPage('import/$id', () => import('../features/imports/import-screen.tsx'), 'ImportScreen'),
    listPage('entree/$id/edit', () => import('../features/parametres/entree-form-screen.tsx'), 'EntreeFormScreen'),
    listPage('objectifs', () => import('../features/objectifs/objectifs-screen.tsx'), 'ObjectifsScreen'),
    listPage('tarifs', () => import('../features/tarifs/tarifs-screen.tsx'), 'TarifsScreen'),
    listPage('tarifs/import', () => import('../features/tarifs/import-screen.tsx'), 'ImportScreen'),
    listPage('article/create', () => import('../features/tarifs/article-form-screen.tsx'), 'ArticleFormScreen'),
    listPage('article/$id/edit', () => import('../features/tarifs/article-form-screen.tsx'), 'ArticleFormScreen'),
    screen('prospection', () => import('../features/prospection/prospection-screen.tsx'), 'ProspectionScreen'),
    screen('demandes', () => import('../features/demandes/demandes-screen.tsx'), 'DemandesScreen'),
    managerPage('demande/$id', {
      load: () => import('../features/demandes/demande-screen.tsx'),
      exported: 'DemandeScreen',
      roles: managerRoute('demandes'),
    }),
    screen('absences', () => import('../features/absences/absences-screen.tsx'), 'AbsencesScreen'),
    screen('raf', () => import('../features/raf/raf-screen.tsx'), 'RafScreen'),
    screen('comptes-rendus', () => import('../features/rapports/reports-screen.tsx'), 'ReportsScreen'),
    screen('rapport', () => import('../features/rapports/rapport-screen.tsx'), 'RapportScreen'),
    screen('relance', () => import('../features/contacts/relance-screen.tsx'), 'RelanceScreen'),
    screen('equipe', () => import('../features/equipe/equipe-screen.tsx'), 'EquipeScreen'),
    account,
    formerSecurity,
    screen('notifications', () => import('../features/notifications/notifications-screen.tsx'), 'NotificationsScreen'),
    screen(
      'synchronisation',
      () => import('../features/synchronisation/synchronisation-screen.tsx'),
      'SynchronisationScreen',
    ),
    ...pages(
      'client',
      [() => import('../features/clients/client-form-screen.tsx'), 'ClientFormScreen'],
      [() => import('../features/clients/client-screen.tsx'), 'ClientScreen'],
    ),
    managerPage('client/$id/fusion', {
      load: () => import('../features/clients/merge-screen.tsx'),
      exported: 'MergeScreen',
      roles: { roles: OFFICE },
    }),
    ...pages(
      'projet',
      [() => import('../features/projets/projet-form-screen.tsx'), 'ProjetFormScreen'],
      [() => import('../features/projets/projet-screen.tsx'), 'ProjetScreen'],
    ),
    ...pages(
      'rdv',
      [() => import('../features/rdv/rdv-form-screen.tsx'), 'RdvFormScreen'],
      [() => import('../features/rdv/rdv-screen.tsx'), 'RdvScreen'],
    ),
    // CAL-09: three taps from the agenda.
    managerPage('rdv/$id/debrief', {
      load: () => import('../features/rdv/debrief-screen.tsx'),
      exported: 'DebriefScreen',
    }),
    ...pages(
      'adresse',
      [() => import('../features/adresses/adresse-form-screen.tsx'), 'AdresseFormScreen'],
      [() => import('../features/adresses/adresse-screen.tsx'), 'AdresseScreen'],
    ),
    ...pages(
      'personnel',
      [() => import('../features/personnels/personnel-form-screen.tsx'), 'PersonnelFormScreen'],
      [() => import('../features/personnels/personnel-screen.tsx'), 'PersonnelScreen'],
    ),
    listPage('personnel/$id/passation', () => import('../features/passation/passation-screen.tsx'), 'PassationScreen'),
    ...pages(
      'devis',
      [() => import('../features/devis/devis-form-screen.tsx'), 'DevisFormScreen'],
      [() => import('../features/devis/devis-screen.tsx'), 'DevisScreen'],
    ),
    ...pages(
      'intervention',
      [() => import('../features/interventions/intervention-form-screen.tsx'), 'InterventionFormScreen'],
      [() => import('../features/interventions/intervention-screen.tsx'), 'InterventionScreen'],
    ),
    ...pages(
      'absence',
      [() => import('../features/absences/absence-form-screen.tsx'), 'AbsenceFormScreen'],
      [() => import('../features/absences/absence-screen.tsx'), 'AbsenceScreen'],
    ),
    ...pages(
      'intervention_planning',
      [() => import('../features/interventions/planning-form-screen.tsx'), 'PlanningFormScreen'],
      [() => import('../features/interventions/planning-screen.tsx'), 'PlanningScreen'],
    ),
    managerPage('role/$id', { load: () => import('../features/roles/role-screen.tsx'), exported: 'RoleScreen' }),
    managerPage('entreprise/$id', {
      load: () => import('../features/entreprises/entreprise-screen.tsx'),
      exported: 'EntrepriseScreen',
    }),
    screen(
      'intervention-technicien',
      () => import('../features/interventions/my-interventions-screen.tsx'),
      'MyInterventionsScreen',
    ),
    managerPage('devis/$id/apercu', {
      load: () => import('../features/devis/preview-screen.tsx'),
      exported: 'PreviewScreen',
      roles: managerRoute('devis/:id/apercu'),
    }),
    managerPage('intervention/$id/sign', {
      load: () => import('../features/interventions/sign-screen.tsx'),
      exported: 'SignScreen',
      roles: managerRoute('intervention/:id/sign'),
    }),
  ]),
])

/** A router over the browser's history, or over the one given (tests). */
export const createAppRouter = (history?: RouterHistory) =>
  createRouter({
    routeTree,
    ...(history ? { history } : {}),
    // The 404 page is the root's for a path that matches no screen: the manager layout, which needs a session, does not render.
    notFoundMode: 'root',
    defaultErrorComponent: ErrorScreen,
    defaultOnCatch: (error) => console.error(error),
    defaultPreload: 'intent',
    scrollRestoration: true,
  })

export const router = createAppRouter()

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
