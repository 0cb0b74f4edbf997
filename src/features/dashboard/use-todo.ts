import { useMemo } from 'react'
import { isClosed, PROJECT_LISTS } from '../../../schemas/rules/project-lists.ts'
import type { LocalRecord } from '../../../sync/local-record.ts'
import { type ManagerPath, managerHref, managerRoute, mayOpen, NOT_BUILT } from '../../app/manager-routes.ts'
import { useSession } from '../../app/session.tsx'
import { useRaf } from '../../components/resource/use-raf.ts'
import { useLiveList } from '../../db/use-live.ts'

/** Lists of projects that wait for somebody. */
export const TODO_LISTS = ['to_contact', 'without_rdv', 'without_quote', 'to_assignment'] as const
export type TodoList = (typeof TODO_LISTS)[number]

export const isTodoList = (name: string | undefined): name is TodoList =>
  (TODO_LISTS as readonly (string | undefined)[]).includes(name)

const LIMIT = 1000
const NEW = 1

type Projet = LocalRecord<'projet'>

const oldestFirst = (a: Projet, b: Projet): number =>
  (a.DATE_CREATION ?? '9').localeCompare(b.DATE_CREATION ?? '9') || (a.IDPROJET < b.IDPROJET ? -1 : 1)

/** Projects per list, oldest first: mine for a commercial, those without responsible for a director; undefined until all is read. */
export function useTodoProjects(wait: boolean): Partial<Record<TodoList, Projet[]>> | undefined {
  const { account } = useSession()
  const sells = account.roles.includes('commercial')
  const assigns = account.roles.includes('commercial_director')
  const mine = useLiveList(
    'projet',
    wait || !sells ? null : { selector: { CLE_RESPONSABLE: account.id, IDETAT_PROJET: NEW, REFUSE: 0 }, limit: LIMIT },
  )
  const orphans = useLiveList(
    'projet',
    wait || !assigns ? null : { selector: { CLE_RESPONSABLE: '', REFUSE: 0 }, limit: LIMIT },
  )
  const ids = mine?.map((projet) => projet.IDPROJET).sort()
  const rdvs = useLiveList(
    'rdv',
    ids === undefined || ids.length === 0 ? null : { selector: { CLE_PROJET: { $in: ids }, SUPPRIME: 0 } },
  )
  return useMemo(() => {
    if (wait) return undefined
    if (sells && (mine === undefined || (mine.length > 0 && rdvs === undefined))) return undefined
    if (assigns && orphans === undefined) return undefined
    const ofProjet = new Map<string | null, LocalRecord<'rdv'>[]>()
    for (const rdv of rdvs ?? []) ofProjet.set(rdv.IDPROJET, [...(ofProjet.get(rdv.IDPROJET) ?? []), rdv])
    const lists: Partial<Record<TodoList, Projet[]>> = {}
    const fill = (name: TodoList, projets: readonly Projet[]): void => {
      lists[name] = projets
        .filter((projet) => !isClosed(projet))
        .filter((projet) => PROJECT_LISTS[name].holds({ projet, rdvs: ofProjet.get(projet.IDPROJET) ?? [] }))
        .sort(oldestFirst)
    }
    if (sells) for (const name of ['to_contact', 'without_rdv', 'without_quote'] as const) fill(name, mine ?? [])
    if (assigns) fill('to_assignment', orphans ?? [])
    return lists
  }, [wait, sells, assigns, mine, orphans, rdvs])
}

const SCREENS: Record<TodoList, ManagerPath> = {
  to_contact: 'contact',
  without_rdv: 'relance',
  without_quote: 'relance',
  to_assignment: 'affectation',
}

/** The screen of a list once it is part of the product and open to these roles; until then the dashboard shows the list itself. */
export function todoHref(list: TodoList, roles: Parameters<typeof mayOpen>[1]): string {
  const route = managerRoute(SCREENS[list])
  const open = !NOT_BUILT.includes(SCREENS[list]) && mayOpen(route, roles)
  return open ? managerHref(route) : `/manager?liste=${list}`
}

export interface TodoCard {
  name: TodoList | 'raf'
  count: number
  href: string
}

/** « À faire » by role, what is empty left out; undefined until everything is counted. */
export function useTodoCards(
  wait: boolean,
): { cards: TodoCard[]; projects: Partial<Record<TodoList, Projet[]>> } | undefined {
  const { account } = useSession()
  const raf = useRaf({ wait })
  const projects = useTodoProjects(wait)
  if (raf === undefined || projects === undefined) return undefined
  const cards: TodoCard[] = [{ name: 'raf', count: raf.length, href: managerHref(managerRoute('raf')) }]
  for (const name of TODO_LISTS) {
    const list = projects[name]
    if (list) cards.push({ name, count: list.length, href: todoHref(name, account.roles) })
  }
  return { cards, projects }
}
