import type { RoleName } from '../../schemas/entities/personnel.ts'
import { PAGE_RESOURCES } from '../../src/ui/navigation/paths.ts'
import type { Person } from './company.ts'

/** Why a screen has no check in `screens.ts`; every other screen of the app has one for each role that may open it (DAY-03). */

export const ROLE_OF: Readonly<Record<Person, RoleName>> = {
  directeur: 'commercial_director',
  commercial: 'commercial',
  assistante: 'assistant',
  technicien: 'technician',
  metreur: 'metreur',
}

const FORM = 'a form: it lists nothing'
const RECORD = 'the page of one record: its lists are those of the client and the project, whose pages are checked'
const COMPANY = 'lists that a director writes by hand: read whole from the device, hundreds at most'
const NETWORK = 'answered page by page by the server, with its total: tests/contract'

/** By the path below `/manager`, as the router has it. */
export const UNCHECKED: Readonly<Record<string, string>> = {
  prospection: 'a route between a few clients who were chosen on the map, whose numbers are checked',
  compte: 'the person’s own settings',
  securite: 'leads to « Mon compte »',
  parametres: COMPANY,
  reglages: COMPANY,
  courrier: COMPANY,
  comptes: COMPANY,
  'comptes/create': FORM,
  'comptes/$id/edit': FORM,
  'liste/$id': COMPANY,
  'liste/$id/create': FORM,
  'entree/$id/edit': FORM,
  formulaire: COMPANY,
  'formulaire/create': FORM,
  'formulaire/$id/edit': FORM,
  imports: NETWORK,
  'import/$id': NETWORK,
  objectifs: COMPANY,
  tarifs: COMPANY,
  'tarifs/import': FORM,
  'article/create': FORM,
  'article/$id/edit': FORM,
  'donnees-personnelles': NETWORK,
  'demande/$id': RECORD,
  'client/$id/fusion': 'compares two records',
  'rdv/$id/debrief': FORM,
  'personnel/$id/passation': 'its numbers are those of the pipeline, counted by the same rules',
  'role/$id': RECORD,
  'entreprise/$id': RECORD,
  'devis/$id/apercu': RECORD,
  'intervention/$id/sign': FORM,
  ...Object.fromEntries(
    [...PAGE_RESOURCES, 'intervention_planning'].flatMap((name) => [
      [`${name}/create`, FORM],
      [`${name}/$id`, RECORD],
      [`${name}/$id/edit`, FORM],
    ]),
  ),
}

/** Screens outside the manager area. */
export const ELSEWHERE: Readonly<Record<string, string>> = {
  '/admin': NETWORK,
  '/space': 'one customer’s own records, all of them in one answer of the server: tests/contract',
  '/': 'leads on',
  '/login': FORM,
  '/password': FORM,
  '/confidentialite': 'a text',
  '/devis': 'the one quote of a link',
  '/rdv': 'the one appointment of a link',
  '/coordonnees': FORM,
}
