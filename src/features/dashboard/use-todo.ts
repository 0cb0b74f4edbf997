import { addDays } from '../../../schemas/dates.ts'
import { etatDemande } from '../../../schemas/rules/demandes.ts'
import { useLeft } from '../../data/records/use-left.ts'
import { useIsLeftKnown } from '../../data/records/use-left-known.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { useAgencyFilter } from '../../data/session/agency-filter.ts'
import { useSession } from '../../data/session/session.tsx'
import { useNow } from '../../data/session/use-now.ts'
import { useLooseMeasures } from '../../domain/interventions/use-loose-measures.ts'
import { missingLinks, useMeasuredInterventions } from '../../domain/interventions/use-measured-interventions.ts'
import { type ManagerPath, managerHref, managerRoute, mayOpen } from '../../domain/navigation/manager-routes.ts'
import { useUnattended } from '../../domain/personnels/use-unattended.ts'
import { useMyWaiting, useToAssign, useToPlan, useUnheldRecalls } from '../../domain/projets/use-waiting-projects.ts'
import { RAF_DAYS, useRaf } from '../../domain/rdv/use-raf.ts'

export type TodoName =
  | 'raf'
  | 'to_contact'
  | 'without_rdv'
  | 'without_quote'
  | 'to_call_again'
  | 'unheld'
  | 'to_assignment'
  | 'to_plan'
  | 'to_link'
  | 'loose_measures'
  | 'unattended'
  | 'demandes'

export interface TodoCard {
  name: TodoName
  count: number
  /** The first day that is counted; null where all are. */
  since: string | null
  href: string
}

/** The screen of each list, with its filter. */
const SCREENS: Record<TodoName, { path: ManagerPath; query?: string }> = {
  raf: { path: 'raf' },
  to_contact: { path: 'contact' },
  without_rdv: { path: 'relance', query: 'liste=without_rdv' },
  without_quote: { path: 'relance', query: 'liste=without_quote' },
  to_call_again: { path: 'relance', query: 'liste=to_call_again' },
  unheld: { path: 'relance', query: 'liste=unheld' },
  to_assignment: { path: 'affectation' },
  to_plan: { path: 'suivi-client' },
  to_link: { path: 'intervention-metreur', query: 'vue=missing' },
  loose_measures: { path: 'suivi-client', query: 'vue=metres' },
  unattended: { path: 'suivi-client', query: 'vue=confier' },
  demandes: { path: 'demandes' },
}

export function todoHref(name: TodoName): string {
  const { path, query } = SCREENS[name]
  return [managerHref(managerRoute(path)), query].filter(Boolean).join('?')
}

/** « À faire » by role, in the order of a project's life; undefined until all is counted. */
export function useTodoCards(wait: boolean): TodoCard[] | undefined {
  const { account } = useSession()
  const { agence } = useAgencyFilter()
  const is = (role: (typeof account.roles)[number]): boolean => account.roles.includes(role)
  const [sells, plans, measures] = [is('commercial'), is('assistant'), is('metreur')]
  const assigns = mayOpen(managerRoute('affectation'), account.roles)
  const day = useNow().slice(0, 10)
  const raf = useRaf({ wait })
  // Somebody of any role may be responsible for a project.
  const mine = useMyWaiting(wait)
  const unheld = useUnheldRecalls(agence, wait || !assigns)
  const orphans = useToAssign(agence, wait || !assigns)
  const toPlan = useToPlan(agence, wait || !plans)
  const answers = mayOpen(managerRoute('demandes'), account.roles)
  const left = useLeft()
  const isLeftKnown = useIsLeftKnown()
  const demandes = useLiveList('demande', wait || !answers || !isLeftKnown ? null : {})
  const measured = useMeasuredInterventions(wait || !measures)
  const follows = mayOpen(managerRoute('suivi-client'), account.roles)
  const loose = useLooseMeasures(wait || !follows)
  const unattended = useUnattended(wait || !follows)
  const counts: [TodoName, boolean, number | undefined][] = [
    ['raf', true, raf?.length],
    ['unattended', follows, unattended?.length],
    ['demandes', answers, demandes?.filter((one) => etatDemande(one, left) === 'nouvelle').length],
    ['to_contact', sells, mine?.to_contact.length],
    ['without_rdv', true, mine?.without_rdv.length],
    ['without_quote', true, mine?.without_quote.length],
    ['to_call_again', true, mine?.to_call_again.length],
    ['unheld', assigns, unheld?.length],
    ['to_assignment', assigns, orphans?.length],
    ['to_plan', plans, toPlan?.length],
    ['loose_measures', follows, loose?.length],
    ['to_link', measures, measured && missingLinks(measured)],
  ]
  const asked = counts.filter(([, mine]) => mine)
  if (asked.some(([, , count]) => count === undefined)) return undefined
  return asked.map(([name, , count]) => ({
    name,
    count: count ?? 0,
    since: name === 'raf' ? addDays(day, -RAF_DAYS) : null,
    href: todoHref(name),
  }))
}
