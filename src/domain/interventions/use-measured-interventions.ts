import { useMemo } from 'react'
import { otherQuoteOf } from '../../../schemas/rules/intervention-devis.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useFiled } from '../../data/records/use-files.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { useSession } from '../../data/session/session.tsx'
import { useStops } from '../projets/use-stops.ts'
import { useMayBeHere, useMeasureNatures } from './use-loose-measures.ts'

const NONE: LocalRecord<'intervention'>[] = []
const NO_QUOTES: LocalRecord<'devis'>[] = []

/** Every intervention of these projects, however old; undefined until they are read. */
function useWorksOf(projetIds: readonly string[] | undefined): LocalRecord<'intervention'>[] | undefined {
  const isEmpty = projetIds?.length === 0
  const works = useLiveList(
    'intervention',
    projetIds === undefined || isEmpty ? null : { selector: { IDPROJET: { $in: [...projetIds].sort() } } },
  )
  return isEmpty ? NONE : works
}

/** The interventions of the projects that I am responsible for (MGR-09); undefined until they are read. */
export function useWorksOfMyProjects(): LocalRecord<'intervention'>[] | undefined {
  const { account } = useSession()
  const projets = useLiveList('projet', { selector: { CLE_RESPONSABLE: account.id } })
  return useWorksOf(useMemo(() => projets?.map((projet) => projet.IDPROJET), [projets]))
}

export interface MeasuredWorks {
  /** Interventions of the projects that I measured. */
  works: LocalRecord<'intervention'>[]
  /**
   * Those that may be linked now: their project has a quote and was not stopped, no signed PV keeps what it says, and they name none, or one that their
   * customer did not choose (`otherQuoteOf`).
   */
  unlinked: LocalRecord<'intervention'>[]
  /** My measures without a project that may be linked here. */
  loose: LocalRecord<'rdv'>[]
  /** Those whose project I do not see: the office links them. */
  outOfSight: LocalRecord<'rdv'>[]
}

/** The works and measures that follow my Metre appointments (MGR-11); undefined until they are read. */
export function useMeasuredInterventions(wait = false): MeasuredWorks | undefined {
  const { account } = useSession()
  const natures = useMeasureNatures()
  const measures = useLiveList(
    'rdv',
    wait || !natures
      ? null
      : {
          selector: {
            RDV_DEBUT: { $gte: '' },
            SUPPRIME: 0,
            IDNATURE_RDV: { $in: natures },
            IDPERSONNELS: { $elemMatch: { $eq: account.id } },
          },
          sort: [{ RDV_DEBUT: 'asc' }],
        },
  )
  const measured = useMemo(
    () => measures && [...new Set(measures.flatMap(({ IDPROJET }) => IDPROJET ?? []))],
    [measures],
  )
  const loose = useMemo(() => measures?.filter(({ IDPROJET }) => IDPROJET === null), [measures])
  const mayBeHere = useMayBeHere(loose)
  const works = useWorksOf(measured)
  // What ended well has its signed PV: only the quotes of the others are read.
  const open = useMemo(() => works?.filter((work) => work.IDDEVIS === null || work.FEEDBACK !== 'bon'), [works])
  const projets = useMemo(() => open && [...new Set(open.map(({ IDPROJET }) => IDPROJET))].sort(), [open])
  const isNone = projets?.length === 0
  const found = useLiveList('devis', projets && !isNone ? { selector: { IDPROJET: { $in: projets } } } : null)
  const quotes = isNone ? NO_QUOTES : found
  const stopOf = useStops(open)
  const filed = useFiled(useMemo(() => open?.map((work) => work.IDINTERVENTION).sort(), [open]))
  const lacksQuote = useMemo(() => quotes && lacksQuoteIn(quotes), [quotes])
  return useMemo(
    () =>
      loose &&
      mayBeHere &&
      works &&
      open &&
      lacksQuote &&
      stopOf &&
      filed && {
        works,
        unlinked: open.filter(
          (work) =>
            stopOf(work) === null &&
            lacksQuote(work) &&
            !filed.get(work.IDINTERVENTION)?.origins.includes('intervention_sign_pv'),
        ),
        loose: loose.filter(mayBeHere),
        outOfSight: loose.filter((rdv) => !mayBeHere(rdv)),
      },
    [loose, mayBeHere, works, open, lacksQuote, stopOf, filed],
  )
}

/** Whether works name no quote of their project, which has some, or one that their customer did not choose. */
function lacksQuoteIn(all: readonly LocalRecord<'devis'>[]): (work: LocalRecord<'intervention'>) => boolean {
  const byProject = new Map<string, LocalRecord<'devis'>[]>()
  for (const quote of all) byProject.set(quote.IDPROJET, [...(byProject.get(quote.IDPROJET) ?? []), quote])
  return (work) => {
    const quotes = byProject.get(work.IDPROJET) ?? []
    return work.IDDEVIS === null ? quotes.length > 0 : otherQuoteOf(work, quotes) !== null
  }
}

/** How many links are missing that somebody can set: measures without a project, works without their quote. */
export const missingLinks = ({ unlinked, loose }: MeasuredWorks): number => loose.length + unlinked.length
