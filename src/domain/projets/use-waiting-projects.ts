import { useMemo } from 'react'
import { isClosed, PROJECT_LISTS } from '../../../schemas/rules/project-lists.ts'
import { isRecallOpen } from '../../../schemas/rules/recall.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useLeft } from '../../data/records/use-left.ts'
import { useIsLeftKnown } from '../../data/records/use-left-known.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { useSession } from '../../data/session/session.tsx'
import { useNow } from '../../data/session/use-now.ts'

/** Lists of projects that wait for somebody's action. */
export const WAITING_LISTS = ['to_contact', 'without_rdv', 'without_quote', 'to_assignment'] as const
export type WaitingList = (typeof WAITING_LISTS)[number]

type Projet = LocalRecord<'projet'>
type Rdv = LocalRecord<'rdv'>

export interface WaitingProject {
  projet: Projet
  /** Its appointments that are not deleted, first one first. */
  rdvs: readonly Rdv[]
}

const NO_RDVS: readonly Rdv[] = []

const oldestFirst = (a: WaitingProject, b: WaitingProject): number =>
  (a.projet.DATE_CREATION ?? '9').localeCompare(b.projet.DATE_CREATION ?? '9') ||
  (a.projet.IDPROJET < b.projet.IDPROJET ? -1 : 1)

/** Active appointments of these projects, by project, first one first; undefined until all is read. */
export function useRdvsOf(projets: readonly Projet[] | undefined): ReadonlyMap<string, Rdv[]> | undefined {
  const ids = useMemo(() => projets?.map((projet) => projet.IDPROJET).sort(), [projets])
  const none = ids?.length === 0
  const rdvs = useLiveList(
    'rdv',
    ids === undefined || none ? null : { selector: { CLE_PROJET: { $in: ids }, SUPPRIME: 0 } },
  )
  return useMemo(() => {
    if (none) return new Map()
    if (rdvs === undefined) return undefined
    const byProjet = new Map<string, Rdv[]>()
    for (const rdv of rdvs.toSorted((a, b) => a.RDV_DEBUT.localeCompare(b.RDV_DEBUT))) {
      const known = byProjet.get(rdv.IDPROJET ?? '')
      if (known) known.push(rdv)
      else byProjet.set(rdv.IDPROJET ?? '', [rdv])
    }
    return byProjet
  }, [none, rdvs])
}

/** The open projects of a list (by the rule of schemas), oldest first. */
export const waitingOf = (
  name: WaitingList,
  projets: readonly Projet[],
  rdvs: ReadonlyMap<string, readonly Rdv[]>,
): WaitingProject[] =>
  projets
    .filter((projet) => !isClosed(projet))
    .map((projet) => ({ projet, rdvs: rdvs.get(projet.IDPROJET) ?? NO_RDVS }))
    .filter((one) => PROJECT_LISTS[name].holds(one))
    .sort(oldestFirst)

/** Those of these projects with a call again that is planned and still to be made. */
const toCallAgain = (
  projets: readonly Projet[],
  rdvs: ReadonlyMap<string, readonly Rdv[]>,
  today: string,
): WaitingProject[] =>
  projets
    .map((projet) => ({ projet, rdvs: rdvs.get(projet.IDPROJET) ?? NO_RDVS }))
    .filter(({ projet, rdvs }) => isRecallOpen(projet, rdvs, today))

type MyWaiting = Record<'to_contact' | 'without_rdv' | 'without_quote' | 'to_call_again', WaitingProject[]>

/** My projects, whatever my role, that wait for a first contact, an appointment, a quote or a planned call; undefined until all is read. */
export function useMyWaiting(wait = false): MyWaiting | undefined {
  const { account } = useSession()
  const today = useNow().slice(0, 10)
  const mine = useLiveList('projet', wait ? null : { selector: { CLE_ATTENTE: account.id } })
  const later = useLiveList('projet', wait ? null : { selector: { CLE_RELANCE: account.id } })
  const both = useMemo(() => mine && later && [...mine, ...later], [mine, later])
  const rdvs = useRdvsOf(both)
  return useMemo(() => {
    if (mine === undefined || later === undefined || rdvs === undefined) return undefined
    const list = (name: WaitingList) => waitingOf(name, mine, rdvs)
    return {
      to_call_again: toCallAgain(later, rdvs, today),
      to_contact: list('to_contact'),
      without_rdv: list('without_rdv'),
      without_quote: list('without_quote'),
    }
  }, [mine, later, rdvs, today])
}

/** Every open new project that somebody is responsible for: « - », where nobody is, sorts before every id. */
export const NEW_WITH_RESPONSIBLE = { selector: { CLE_ATTENTE: { $gt: '-' } }, sort: [{ CLE_ATTENTE: 'asc' as const }] }

const NO_MAP: ReadonlyMap<string, readonly Rdv[]> = new Map()

/** Projects of `agence` (null: of all that I see) that nobody is responsible for; undefined until they are read. */
export function useToAssign(agence: string | null, wait = false): WaitingProject[] | undefined {
  const orphans = useLiveList('projet', wait ? null : { selector: { CLE_ATTENTE: '-' } })
  return useMemo(() => {
    const here = orphans?.filter((projet) => agence === null || projet.IDAGENCE === null || projet.IDAGENCE === agence)
    // This list needs no appointments.
    return here && waitingOf('to_assignment', here, NO_MAP)
  }, [orphans, agence])
}

const NO_PROJETS: readonly Projet[] = []

/** Open projects of `agence` with a call that is planned and that nobody here makes: nobody is responsible, or whoever was has left. */
export function useUnheldRecalls(agence: string | null, wait = false): WaitingProject[] | undefined {
  const left = useLeft()
  const isKnown = useIsLeftKnown()
  const today = useNow().slice(0, 10)
  const gone = [...left].sort()
  // « - » has nobody, in any state.
  const fresh = useLiveList('projet', wait || !isKnown ? null : { selector: { CLE_ATTENTE: { $in: ['-', ...gone] } } })
  const theirs = useLiveList('projet', wait || left.size === 0 ? null : { selector: { CLE_RELANCE: { $in: gone } } })
  const later = left.size === 0 ? NO_PROJETS : theirs
  const here = useMemo(
    () =>
      fresh &&
      later &&
      [...fresh, ...later].filter(
        (projet) =>
          Boolean(projet.RELANCE_INTERMEDIAIRE) &&
          (agence === null || projet.IDAGENCE === null || projet.IDAGENCE === agence),
      ),
    [fresh, later, agence],
  )
  const rdvs = useRdvsOf(here)
  return useMemo(() => here && rdvs && toCallAgain(here, rdvs, today), [here, rdvs, today])
}

/** New projects of `agence` without an appointment, whoever is responsible: never contacted, or to be called again. */
export function useToPlan(agence: string | null, wait = false): WaitingProject[] | undefined {
  const projets = useLiveList('projet', wait ? null : NEW_WITH_RESPONSIBLE)
  const here = useMemo(
    () => projets?.filter((projet) => agence === null || projet.IDAGENCE === null || projet.IDAGENCE === agence),
    [projets, agence],
  )
  const rdvs = useRdvsOf(here)
  return useMemo(() => {
    if (here === undefined || rdvs === undefined) return undefined
    return [...waitingOf('to_contact', here, rdvs), ...waitingOf('without_rdv', here, rdvs)].sort(oldestFirst)
  }, [here, rdvs])
}
