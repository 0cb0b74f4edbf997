import type { ResourceName } from '../../../schemas/resources.ts'

/** Resources with view, create and edit pages in the manager area. */
export const PAGE_RESOURCES = [
  'client',
  'projet',
  'rdv',
  'adresse',
  'personnel',
  'devis',
  'intervention',
  'absence',
] as const
export type PageResource = (typeof PAGE_RESOURCES)[number] & ResourceName

/** `?a=1`, of the values that are given; '' without any. */
export const query = (values: Record<string, string | undefined>): string => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) if (value !== undefined) search.set(name, value)
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}

/** One segment of an address. */
export const part = (text: string): string => encodeURIComponent(text)

/** A point of the map to look around; 1 km without a radius. */
interface AroundPoint {
  centre: { LATITUDE: number; LONGITUDE: number }
  radiusKm?: number
}

const aroundQuery = ({ centre, radiusKm }: AroundPoint): string =>
  query({
    autour: `${centre.LATITUDE},${centre.LONGITUDE}`,
    rayon: radiusKm === undefined ? undefined : String(radiusKm),
  })

/** Every address of the app: `path` as the router declares it, `href` as links write it. */
export const paths = {
  root: { path: '/', href: () => '/' },
  login: {
    path: '/login/manager',
    href: (redirect?: string) => `/login/manager${query({ redirect })}`,
  },
  loginSpace: {
    path: '/login/space',
    href: (redirect?: string) => `/login/space${query({ redirect })}`,
  },
  loginAdmin: { path: '/login/admin', href: (redirect?: string) => `/login/admin${query({ redirect })}` },
  passwordAsk: { path: '/password/reset', href: () => '/password/reset' },
  passwordReset: { path: '/password/reset/$token' },
  /** A quote by its public link; the token is written after `#`, so the browser never sends it in an address. */
  publicQuote: { path: '/devis/public' },
  /** An appointment by the link of a message; the token as above. */
  publicRdv: { path: '/rdv/public' },
  /** Where the owner of an old number or address answers for a change of contact; the token as above. */
  contactChange: { path: '/coordonnees' },
  space: { path: '/space', href: () => '/space' },
  spaceMe: { href: () => '/space/moi' },
  spaceProject: {
    href: (id: string) => `/space/projet/${part(id)}`,
  },
  spaceQuote: {
    href: (id: string) => `/space/devis/${part(id)}`,
    sign: (id: string) => `/space/devis/${part(id)}/signer`,
    refuse: (id: string) => `/space/devis/${part(id)}/refuser`,
    variants: (id: string) => `/space/devis/${part(id)}/variantes`,
  },
  spaceOrder: {
    href: (id: string) => `/space/commande/${part(id)}`,
    withdraw: (id: string) => `/space/commande/${part(id)}/retractation`,
  },
  spaceReferral: { href: () => '/space/parrain' },
  spaceAfterSales: { href: () => '/space/apres-vente' },
  spaceRequests: { href: () => '/space/demandes' },
  spaceAccounts: { href: () => '/space/comptable' },
  privacy: { path: '/confidentialite', href: () => '/confidentialite' },
  manager: { path: '/manager', href: () => '/manager' },
  /** Absences and meetings, by month. */
  absences: { path: '/manager/absences', href: () => '/manager/absences' },
  agenda: { path: '/manager/agenda', href: (date?: string) => `/manager/agenda${query({ date })}` },
  raf: { path: '/manager/raf', href: () => '/manager/raf' },
  rapport: {
    path: '/manager/rapport',
    /** `idRdv` or `idProjet`: what the report is about. */
    href: (about: { idRdv?: string; idProjet?: string } = {}) => `/manager/rapport${query(about)}`,
    /** One filled report. */
    view: (soumission: string) => `/manager/rapport${query({ soumission })}`,
    correct: (soumission: string) => `/manager/rapport${query({ soumission, corriger: '1' })}`,
    /** All past reports, or those of a project. */
    list: (projet?: string) => `/manager/comptes-rendus${query({ projet })}`,
  },
  debrief: {
    path: '/manager/rdv/$id/debrief',
    href: (idRdv: string) => `/manager/rdv/${part(idRdv)}/debrief`,
  },
  carte: { path: '/manager/carte', href: (around: AroundPoint) => `/manager/carte${aroundQuery(around)}` },
  prospection: {
    path: '/manager/prospection',
    href: (around: AroundPoint) => `/manager/prospection${aroundQuery(around)}`,
  },
  /** What customers sent from their space, and one of them. */
  demandes: {
    path: '/manager/demandes',
    href: () => '/manager/demandes',
    one: (id: string) => `/manager/demande/${part(id)}`,
  },
  /** A quote, or all of its variants, as the customer reads them on the seller's device. */
  quotePreview: {
    path: '/manager/devis/$id/apercu',
    href: (id: string) => `/manager/devis/${part(id)}/apercu`,
  },
  works: { path: '/manager/intervention-technicien', href: () => '/manager/intervention-technicien' },
  signPv: {
    path: '/manager/intervention/$id/sign',
    /** `levee`: the second PV, which lifts reserves. */
    href: (id: string, { levee = false }: { levee?: boolean } = {}) =>
      `/manager/intervention/${part(id)}/sign${query({ levee: levee ? '1' : undefined })}`,
  },
  /** One person's hours on an intervention, by the id of the entry. */
  planning: {
    path: '/manager/intervention_planning/$id',
    href: (id: string) => `/manager/intervention_planning/${part(id)}`,
  },
  /** The company's look, legal mentions and security. */
  reglages: { path: '/manager/reglages', href: () => '/manager/reglages' },
  /** The server that sends the company's mails. */
  courrier: { path: '/manager/courrier', href: () => '/manager/courrier' },
  /** Accounts of the staff, which directors set up. */
  comptes: {
    path: '/manager/comptes',
    href: () => '/manager/comptes',
    create: () => '/manager/comptes/create',
    edit: (id: string) => `/manager/comptes/${part(id)}/edit`,
  },
  objectifs: {
    path: '/manager/objectifs',
    href: (values: { personne?: string; annee?: string } = {}) => `/manager/objectifs${query(values)}`,
  },
  parametres: { path: '/manager/parametres', href: () => '/manager/parametres' },
  /** A list of the company by its name (NATURE_RDV), and the form of an entry. */
  liste: {
    path: '/manager/liste/$id',
    href: (list: string) => `/manager/liste/${part(list)}`,
    create: (list: string) => `/manager/liste/${part(list)}/create`,
    edit: (entry: string) => `/manager/entree/${part(entry)}/edit`,
  },
  /** The report forms that directors build. */
  formulaire: {
    href: () => '/manager/formulaire',
    create: () => '/manager/formulaire/create',
    edit: (id: string) => `/manager/formulaire/${part(id)}/edit`,
  },
  /** Files that are imported, and one of them. */
  imports: {
    path: '/manager/imports',
    href: () => '/manager/imports',
    one: (id: string) => `/manager/import/${part(id)}`,
  },
  /** The price list, its import, and the form of an article. */
  tarifs: {
    path: '/manager/tarifs',
    href: () => '/manager/tarifs',
    import: () => '/manager/tarifs/import',
    create: () => '/manager/article/create',
    edit: (article: string) => `/manager/article/${part(article)}/edit`,
  },
  /** What a member of the staff who leaves held goes to colleagues. */
  passation: {
    path: '/manager/personnel/$id/passation',
    href: (id: string) => `/manager/personnel/${part(id)}/passation`,
  },
  /** Two records of one client become one; `other` goes. */
  fusion: {
    path: '/manager/client/$id/fusion',
    href: (id: string, other?: string) =>
      `/manager/client/${part(id)}/fusion${other === undefined ? '' : `?avec=${part(other)}`}`,
  },
  account: { path: '/manager/compte', href: () => '/manager/compte' },
  notifications: { path: '/manager/notifications', href: () => '/manager/notifications' },
  synchronisation: { path: '/manager/synchronisation', href: () => '/manager/synchronisation' },
  /** Written by administrators, read by the staff. */
  role: { path: '/manager/role/$id', href: (name: string) => `/manager/role/${part(name)}` },
  entreprise: {
    path: '/manager/entreprise/$id',
    href: (id: string) => `/manager/entreprise/${part(id)}`,
  },
  /** `/manager/{resource}/{id}`, `/create`, `/{id}/edit` (RES-01). */
  resource: {
    /** `from` says whose address it is, e.g. `{ IDPROJET: id }`: its form may then give that record another one. */
    view: (resource: PageResource, id: string, from: Record<string, string> = {}) =>
      `/manager/${resource}/${part(id)}${query(from)}`,
    edit: (resource: PageResource, id: string, from: Record<string, string> = {}) =>
      `/manager/${resource}/${part(id)}/edit${query(from)}`,
    /** `from` prefills the form, e.g. `{ IDCLIENT: id }` for a project of that client. */
    create: (resource: PageResource, from: Record<string, string> = {}) => `/manager/${resource}/create${query(from)}`,
  },
} as const
