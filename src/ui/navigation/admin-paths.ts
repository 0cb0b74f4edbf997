import { part, query } from './paths.ts'

/** Every address of the admin area: `path` as the router declares it, `href` as links write it. */
export const adminPaths = {
  home: { path: '/admin', href: () => '/admin' },
  companies: { path: '/admin/company', href: () => '/admin/company' },
  company: {
    path: '/admin/company/$id',
    href: (id: string, tab?: string) => `/admin/company/${part(id)}${query({ onglet: tab })}`,
  },
  companyEdit: { path: '/admin/company/$id/edit', href: (id: string) => `/admin/company/${part(id)}/edit` },
  /** An entry of a list of the company (SET-03): by its id, or by the list's name for a new one. */
  companyEntry: {
    path: '/admin/company/$id/entree/$entry',
    create: (id: string, list: string) => `/admin/company/${part(id)}/entree/${part(list)}`,
    edit: (id: string, entry: string) => `/admin/company/${part(id)}/entree/${part(entry)}`,
    back: (id: string, list: string) => `/admin/company/${part(id)}${query({ onglet: 'listes', liste: list })}`,
  },
  /** A report form of the company (SET-04): by its id, or `nouveau`. */
  companyForm: {
    path: '/admin/company/$id/formulaire/$form',
    create: (id: string) => `/admin/company/${part(id)}/formulaire/nouveau`,
    edit: (id: string, form: string) => `/admin/company/${part(id)}/formulaire/${part(form)}`,
    back: (id: string) => `/admin/company/${part(id)}${query({ onglet: 'formulaires' })}`,
  },
  /** An article of the company's price list (SET-08). */
  companyArticle: {
    path: '/admin/company/$id/article/$article',
    create: (id: string) => `/admin/company/${part(id)}/article/create`,
    edit: (id: string, article: string) => `/admin/company/${part(id)}/article/${part(article)}`,
  },
  companyCreate: { path: '/admin/company/create', href: () => '/admin/company/create' },
  mailTemplates: { path: '/admin/mailtemplates', href: () => '/admin/mailtemplates' },
  mailTemplate: {
    path: '/admin/mailtemplates/$id',
    /** `company`: the texts of this company that replace the default ones. */
    href: (id: string, company?: string) => `/admin/mailtemplates/${part(id)}${query({ pour: company })}`,
  },
  smtp: { path: '/admin/smtp', href: () => '/admin/smtp' },
  smtpEdit: { path: '/admin/smtp/$id/edit', href: (id: string) => `/admin/smtp/${part(id)}/edit` },
  drive: { path: '/admin/drive', href: () => '/admin/drive' },
  messages: { path: '/admin/messages', href: () => '/admin/messages' },
  retention: { path: '/admin/retention', href: () => '/admin/retention' },
  privacy: { path: '/admin/privacy', href: () => '/admin/privacy' },
  audit: { path: '/admin/audit', href: () => '/admin/audit' },
  devices: { path: '/admin/devices', href: () => '/admin/devices' },
  account: { path: '/admin/compte', href: () => '/admin/compte' },
  tinker: { path: '/admin/tinker', href: () => '/admin/tinker' },
  /** A declared resource: its list, its creation, its card, its form. */
  list: (name: string) => `/admin/${name}`,
  create: (name: string) => `/admin/${name}/create`,
  card: (name: string, id: string) => `/admin/${name}/${part(id)}`,
  edit: (name: string, id: string) => `/admin/${name}/${part(id)}/edit`,
} as const
