import { useMemo } from 'react'
import { addDays } from '../../../schemas/dates.ts'
import { type RafItem, raf } from '../../../schemas/rules/raf.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { useSession } from '../../data/session/session.tsx'
import { useNow } from '../../data/session/use-now.ts'

export type MyRaf = RafItem<LocalRecord<'rdv'>, LocalRecord<'intervention'>>

/** Older records are read only on demand: the count is shown on the dashboard, which must not read years of records at each opening. */
export const RAF_DAYS = 365

/** « Reste à faire » of the signed-in person (MGR-13), oldest first, by index from the local database; undefined until the first answer. */
export function useRaf({ all = false, wait = false }: { all?: boolean; wait?: boolean } = {}): MyRaf[] | undefined {
  const { account } = useSession()
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
  const soumissions = useLiveList(
    'soumission',
    ids === undefined || ids.length === 0 ? null : { selector: { CLE_RDV: { $in: ids } } },
  )
  return useMemo(() => {
    if (rdvs === undefined || interventions === undefined) return undefined
    if (rdvs.length > 0 && soumissions === undefined) return undefined
    return raf({ me: account.id, now, rdvs, interventions, soumissions: soumissions ?? [] })
  }, [rdvs, interventions, soumissions, account.id, now])
}
