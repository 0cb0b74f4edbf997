import { holdersOf, POLICIES, SERVICES, type ServiceRight, whoMay } from '../../schemas/access.ts'
import { commandOf, commandsOf } from '../../schemas/commands.ts'
import { ROLE_NAMES, type RoleName } from '../../schemas/entities/personnel.ts'
import type { Entity } from '../../schemas/entity.ts'
import { ACTIONS, type Action } from '../../schemas/protocol.ts'
import { entityOf, type ResourceName, type SyncedResource } from '../../schemas/resources.ts'
import type { Who } from '../../schemas/roles.ts'
import type { DeclaredRoute } from '../plugins/declared-routes.ts'

/** The kinds of callers that are no staff, as columns. */
const OTHERS = ['sans session', 'client', 'lien public', 'administrateur'] as const
type Column = RoleName | (typeof OTHERS)[number]
const COLUMNS: readonly Column[] = [...OTHERS.slice(0, 1), ...ROLE_NAMES, ...OTHERS.slice(1)]

const yes = '✓'
const no = '·'

const holds = (who: Who | undefined, role: RoleName): boolean =>
  who === 'any' || (who !== undefined && who !== 'nobody' && who.includes(role))

/** Whether the gate lets this column's callers through to the route (which then checks the record). */
export function admits({ access, policy, right }: DeclaredRoute, column: Column): boolean {
  if (access === 'public') return true
  if (column === 'sans session') return false
  if (column === 'client') return access.kinds.includes('client')
  if (column === 'lien public') return access.kinds.includes('client') && access.limited === true
  if (column === 'administrateur') return access.kinds.includes('admin')
  if (!access.kinds.includes('personnel')) return false
  if (access.roles && !access.roles.includes(column)) return false
  if (right && !holds(holdersOf(right), column)) return false
  if (!policy) return true
  const { resource, action } = policy
  return action === 'read' ? POLICIES[resource] !== undefined : holds(whoMay(action, resource), column)
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
const head = (cells: readonly string[]): string[] => [row(cells), row(cells.map(() => '---'))]

function routeTable(routes: readonly DeclaredRoute[]): string[] {
  const lines = routes
    .filter(({ url }) => url !== '/*' && !url.startsWith('/api/docs'))
    .toSorted((a, b) => (a.url < b.url ? -1 : a.url > b.url ? 1 : a.method < b.method ? -1 : 1))
    .map((route) =>
      row([
        `${route.method} ${route.url.replace(/^\/api/, '')}`,
        ...COLUMNS.map((column) => (admits(route, column) ? yes : no)),
        route.does === 'acts' ? 'agit' : 'lit',
        [
          route.policy ? `${route.policy.resource}.${route.policy.action}` : '',
          route.right ?? '',
          route.reauth ? 'preuve récente' : '',
          route.access !== 'public' && route.access.own ? 'soi-même' : '',
          route.access !== 'public' && route.access.allAgencies ? 'toutes les agences' : '',
        ]
          .filter(Boolean)
          .join(' ; '),
      ]),
    )
  return [...head(['Route', ...COLUMNS, 'Effet', 'Droit']), ...lines]
}

const RESOURCES = Object.keys(POLICIES) as ResourceName[]

const SCOPE_WORDS = {
  company: 'toute l’entreprise',
  project: 'ce qu’il voit des projets',
  people: 'ce qui le nomme ; un directeur, les personnes de ses agences',
  own: 'ce qui est pour lui',
  person: 'ce qui est à son sujet ; le bureau, tout',
} as const

function actionTable(): string[] {
  const lines = RESOURCES.flatMap((resource) => {
    const line = POLICIES[resource]
    const scope = SCOPE_WORDS[line?.scope ?? 'company']
    const actions: ('read' | Action)[] = ['read', ...ACTIONS]
    return actions
      .filter((action) => action === 'read' || whoMay(action, resource) !== undefined)
      .map((action) =>
        row([
          `${resource}.${action}`,
          ...ROLE_NAMES.map((role) => (action === 'read' || holds(whoMay(action, resource), role) ? yes : no)),
          scope,
        ]),
      )
  })
  const services = Object.entries(SERVICES).flatMap(([service, actions]) =>
    Object.keys(actions).map((action) => {
      const right = `${service}.${action}` as ServiceRight
      return row([
        right,
        ...ROLE_NAMES.map((role) => (holds(holdersOf(right), role) ? yes : no)),
        'ce que dit la route',
      ])
    }),
  )
  return [...head(['Droit', ...ROLE_NAMES, 'Sur']), ...lines, ...services]
}

function fieldTable(): string[] {
  const names = (entity: Entity, keep: (name: string) => boolean): string =>
    Object.keys(entity.fields).filter(keep).join(', ') || no
  const lines = RESOURCES.map((resource) => {
    const entity = entityOf(resource)
    const line = POLICIES[resource]
    const merge = (name: string) => entity.fields[name]?.merge
    const restricted = Object.entries(line?.restricted ?? {}).map(
      ([field, who]) => `${field} (${Array.isArray(who) ? who.join(', ') : String(who)})`,
    )
    const commands = commandsOf(resource as SyncedResource).flatMap((command) => {
      const { fields } = commandOf(command)
      const others = names(entity, (name) => fields.includes(name) && merge(name) !== 'server')
      return others === no ? [] : [`${others} (${command})`]
    })
    return row([
      resource,
      names(entity, (name) => merge(name) === 'server'),
      names(entity, (name) => merge(name) === 'immutable'),
      names(entity, (name) => entity.fields[name]?.managed === true),
      restricted.join(' ; ') || no,
      commands.join(' ; ') || no,
    ])
  })
  const columns = [
    'Ressource',
    'Serveur seul',
    'À la création seulement',
    'Administrateurs seuls',
    'Certains rôles',
    'Par commande',
  ]
  return [...head(columns), ...lines]
}

/** The tables of docs/access.md: route × caller, role × resource × action, and fields, from the declarations alone. */
export function accessTables(routes: readonly DeclaredRoute[]): string {
  return [
    `## Routes (${routes.filter(({ url }) => url !== '/*' && !url.startsWith('/api/docs')).length})`,
    `${yes} : la porte s’ouvre, et la route regarde ensuite l’enregistrement ; ${no} : 401 sans session, 403 sinon ; « agit » : tracé quand un administrateur prend la place de quelqu’un.`,
    '',
    ...routeTable(routes),
    '',
    '## Rôle × ressource × action',
    ...actionTable(),
    '',
    '## Champs',
    ...fieldTable(),
  ].join('\n')
}

const [BEGIN, END] = ['<!-- access: written by npm run access -->', '<!-- /access -->']

/** `text` with the tables between its markers. @throws Error when it has none */
export function withAccessTables(text: string, routes: readonly DeclaredRoute[]): string {
  const [start, end] = [text.indexOf(BEGIN), text.indexOf(END)]
  if (start < 0 || end < start) throw new Error('docs/access.md has lost its markers')
  return `${text.slice(0, start + BEGIN.length)}\n${accessTables(routes)}\n${text.slice(end)}`
}
