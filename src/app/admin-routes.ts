import { type AnyRootRoute, createRoute, redirect } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { adminPaths } from '../ui/navigation/admin-paths.ts'
import { NotFoundScreen } from '../ui/page/not-found-screen.tsx'
import { guardAdmin } from './admin-guards.ts'
import { type Load, lazyScreen } from './lazy-screen.ts'

type Screens = Record<string, ComponentType>

const accounts = {
  roles: () => import('../features/admin/accounts/roles.tsx'),
  users: () => import('../features/admin/accounts/users.tsx'),
  personnels: () => import('../features/admin/accounts/personnels.tsx'),
}
const labels = () => import('../features/admin/content/labels.tsx')
const shortener = () => import('../features/admin/content/shortener.tsx')
const assets = () => import('../features/admin/content/assets.tsx')
const companies = {
  list: () => import('../features/admin/companies/companies-screen.tsx'),
  page: () => import('../features/admin/companies/company-screen.tsx'),
  form: () => import('../features/admin/companies/company-form-screen.tsx'),
  entry: () => import('../features/admin/lists/entry-form-screen.tsx'),
  reportForm: () => import('../features/admin/lists/report-form-screen.tsx'),
  article: () => import('../features/admin/articles/article-form-screen.tsx'),
}

/** The routes of the admin area under `/admin`: its layout, its screens, its declared resources (list, create, edit). */
export function adminRoutes<R extends AnyRootRoute>(root: R) {
  const area = createRoute({
    getParentRoute: () => root,
    path: adminPaths.home.path,
    component: lazyScreen(() => import('./admin-frame/admin-layout.tsx'), 'AdminLayout'),
    notFoundComponent: NotFoundScreen,
  })
  const screen = <M extends Screens>(path: string, load: () => Promise<M>, exported: keyof M & string) =>
    createRoute({
      getParentRoute: () => area,
      path,
      beforeLoad: guardAdmin,
      component: lazyScreen(load as Load<string>, exported),
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
    screen('/', () => import('../features/admin/overview/dashboard-screen.tsx'), 'DashboardScreen'),
    screen('company', companies.list, 'CompaniesScreen'),
    screen('company/create', companies.form, 'CompanyFormScreen'),
    screen('company/$id', companies.page, 'CompanyScreen'),
    screen('company/$id/edit', companies.form, 'CompanyFormScreen'),
    screen('company/$id/entree/$entry', companies.entry, 'EntryFormScreen'),
    screen('company/$id/formulaire/$form', companies.reportForm, 'ReportFormScreen'),
    screen('company/$id/article/create', companies.article, 'ArticleFormScreen'),
    screen('company/$id/article/$article', companies.article, 'ArticleFormScreen'),
    ...resource('roles', accounts.roles, 'Role'),
    screen('roles/$id', accounts.roles, 'RoleCard'),
    ...resource('users', accounts.users, 'User'),
    screen('users/$id', accounts.users, 'UserCard'),
    ...resource('personnels', accounts.personnels, 'Personnel'),
    ...resource('labels', labels, 'Label'),
    ...resource('shortener', shortener, 'ShortLink'),
    ...resource('assetstype', assets, 'AssetType'),
    ...resource('assetsitem', assets, 'AssetItem'),
    ...resource('assetsitemcustom', assets, 'AssetCustom'),
    screen('compte', () => import('./account-screens.tsx'), 'AdminAccountScreen'),
    screen('devices', () => import('../features/admin/overview/devices-screen.tsx'), 'DevicesScreen'),
    screen('messages', () => import('../features/admin/overview/messages-screen.tsx'), 'MessagesScreen'),
    screen('retention', () => import('../features/admin/privacy/retention-screen.tsx'), 'RetentionScreen'),
    screen('privacy', () => import('../features/admin/privacy/privacy-screen.tsx'), 'PrivacyScreen'),
    screen('audit', () => import('../features/admin/overview/audit-screen.tsx'), 'AuditScreen'),
    screen('drive', () => import('../features/admin/content/drive-screen.tsx'), 'DriveScreen'),
    screen('smtp', () => import('../features/admin/mail/smtp-screen.tsx'), 'SmtpScreen'),
    screen('smtp/$id/edit', () => import('../features/admin/mail/smtp-form-screen.tsx'), 'SmtpFormScreen'),
    screen('mailtemplates', () => import('../features/admin/mail/templates-screen.tsx'), 'TemplatesScreen'),
    screen('mailtemplates/$id', () => import('../features/admin/mail/template-screen.tsx'), 'TemplateScreen'),
    formerSecurity,
    screen('tinker', () => import('../features/admin/console/tinker-screen.tsx'), 'TinkerScreen'),
  ])
}
