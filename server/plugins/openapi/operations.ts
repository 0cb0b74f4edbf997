import type { FastifySchema } from 'fastify'
import Type, { type TSchema } from 'typebox'
import { holdersOf, type ServiceRight, whoMay } from '../../../schemas/access.ts'
import { ROLE_NAMES } from '../../../schemas/entities/personnel.ts'
import { ERROR_STATUS } from '../../../schemas/errors.ts'
import { HEADER } from '../../../schemas/protocol.ts'
import type { Access, Policy } from '../../actor.ts'

export interface Operation {
  method: string | string[]
  url: string
  schema?: FastifySchema & Record<string, unknown>
  config?: { access?: Access; policy?: Policy; right?: ServiceRight }
}

/** First segment of the path under /api (two for the administrators' lists) → French name of its group. */
const TAG_OF: Readonly<Record<string, string>> = {
  login: 'Connexion',
  logout: 'Connexion',
  lolapp: 'Connexion',
  auth: 'Connexion',
  password: 'Connexion',
  adresse: 'Adresses',
  clients: 'Clients',
  personnels: 'Personnels',
  passations: 'Personnels',
  fusions: 'Clients',
  projets: 'Projets',
  articles: 'Tarifs',
  devis: 'Devis',
  devis_consultation: 'Devis',
  interventions: 'Interventions',
  intervention: 'Interventions',
  intervention_feedback: 'Interventions',
  rdvs: 'Rendez-vous',
  'natures-rdv': 'Rendez-vous',
  ics: 'Rendez-vous',
  report: 'Rapports',
  datacache: 'Références',
  imports: 'Import',
  company: 'Références',
  entreprise: 'Entreprise',
  exports: 'Références',
  demandes: 'Clients',
  conflits: 'Synchronisation',
  notifications: 'Notifications',
  filtres: 'Filtres enregistrés',
  objectifs: 'Personnel',
  absences: 'Rendez-vous',
  sync: 'Synchronisation',
  devices: 'Synchronisation',
  drive: 'Fichiers',
  files: 'Fichiers',
  equipe: 'Équipe et carte',
  arround: 'Équipe et carte',
  geocodage: 'Équipe et carte',
  cartes: 'Équipe et carte',
  ranking: 'Classement',
  fintecture: 'Paiements',
  invoice: 'Paiements',
  paiements: 'Paiements',
  sms: 'Messages',
  push: 'Messages',
  space: 'Espace client',
  webhook: 'Site web',
  shortener: 'Liens courts',
  lola: 'Serveur historique',
  admin: 'Administration',
  tinker: 'Administration',
  demo: 'Démonstration',
  health: 'Service',
}
const OTHER = 'Autres'
export const TAGS: readonly string[] = [...new Set(Object.values(TAG_OF)), OTHER]

const tagOf = (url: string): string => {
  const [root, first = ''] = url.split('/').filter(Boolean)
  return TAG_OF[(root === 'api' ? first : root) ?? ''] ?? OTHER
}

/** The body of every error (schemas/errors.ts). */
export const ERROR_SCHEMA: TSchema = Type.Object(
  {
    code: Type.Enum(Object.keys(ERROR_STATUS)),
    message: Type.String({ description: 'En français ; peut être montré' }),
    errors: Type.Optional(
      Type.Unsafe<Record<string, string[]>>({
        type: 'object',
        additionalProperties: { type: 'array', items: { type: 'string' } },
        description: 'Messages par champ (422)',
      }),
    ),
    details: Type.Optional(Type.Unknown({ description: 'Pour les programmes' })),
  },
  { title: 'Erreur' },
)

const KINDS = { personnel: 'personnel', client: 'client', admin: 'administrateur' } as const

/** Roles that pass, by the route's own list and by its line of the table of rights; null: any role. */
function rolesOf(access: Access, policy?: Policy, right?: ServiceRight): readonly string[] | null {
  const lists = [access === 'public' ? undefined : access.roles, byPolicy(policy), byRight(right)].filter(
    (list) => list !== undefined,
  )
  return lists.length === 0 ? null : ROLE_NAMES.filter((role) => lists.every((list) => list.includes(role)))
}

const byRight = (right: ServiceRight | undefined): readonly string[] | undefined => {
  const who = right && holdersOf(right)
  return who === 'any' ? undefined : who === 'nobody' ? [] : who
}

function byPolicy(policy: Policy | undefined): readonly string[] | undefined {
  const who = policy && policy.action !== 'read' ? (whoMay(policy.action, policy.resource) ?? 'nobody') : 'any'
  return who === 'any' ? undefined : who === 'nobody' ? [] : who
}

/** Who may call, in words. */
export function whoMayCall(access: Access, policy?: Policy, right?: ServiceRight): string {
  if (access === 'public') return 'Sans session.'
  const roles = rolesOf(access, policy, right)
  const staff =
    roles === null || roles.length === ROLE_NAMES.length
      ? 'tout rôle'
      : roles.length === 0
        ? 'aucun rôle'
        : `rôles ${roles.join(', ')}`
  const kinds = access.kinds.map((kind) => (kind === 'personnel' ? `${KINDS[kind]} (${staff})` : KINDS[kind]))
  return `Accès : ${kinds.join(', ')}${access.limited ? ', lien public d’un devis' : ''}.`
}

const header = (description: string, more: Record<string, unknown> = {}): TSchema =>
  Type.Optional(Type.String({ description, ...more }))

function headersOf(methods: readonly string[]): TSchema {
  const writes = methods.some((method) => method !== 'GET')
  const edits = methods.some((method) => method === 'PUT' || method === 'DELETE')
  return Type.Object({
    [HEADER.company]: header('Entreprise : identifiant ou premier label de son adresse. Sans elle, l’adresse décide.', {
      maxLength: 64,
    }),
    ...(writes ? { [HEADER.mutation]: header('Même clé, même réponse', { pattern: '^[\\w.:-]{1,64}$' }) } : {}),
    ...(edits ? { [HEADER.seen]: header('VERSION que l’appelant connaît, comme ETag : "3"') } : {}),
  })
}

const MEANING: Readonly<Record<number, string>> = {
  400: 'Requête mal formée',
  401: 'Connexion nécessaire ou expirée',
  403: 'Action interdite à ce compte',
  404: 'Introuvable, ou à quelqu’un d’autre',
  409: 'L’enregistrement a changé entre-temps',
  410: 'Point de reprise périmé : tout reprendre',
  413: 'Envoi trop volumineux',
  415: 'Type de contenu refusé',
  422: 'Valeurs refusées, messages par champ',
  429: 'Trop de requêtes',
  500: 'Erreur interne',
  503: 'Base indisponible',
}

function errorsOf({ schema = {}, config }: Operation, methods: readonly string[]): Record<string, TSchema> {
  const has = (...methodsAsked: string[]): boolean => methods.some((method) => methodsAsked.includes(method))
  const writes = has('POST', 'PUT', 'PATCH', 'DELETE')
  const statuses = [
    400,
    ...(config?.access === 'public' ? [] : [401, 403]),
    404,
    ...(writes ? [409] : []),
    ...(schema.querystring && !writes ? [410] : []),
    ...(writes ? [413, 415] : []),
    422,
    429,
    500,
    503,
  ]
  return Object.fromEntries(
    statuses.map((status) => [status, { ...ERROR_SCHEMA, 'x-response-description': MEANING[status] }]),
  )
}

const DESCRIBED = 'x-response-description'

function answersOf(declared: Record<string, TSchema> | undefined): Record<string, TSchema> {
  const entries = Object.entries(declared ?? {}).map(([status, schema]) => {
    const text = 'type' in schema && schema.type === 'null' ? 'Rien à dire de plus' : 'Réponse'
    return [status, DESCRIBED in schema || 'description' in schema ? schema : { ...schema, [DESCRIBED]: text }]
  })
  return Object.fromEntries(entries) as Record<string, TSchema>
}

const operationId = (method: string, url: string): string =>
  method.toLowerCase() +
  url
    .replace(/^\/(?!api\/)/, '/web/')
    .replace(/^\/api/, '')
    .replaceAll(':', 'by/')
    .replaceAll('*', 'any')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')

/** The schema of a route as the document shows it: its own, with who may call it, its headers and its errors. */
export function operationSchema(operation: Operation): FastifySchema & Record<string, unknown> {
  const { url, schema = {}, config } = operation
  const methods = [operation.method].flat()
  const access = config?.access
  if (schema.hide || !access || url.endsWith('*') || methods.includes('HEAD')) return { ...schema, hide: true }
  const who = whoMayCall(access, config?.policy, config?.right)
  const own = typeof schema.description === 'string' ? `\n\n${schema.description}` : ''
  return {
    operationId: operationId(methods[0] ?? '', url),
    tags: [tagOf(url)],
    ...schema,
    description: `${who}${own}`,
    security: access === 'public' ? [] : [{ bearer: [] }],
    ...(schema.headers ? {} : { headers: headersOf(methods) }),
    response: { ...errorsOf(operation, methods), ...answersOf(schema.response as Record<string, TSchema>) },
  }
}
