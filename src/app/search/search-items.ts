import { client as clientEntity } from '../../../schemas/entities/client.ts'
import { devis as devisEntity } from '../../../schemas/entities/devis.ts'
import type { RoleName } from '../../../schemas/entities/personnel.ts'
import { projet as projetEntity } from '../../../schemas/entities/projet.ts'
import { rdv as rdvEntity } from '../../../schemas/entities/rdv.ts'
import type { ResourceRecord } from '../../../schemas/resources.ts'
import { projectState } from '../../../schemas/rules/project-state.ts'
import { normalise } from '../../../schemas/search.ts'
import {
  MANAGER_ROUTES,
  type ManagerRoute,
  managerHref,
  managerRoute,
  mayOpen,
} from '../../domain/navigation/manager-routes.ts'
import { searchText } from '../../text/search.ts'
import { formatDateTime, formatMoney, formatPhone } from '../../ui/format/format.ts'
import { paths, query } from '../../ui/navigation/paths.ts'

/** In the order of the page. */
export const GROUPS = ['ecran', 'client', 'projet', 'devis', 'rdv'] as const
export type SearchGroup = (typeof GROUPS)[number]

/** One destination of the search. */
export interface SearchItem {
  /** Unique among all groups; also the option's id in the page. */
  id: string
  group: SearchGroup
  label: string
  hint: string
  href: string
}

const SCREENS: readonly ManagerRoute[] = MANAGER_ROUTES

/** Screens of these roles of which a word starts with each typed word; all of them for an empty text. A path with a parameter is left out. */
export function screenItems(text: string, roles: readonly RoleName[]): SearchItem[] {
  const words = normalise(text).split(' ')
  return SCREENS.filter((route) => mayOpen(route, roles) && !route.path.includes(':'))
    .filter(({ title }) => words.every((word) => ` ${normalise(title)}`.includes(` ${word}`)))
    .map((route) => ({
      id: `ecran-${route.path || 'accueil'}`,
      group: 'ecran',
      label: route.title,
      hint: '',
      href: managerHref(route),
    }))
}

export const clientItem = (client: ResourceRecord<'client'>): SearchItem => ({
  id: `client-${client.IDCLIENT}`,
  group: 'client',
  label: clientEntity.label(client),
  hint: [client.VILLE, formatPhone(client.PORTABLE ?? client.TELEPHONE ?? '')].filter(Boolean).join(' · '),
  href: paths.resource.view('client', client.IDCLIENT),
})

export const ALL_CLIENTS = 'clients-trouves'

/** Leads to the list of all clients that match, of a screen that these roles may open. */
export function allClientsItem(text: string, roles: readonly RoleName[]): SearchItem[] {
  const lists = ['client', 'suivi-client'] as const
  const route = lists.map(managerRoute).find((one) => mayOpen(one, roles))
  if (route === undefined) return []
  const href = `${managerHref(route)}${query({ q: text.trim(), tous: route.path === 'client' ? '1' : undefined })}`
  return [{ id: ALL_CLIENTS, group: 'client', label: searchText.allClients, hint: '', href }]
}

type Owner = ResourceRecord<'client'> | undefined
const named = (owner: Owner, more: string): string =>
  [owner ? clientEntity.label(owner) : '', more].filter(Boolean).join(' · ')

export const projetItem = (projet: ResourceRecord<'projet'>, owner: Owner): SearchItem => ({
  id: `projet-${projet.IDPROJET}`,
  group: 'projet',
  label: projetEntity.label(projet),
  hint: named(owner, projectState(projet.IDETAT_PROJET).title),
  href: paths.resource.view('projet', projet.IDPROJET),
})

export const devisItem = (devis: ResourceRecord<'devis'>, owner: Owner): SearchItem => ({
  id: `devis-${devis.IDDEVIS}`,
  group: 'devis',
  label: devisEntity.label(devis),
  hint: named(owner, [devis.OBJET, formatMoney(devis.PRIX_TTC)].filter(Boolean).join(' · ')),
  href: paths.resource.view('devis', devis.IDDEVIS),
})

export const rdvItem = (rdv: ResourceRecord<'rdv'>): SearchItem => ({
  id: `rdv-${rdv.IDRDV}`,
  group: 'rdv',
  label: rdvEntity.label(rdv),
  hint: formatDateTime(rdv.RDV_DEBUT),
  href: paths.resource.view('rdv', rdv.IDRDV),
})

/** The typed text when it may be a quote's number, else null. */
export function quoteNumber(text: string): string | null {
  const wanted = text.trim()
  return /\d{2}/.test(wanted) && /^[\w\s./-]{3,40}$/.test(wanted) && normalise(wanted) !== '' ? wanted : null
}

/** A pattern that finds a typed number in a quote's, with any separator. */
export const numberPattern = (text: string): string =>
  normalise(text)
    .split(' ')
    .map((part) => part.replace(/(\d)(?=\D)|(\D)(?=\d)/g, '$1$2\\W*'))
    .join('\\W*')
