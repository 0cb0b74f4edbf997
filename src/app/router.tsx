import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router'
import { adminRoutes } from '../features/admin/admin-routes.ts'
import { skipAdminLogin } from './admin-guards.ts'
import { ErrorScreen } from './error-screen.tsx'
import { enterRoot, guardManager, guardSpace, skipLogin } from './guards.ts'
import { type ManagerPath, managerRoute } from './manager-routes.ts'
import { NotFoundScreen } from './not-found-screen.tsx'
import { type PageResource, paths } from './paths.ts'
import { RootFrame } from './root-frame.tsx'
import { hasScreen, lazyScreen } from './screens.ts'

const root = createRootRoute({ component: RootFrame, notFoundComponent: NotFoundScreen })

const home = createRoute({ getParentRoute: () => root, path: paths.root.path, beforeLoad: enterRoot })

const wantedPage = (search: Record<string, unknown>): { redirect?: string } =>
  typeof search.redirect === 'string' ? { redirect: search.redirect } : {}

const login = createRoute({
  getParentRoute: () => root,
  path: paths.login.path,
  validateSearch: wantedPage,
  beforeLoad: skipLogin,
  component: lazyScreen('login/login-screen', 'LoginScreen'),
})

const loginSpace = createRoute({
  getParentRoute: () => root,
  path: paths.loginSpace.path,
  validateSearch: wantedPage,
  beforeLoad: skipLogin,
  component: lazyScreen('login/space-login-screen', 'SpaceLoginScreen'),
})

const privacy = createRoute({
  getParentRoute: () => root,
  path: paths.privacy.path,
  component: lazyScreen('confidentialite/confidentialite-screen', 'ConfidentialiteScreen'),
})

const publicQuote = createRoute({
  getParentRoute: () => root,
  path: paths.publicQuote.path,
  component: lazyScreen('space/public-quote-screen', 'PublicQuoteScreen'),
})

const contactChange = createRoute({
  getParentRoute: () => root,
  path: paths.contactChange.path,
  component: lazyScreen('space/contact-change-screen', 'ContactChangeScreen'),
})

const space = createRoute({
  getParentRoute: () => root,
  path: paths.space.path,
  component: lazyRouteComponent(() => import('../features/space/space-layout.tsx'), 'SpaceLayout'),
  notFoundComponent: NotFoundScreen,
})

/** A screen of the customer space (SPA-01); `path` is under `/space`. */
const spaceScreen = (path: string, file: string, exported: string) =>
  createRoute({
    getParentRoute: () => space,
    path,
    beforeLoad: guardSpace,
    component: lazyScreen(`space/space-${file}-screen`, exported),
  })

const manager = createRoute({
  getParentRoute: () => root,
  path: paths.manager.path,
  component: lazyRouteComponent(() => import('./manager-layout.tsx'), 'ManagerLayout'),
  notFoundComponent: NotFoundScreen,
})

/** A screen of the product's manager table: its roles and title come from manager-routes.ts. */
const screen = (path: ManagerPath, file: string, exported: string) =>
  hasScreen(file)
    ? [
        createRoute({
          getParentRoute: () => manager,
          path: path === '' ? '/' : path,
          beforeLoad: guardManager(managerRoute(path)),
          component: lazyScreen(file, exported),
        }),
      ]
    : []

/** The pages of one resource (RES-01): `/{resource}/create`, `/{resource}/{id}`, `/{resource}/{id}/edit`. */
const pages = (resource: PageResource | 'intervention_planning', feature: string, name: string) => {
  const page = (path: string, file: string, exported: string) =>
    hasScreen(`${feature}/${file}`)
      ? [
          createRoute({
            getParentRoute: () => manager,
            path: `${resource}/${path}`,
            beforeLoad: guardManager({ roles: '*' }),
            component: lazyScreen(`${feature}/${file}`, exported),
          }),
        ]
      : []
  const view = name.toLowerCase()
  return [
    ...page('create', `${view}-form-screen`, `${name}FormScreen`),
    ...page('$id', `${view}-screen`, `${name}Screen`),
    ...page('$id/edit', `${view}-form-screen`, `${name}FormScreen`),
  ]
}

/** A resource that staff only read (RES-01): its view, no form. */
const readOnly = (resource: 'role' | 'entreprise', feature: string, exported: string) =>
  createRoute({
    getParentRoute: () => manager,
    path: `${resource}/$id`,
    beforeLoad: guardManager({ roles: '*' }),
    component: lazyScreen(`${feature}/${resource}-screen`, exported),
  })

/** The debrief of an appointment (CAL-09), three taps from the agenda. */
const debrief = hasScreen('rdv/debrief-screen')
  ? [
      createRoute({
        getParentRoute: () => manager,
        path: 'rdv/$id/debrief',
        beforeLoad: guardManager({ roles: '*' }),
        component: lazyScreen('rdv/debrief-screen', 'DebriefScreen'),
      }),
    ]
  : []

/** The PV signing page (MGR-18). */
const signPv = hasScreen('interventions/sign-screen')
  ? [
      createRoute({
        getParentRoute: () => manager,
        path: 'intervention/$id/sign',
        beforeLoad: guardManager(managerRoute('intervention/:id/sign')),
        component: lazyScreen('interventions/sign-screen', 'SignScreen'),
      }),
    ]
  : []

/** « Mon compte » combines panels of several features. */
const account = createRoute({
  getParentRoute: () => manager,
  path: 'compte',
  beforeLoad: guardManager(managerRoute('compte')),
  component: lazyRouteComponent(() => import('./account-screens.tsx'), 'ManagerAccountScreen'),
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
    component: lazyScreen('login/password-ask-screen', 'PasswordAskScreen'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.passwordReset.path,
    component: lazyScreen('login/password-reset-screen', 'PasswordResetScreen'),
  }),
]

const loginAdmin = createRoute({
  getParentRoute: () => root,
  path: paths.loginAdmin.path,
  validateSearch: wantedPage,
  beforeLoad: skipAdminLogin,
  component: lazyScreen('login/admin-login-screen', 'AdminLoginScreen'),
})

const routeTree = root.addChildren([
  home,
  login,
  loginAdmin,
  ...passwords,
  adminRoutes(root),
  loginSpace,
  publicQuote,
  contactChange,
  privacy,
  space.addChildren([
    spaceScreen('/', 'home', 'SpaceHomeScreen'),
    spaceScreen('moi', 'me', 'SpaceMeScreen'),
    spaceScreen('projet/$id', 'project', 'SpaceProjectScreen'),
    spaceScreen('devis/$id', 'quote', 'SpaceQuoteScreen'),
    spaceScreen('devis/$id/signer', 'sign', 'SpaceSignScreen'),
    spaceScreen('devis/$id/refuser', 'refuse', 'SpaceRefuseScreen'),
    spaceScreen('commande/$id', 'order', 'SpaceOrderScreen'),
    spaceScreen('commande/$id/retractation', 'withdraw', 'SpaceWithdrawScreen'),
    spaceScreen('parrain', 'referral', 'SpaceReferralScreen'),
    spaceScreen('apres-vente', 'after-sales', 'SpaceAfterSalesScreen'),
    spaceScreen('comptable', 'accounts', 'SpaceAccountsScreen'),
  ]),
  manager.addChildren([
    ...screen('', 'dashboard/dashboard-screen', 'DashboardScreen'),
    ...screen('affectation', 'affectation/affectation-screen', 'AffectationScreen'),
    ...screen('agenda', 'agenda/agenda-screen', 'AgendaScreen'),
    ...screen('carte', 'carte/carte-screen', 'CarteScreen'),
    ...screen('suivi-client', 'suivi-client/suivi-client-screen', 'SuiviClientScreen'),
    ...screen('contact', 'contacts/contact-screen', 'ContactScreen'),
    ...screen('client', 'clients/clients-screen', 'ClientsScreen'),
    ...screen(
      'intervention-commercial',
      'suivi-interventions/intervention-commercial-screen',
      'InterventionCommercialScreen',
    ),
    ...screen('intervention-metreur', 'suivi-interventions/intervention-metreur-screen', 'InterventionMetreurScreen'),
    ...screen('classement', 'classement/classement-screen', 'ClassementScreen'),
    ...screen('devis', 'devis/relances-screen', 'RelancesScreen'),
    ...screen('suivi', 'suivi/suivi-screen', 'SuiviScreen'),
    ...screen('donnees-personnelles', 'donnees-personnelles/donnees-personnelles-screen', 'DonneesPersonnellesScreen'),
    ...screen('prospection', 'prospection/prospection-screen', 'ProspectionScreen'),
    ...screen('raf', 'raf/raf-screen', 'RafScreen'),
    ...screen('rapport', 'rapports/rapport-screen', 'RapportScreen'),
    ...screen('relance', 'contacts/relance-screen', 'RelanceScreen'),
    ...screen('equipe', 'equipe/equipe-screen', 'EquipeScreen'),
    account,
    formerSecurity,
    ...screen('synchronisation', 'synchronisation/synchronisation-screen', 'SynchronisationScreen'),
    ...pages('client', 'clients', 'Client'),
    ...pages('projet', 'projets', 'Projet'),
    ...pages('rdv', 'rdv', 'Rdv'),
    ...debrief,
    ...pages('adresse', 'adresses', 'Adresse'),
    ...pages('personnel', 'personnels', 'Personnel'),
    ...pages('devis', 'devis', 'Devis'),
    ...pages('intervention', 'interventions', 'Intervention'),
    ...pages('intervention_planning', 'interventions', 'Planning'),
    readOnly('role', 'roles', 'RoleScreen'),
    readOnly('entreprise', 'entreprises', 'EntrepriseScreen'),
    ...screen('intervention-technicien', 'interventions/my-works-screen', 'MyWorksScreen'),
    ...signPv,
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
