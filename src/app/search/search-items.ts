import { client as clientEntity } from '../../../schemas/entities/client.ts'
import { devis as devisEntity } from '../../../schemas/entities/devis.ts'
import { intervention as interventionEntity } from '../../../schemas/entities/intervention.ts'
import type { RoleName } from '../../../schemas/entities/personnel.ts'
import { projet as projetEntity } from '../../../schemas/entities/projet.ts'
import { rdv as rdvEntity } from '../../../schemas/entities/rdv.ts'
import { soumission as soumissionEntity } from '../../../schemas/entities/soumission.ts'
import { saidOf } from '../../../schemas/journal.ts'
import { entityOf, type ResourceRecord } from '../../../schemas/resources.ts'
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
import type { JournalHit } from './journal-search.ts'

/** In the order of the page. */
export const GROUPS = [
  'ecran',
  'client',
  'etiquette',
  'projet',
  'devis',
  'rdv',
  'intervention',
  'rapport',
  'journal',
] as const
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

const ALL_CLIENTS = 'clients-trouves'
const ALL_LABELLED = 'etiquette-liste-'

/** False for what leads to a list of records. */
export const isRecord = ({ id }: SearchItem): boolean => id !== ALL_CLIENTS && !id.startsWith(ALL_LABELLED)

/** The address of a list of all clients under these filters, on a screen that these roles may open; null when there is none. */
function clientsHref(filters: Record<string, string>, roles: readonly RoleName[]): string | null {
  const lists = ['client', 'suivi-client'] as const
  const route = lists.map(managerRoute).find((one) => mayOpen(one, roles))
  if (route === undefined) return null
  const shown = route.path === 'client' ? { tous: '1' } : { vue: 'clients' }
  return `${managerHref(route)}${query({ ...filters, ...shown })}`
}

/** Leads to the list of all clients that match. */
export function allClientsItem(text: string, roles: readonly RoleName[]): SearchItem[] {
  const href = clientsHref({ q: text.trim() }, roles)
  return href === null ? [] : [{ id: ALL_CLIENTS, group: 'client', label: searchText.allClients, hint: '', href }]
}

type Label = Pick<ResourceRecord<'reference'>, 'id' | 'LIBELLE'>

/** Leads to the list of the clients that have a label. */
export function labelItem({ id, LIBELLE }: Label, roles: readonly RoleName[]): SearchItem[] {
  const href = clientsHref({ etiquette: id }, roles)
  return href === null
    ? []
    : [{ id: `${ALL_LABELLED}${id}`, group: 'etiquette', label: searchText.labelled(LIBELLE), hint: '', href }]
}

/** A client that is found by a label. */
export const labelledItem = (client: ResourceRecord<'client'>, { LIBELLE }: Label): SearchItem => ({
  ...clientItem(client),
  id: `etiquette-client-${client.IDCLIENT}`,
  group: 'etiquette',
  hint: [LIBELLE, client.VILLE].filter(Boolean).join(' · '),
})

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

export const interventionItem = (work: ResourceRecord<'intervention'>, owner: Owner): SearchItem => ({
  id: `intervention-${work.IDINTERVENTION}`,
  group: 'intervention',
  label: interventionEntity.label(work),
  hint: named(owner, formatDateTime(work.RDV_DEBUT)),
  href: paths.resource.view('intervention', work.IDINTERVENTION),
})

/** @param day on the company's wall clock; null while the server does not know the report */
export const rapportItem = (one: ResourceRecord<'soumission'>, owner: Owner, day: string | null): SearchItem => ({
  id: `rapport-${one.IDSOUMISSION}`,
  group: 'rapport',
  label: soumissionEntity.label(one),
  hint: named(owner, day ?? ''),
  href: paths.rapport.view(one.IDSOUMISSION),
})

/** A project or a client that is found by its journal: the entry that says it. */
export const journalItem = ({ resource, id, entry }: JournalHit, owner: Owner): SearchItem => ({
  id: `journal-${resource}-${id}`,
  group: 'journal',
  label: owner ? clientEntity.label(owner) : entityOf(resource).title,
  hint: `${formatDateTime(entry.LE)} · ${saidOf(entry)}`,
  href: paths.resource.view(resource, id),
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
