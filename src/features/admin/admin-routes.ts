import { type AnyRootRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { guardAdmin } from '../../app/admin-guards.ts'
import { adminPaths } from '../../app/admin-paths.ts'
import { NotFoundScreen } from '../../app/not-found-screen.tsx'

type Screens = Record<string, ComponentType>

const accounts = {
  roles: () => import('./accounts/roles.tsx'),
  users: () => import('./accounts/users.tsx'),
  personnels: () => import('./accounts/personnels.tsx'),
}
const labels = () => import('./content/labels.tsx')
const shortener = () => import('./content/shortener.tsx')
const assets = () => import('./content/assets.tsx')
const companies = {
  list: () => import('./companies/companies-screen.tsx'),
  page: () => import('./companies/company-screen.tsx'),
  form: () => import('./companies/company-form-screen.tsx'),
}

/** The routes of the admin area under `/admin`: its layout, its screens, its declared resources (list, create, edit). */
export function adminRoutes<R extends AnyRootRoute>(root: R) {
  const area = createRoute({
    getParentRoute: () => root,
    path: adminPaths.home.path,
    component: lazyRouteComponent(() => import('./layout/admin-layout.tsx'), 'AdminLayout'),
    notFoundComponent: NotFoundScreen,
  })
  const screen = <M extends Screens>(path: string, load: () => Promise<M>, exported: keyof M & string) =>
    createRoute({
      getParentRoute: () => area,
      path,
      beforeLoad: guardAdmin,
      component: lazyRouteComponent(load as () => Promise<Screens>, exported),
    })
  /** `/admin/{name}`, `/create`, `/{id}/edit`. */
  const resource = <M extends Screens>(name: string, load: () => Promise<M>, exported: string) => [
    screen(name, load, `${exported}List`),
    screen(`${name}/create`, load, `${exported}Form`),
    screen(`${name}/$id/edit`, load, `${exported}Form`),
  ]

  /** As in the staff's area: it stands on « Mon compte » now. */
  const formerSecurity = createRoute({
    getParentRoute: () => area,
    path: 'securite',
    beforeLoad: () => {
      throw redirect({ href: adminPaths.account.href() })
    },
  })

  return area.addChildren([
    screen('/', () => import('./overview/dashboard-screen.tsx'), 'DashboardScreen'),
    screen('company', companies.list, 'CompaniesScreen'),
    screen('company/create', companies.form, 'CompanyFormScreen'),
    screen('company/$id', companies.page, 'CompanyScreen'),
    screen('company/$id/edit', companies.form, 'CompanyFormScreen'),
    ...resource('roles', accounts.roles, 'Role'),
    ...resource('users', accounts.users, 'User'),
    ...resource('personnels', accounts.personnels, 'Personnel'),
    ...resource('labels', labels, 'Label'),
    ...resource('shortener', shortener, 'ShortLink'),
    ...resource('assetstype', assets, 'AssetType'),
    ...resource('assetsitem', assets, 'AssetItem'),
    ...resource('assetsitemcustom', assets, 'AssetCustom'),
    screen('compte', () => import('../../app/account-screens.tsx'), 'AdminAccountScreen'),
    screen('devices', () => import('./overview/devices-screen.tsx'), 'DevicesScreen'),
    screen('messages', () => import('./overview/messages-screen.tsx'), 'MessagesScreen'),
    screen('retention', () => import('./privacy/retention-screen.tsx'), 'RetentionScreen'),
    screen('privacy', () => import('./privacy/privacy-screen.tsx'), 'PrivacyScreen'),
    screen('audit', () => import('./overview/audit-screen.tsx'), 'AuditScreen'),
    screen('drive', () => import('./content/drive-screen.tsx'), 'DriveScreen'),
    screen('smtp', () => import('./mail/smtp-screen.tsx'), 'SmtpScreen'),
    screen('smtp/$id/edit', () => import('./mail/smtp-form-screen.tsx'), 'SmtpFormScreen'),
    screen('mailtemplates', () => import('./mail/templates-screen.tsx'), 'TemplatesScreen'),
    screen('mailtemplates/$id', () => import('./mail/template-screen.tsx'), 'TemplateScreen'),
    formerSecurity,
    screen('tinker', () => import('./console/tinker-screen.tsx'), 'TinkerScreen'),
  ])
}
