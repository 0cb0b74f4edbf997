import type { RoleName } from '../../schemas/entities/personnel.ts'
import { PAGE_RESOURCES } from '../../src/ui/navigation/paths.ts'
import type { Part } from './check.ts'
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

const PRICES = 'the price list’s own search (findArticles), which is checked there'
const BROUGHT = 'of the one file that is being brought'
const PERIOD = 'its subtitle is the period'

/** Where the checks open what a file of the source shows, and why a part of it has none. */
interface Shown {
  /** A check of each part has this path, and these values of its address. */
  at: string
  without?: Partial<Record<Part, string>>
}

/** Each file of `src` that lists, counts, searches or exports: where it is checked, or why it is not (DAY-03). */
export const SHOWN: Readonly<Record<string, Shown | { because: string }>> = {
  'app/search/search-dialog.tsx': { at: '/manager' },
  'domain/articles/article-list.tsx': { at: '/manager/tarifs' },
  'domain/clients/use-client-export.ts': { at: '/manager/client' },
  'domain/map/place-list.tsx': {
    at: '/manager/carte',
    without: { list: 'the 500 nearest of those whose number is checked: client-places.test.ts' },
  },
  'domain/projets/projets-sheet.tsx': { at: '/manager/suivi?liste=without_quote' },
  'features/affectation/affectation-list.tsx': { at: '/manager/affectation' },
  'features/affectation/affectation-screen.tsx': { at: '/manager/affectation' },
  'features/classement/classement-screen.tsx': { at: '/manager/classement', without: { count: PERIOD } },
  'features/classement/conversion-table.tsx': { at: '/manager/classement' },
  'features/classement/ranking-table.tsx': { at: '/manager/classement' },
  'features/clients/client-list.tsx': { at: '/manager/client' },
  'features/clients/clients-screen.tsx': { at: '/manager/client' },
  'features/contacts/contact-screen.tsx': { at: '/manager/contact' },
  'features/contacts/follow-up-list.tsx': { at: '/manager/contact' },
  'features/contacts/relance-screen.tsx': { at: '/manager/relance' },
  'features/demandes/demandes-screen.tsx': { at: '/manager/demandes' },
  'features/devis/article-picker.tsx': { because: PRICES },
  'features/devis/relances-screen.tsx': { at: '/manager/devis' },
  'features/donnees-personnelles/proposals-panel.tsx': { because: NETWORK },
  'features/encaissements/due-list.tsx': { at: '/manager/encaissements' },
  'features/encaissements/encaissements-screen.tsx': { at: '/manager/encaissements' },
  'features/encaissements/sums-table.tsx': { at: '/manager/encaissements' },
  'features/equipe/equipe-screen.tsx': { at: '/manager/equipe' },
  'features/equipe/team-list.tsx': { at: '/manager/equipe' },
  'features/interventions/my-interventions-screen.tsx': { at: '/manager/intervention-technicien' },
  'features/notifications/notifications-screen.tsx': { at: '/manager/notifications' },
  'features/raf/raf-screen.tsx': { at: '/manager/raf' },
  'features/rapports/rapport-screen.tsx': { at: '/manager/rapport' },
  'features/rapports/reports-screen.tsx': { at: '/manager/comptes-rendus' },
  'features/suivi-client/client-rows.tsx': { at: '/manager/suivi-client?vue=clients' },
  'features/suivi-client/measures-view.tsx': { at: '/manager/suivi-client?vue=metres' },
  'features/suivi-client/plan-rows.tsx': { at: '/manager/suivi-client' },
  'features/suivi-client/suivi-client-screen.tsx': { at: '/manager/suivi-client' },
  'features/suivi-client/unattended-view.tsx': { at: '/manager/suivi-client?vue=confier' },
  'features/suivi-interventions/intervention-commercial-screen.tsx': { at: '/manager/intervention-commercial' },
  'features/suivi-interventions/intervention-metreur-screen.tsx': { at: '/manager/intervention-metreur' },
  'features/suivi/pipeline-table.tsx': { at: '/manager/suivi' },
  'features/suivi/suivi-screen.tsx': { at: '/manager/suivi' },
  'features/synchronisation/synchronisation-screen.tsx': { at: '/manager/synchronisation' },
  'features/tarifs/import-screen.tsx': { because: BROUGHT },
  'features/tarifs/tarifs-screen.tsx': { at: '/manager/tarifs' },
}

/** Areas of other people: `ELSEWHERE` says why. */
export const OTHER_AREAS = ['features/admin/', 'features/space/'] as const

/** What the lists of several screens are made of: it shows nothing by itself. */
export const MADE_OF: readonly string[] = ['domain/views/list-tools.tsx', 'domain/views/use-list-view.ts']
