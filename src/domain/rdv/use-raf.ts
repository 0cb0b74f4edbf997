import { useMemo } from 'react'
import { addDays } from '../../../schemas/dates.ts'
import type { Origine } from '../../../schemas/entities/fichier.ts'
import { type RafItem, raf } from '../../../schemas/rules/raf.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useFiled } from '../../data/records/use-files.ts'
import { useLiveList, useLiveLists } from '../../data/records/use-live.ts'
import { useSession } from '../../data/session/session.tsx'
import { useNow } from '../../data/session/use-now.ts'
import { useLast } from '../../ui/hooks/use-last.ts'
import { useMay } from '../personnels/use-staff.ts'

export type MyRaf = RafItem<LocalRecord<'rdv'>, LocalRecord<'intervention'>>

/** Older records are read only on demand: the count is shown on the dashboard, which must not read years of records at each opening. */
export const RAF_DAYS = 365
const NATURES = { selector: { LISTE: 'NATURE_RDV' as const } }
const PV: Origine = 'intervention_sign_pv'
const isMine = (me: string) => (entry: { IDPERSONNEL: string }) => entry.IDPERSONNEL === me

/** « Reste à faire » of the signed-in person (MGR-13), oldest first, by index from the local database; undefined until the first answer. */
export function useRaf({ all = false, wait = false }: { all?: boolean; wait?: boolean } = {}): MyRaf[] | undefined {
  const { account } = useSession()
  const mayDebrief = useMay()('debrief', 'rdv')
  const natures = useLiveList('reference', wait ? null : NATURES)
  const now = useNow()
  const day = now.slice(0, 10)
  // The query depends on the day, not on the minute: the rule below uses the minute, and the query need not run again.
  const from = all ? '' : `${addDays(day, -RAF_DAYS)} 00:00`
  const rdvs = useLiveList(
    'rdv',
    wait
      ? null
      : {
          // '' is the key of those that wait for nothing.
          selector: {
            CLE_DEBRIEF: { $gte: from || '0', $lte: `${day} 23:59` },
            IDPERSONNELS: { $elemMatch: { $eq: account.id } },
          },
          sort: [{ CLE_DEBRIEF: 'asc' as const }],
        },
  )
  const interventions = useLiveList(
    'intervention',
    wait
      ? null
      : {
          selector: {
            CLE_RETOUR: '',
            RDV_FIN: { $gte: from },
            IDINTERVENTION_PLANNING: { $elemMatch: { IDPERSONNEL: account.id } },
          },
        },
  )
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
  const items = useMemo(() => {
    if (rdvs === undefined || interventions === undefined || natures === undefined) return undefined
    if (soumissions === undefined) return undefined
    if (unsigned !== undefined && unsigned.length > 0 && filed === undefined) return undefined
    const signed = new Set(unsigned?.filter((id) => filed?.get(id)?.origins.includes(PV)))
    return raf({
      me: account.id,
      now,
      mayDebrief,
      natures,
      rdvs,
      interventions,
      soumissions,
      signed,
    })
  }, [rdvs, interventions, natures, soumissions, unsigned, filed, account.id, mayDebrief, now])
  // What is listed stays until the reports of other appointments are read.
  return useLast(items)
}
