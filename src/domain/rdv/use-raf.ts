import { useMemo } from 'react'
import { addDays } from '../../../schemas/dates.ts'
import type { Origine } from '../../../schemas/entities/fichier.ts'
import { type RafItem, raf } from '../../../schemas/rules/raf.ts'
import { isFinished } from '../../../schemas/rules/return-visits.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useFiled } from '../../data/records/use-files.ts'
import { useLiveList, useLiveLists } from '../../data/records/use-live.ts'
import { useSession } from '../../data/session/session.tsx'
import { useNow } from '../../data/session/use-now.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { useLast } from '../../ui/hooks/use-last.ts'
import { useMay } from '../personnels/use-staff.ts'
import { useStops } from '../projets/use-stops.ts'

export type MyRaf = RafItem<LocalRecord<'rdv'>, LocalRecord<'intervention'>>

/** Older records are read only on demand: the count is shown on the dashboard, which must not read years of records at each opening. */
export const RAF_DAYS = 365
const NATURES = { selector: { LISTE: 'NATURE_RDV' as const } }
const PV: Origine = 'intervention_sign_pv'
const isMine = (me: string) => (entry: { IDPERSONNEL: string }) => entry.IDPERSONNEL === me

interface RafList {
  /** Oldest first. */
  items: MyRaf[]
  /** Those of all years, not only of the last one. */
  all: boolean
}

/** « Reste à faire » of the signed-in person (MGR-13) of the last year, oldest first; undefined until the first answer. */
export const useRaf = ({ wait = false }: { wait?: boolean } = {}): MyRaf[] | undefined => useRafList({ wait })?.items

/** The same, by index from the local database, of the last year or of `all`: until all are read, those that are listed say that they are of a year. */
export function useRafList({ all = false, wait = false }: { all?: boolean; wait?: boolean } = {}): RafList | undefined {
  const { account } = useSession()
  const mayDebrief = useMay()('debrief', 'rdv')
  const natures = useLiveList('reference', wait ? null : NATURES)
  const now = useNow()
  const day = now.slice(0, 10)
  // The query depends on the day, not on the minute: the rule below uses the minute, and the query need not run again.
  const from = all ? '' : `${addDays(day, -RAF_DAYS)} 00:00`
  const visits = useLiveLists(
    'rdv',
    wait
      ? []
      : [
          {
            // '' is the key of those that wait for nothing.
            selector: {
              CLE_DEBRIEF: { $gte: from || '0', $lte: `${day} 23:59` },
              IDPERSONNELS: { $elemMatch: { $eq: account.id } },
            },
            sort: [{ CLE_DEBRIEF: 'asc' as const }],
          },
        ],
  )
  const works = useLiveLists(
    'intervention',
    wait
      ? []
      : [
          {
            selector: {
              CLE_RETOUR: '',
              RDV_FIN: { $gte: from },
              IDINTERVENTION_PLANNING: { $elemMatch: { IDPERSONNEL: account.id } },
            },
          },
        ],
  )
  const rdvs = visits.lists?.[0]
  const interventions = works.lists?.[0]
  // While older ones are read, what is known is still the list of a year.
  const isCurrent = visits.current && works.current
  const ids = rdvs?.map((rdv) => rdv.IDRDV)
  const { lists, current } = useLiveLists(
    'soumission',
    ids === undefined || ids.length === 0 ? [] : [{ selector: { CLE_RDV: { $in: ids } } }],
  )
  // The reports of the appointments before would leave out those that ended the new ones.
  const soumissions = useMemo(() => (current ? lists?.flat() : undefined), [current, lists])
  const unsigned = useMemo(
    () =>
      interventions
        ?.filter((one) => one.FEEDBACK === 'mauvais' && one.IDINTERVENTION_PLANNING.some(isMine(account.id)))
        .map((one) => one.IDINTERVENTION),
    [interventions, account.id],
  )
  const filed = useFiled(unsigned)
  const zone = useZone()
  const repaired = useRepaired(interventions, unsigned, zone)
  const stopOf = useStops(rdvs, interventions)
  const list = useMemo((): RafList | undefined => {
    if (!isCurrent || rdvs === undefined || interventions === undefined || natures === undefined) return undefined
    if (soumissions === undefined || stopOf === undefined) return undefined
    if (unsigned !== undefined && unsigned.length > 0 && filed === undefined) return undefined
    if (repaired === undefined) return undefined
    const signed = new Set(unsigned?.filter((id) => filed?.get(id)?.origins.includes(PV)))
    const items = raf({
      me: account.id,
      now,
      mayDebrief,
      natures,
      // Of a project that was stopped, or an order that was cancelled, nothing remains to be done.
      rdvs: rdvs.filter((rdv) => stopOf(rdv) === null),
      interventions: interventions.filter((work) => stopOf(work) === null),
      soumissions,
      signed,
      repaired,
    })
    return { items, all }
  }, [
    isCurrent,
    rdvs,
    interventions,
    natures,
    soumissions,
    stopOf,
    unsigned,
    filed,
    repaired,
    account.id,
    mayDebrief,
    now,
    all,
  ])
  // What is listed stays until the reports of other appointments are read.
  return useLast(list)
}

/** Which of these works that ended badly a later visit has finished, whoever made it; undefined until that is read. */
function useRepaired(
  interventions: readonly LocalRecord<'intervention'>[] | undefined,
  bad: readonly string[] | undefined,
  zone: string,
): ReadonlySet<string> | undefined {
  const projets = useMemo(() => {
    const ids = new Set(bad)
    const mine = interventions?.filter((one) => ids.has(one.IDINTERVENTION))
    return [...new Set(mine?.map(({ IDPROJET }) => IDPROJET))].sort()
  }, [interventions, bad])
  const { lists, current } = useLiveLists(
    'intervention',
    projets.length === 0 ? [] : [{ selector: { IDPROJET: { $in: projets } } }],
  )
  return useMemo(() => {
    if (!current || lists === undefined) return undefined
    const works = lists.flat()
    const isRepaired = (work: LocalRecord<'intervention'>): boolean =>
      work.FEEDBACK === 'mauvais' &&
      isFinished(
        work,
        works.filter(({ IDPROJET }) => IDPROJET === work.IDPROJET),
        zone,
      )
    return new Set(works.filter(isRepaired).map(({ IDINTERVENTION }) => IDINTERVENTION))
  }, [lists, current, zone])
}
