import { useMemo } from 'react'
import { addDays } from '../../../schemas/dates.ts'
import { isActive } from '../../../schemas/entities/rdv.ts'
import { useSession } from '../../app/session.tsx'
import { useLiveList } from '../../db/use-live.ts'
import type { AgendaEvent } from './calendar/agenda-event.ts'
import { toAgendaEvent } from './to-agenda-event.ts'
import { useRecords } from './use-records.ts'

/** An appointment may have started before the first day shown; longer ones than this are not met. */
const LONGEST_DAYS = 14
const LIMIT = 2000

/** My active appointments between two days, both included, live from the local database (CAL-07); undefined until the first answer. */
export function useAgendaEvents(range: { from: string; to: string }): AgendaEvent[] | undefined {
  const { account } = useSession()
  const rows = useLiveList('rdv', {
    selector: { RDV_DEBUT: { $gte: `${addDays(range.from, -LONGEST_DAYS)} 00:00`, $lte: `${range.to} 23:59` } },
    sort: [{ RDV_DEBUT: 'asc' }],
    limit: LIMIT,
  })
  const natures = useLiveList('reference', { selector: { LISTE: 'NATURE_RDV' } })
  const mine = useMemo(
    () => rows?.filter((rdv) => isActive(rdv) && rdv.RDV_FIN >= range.from && rdv.IDPERSONNELS.includes(account.id)),
    [rows, account.id, range.from],
  )
  const projets = useRecords('projet', mine?.map((rdv) => rdv.IDPROJET) ?? [])
  const clients = useRecords(
    'client',
    [...projets.values()].map((projet) => projet.IDCLIENT),
  )
  const adresses = useRecords('adresse', mine?.map((rdv) => rdv.IDADRESSE) ?? [])
  return useMemo(() => {
    const nature = new Map(natures?.map((row) => [row.id, row]))
    return mine?.map((rdv) => {
      const projet = rdv.IDPROJET ? projets.get(rdv.IDPROJET) : undefined
      return toAgendaEvent({
        rdv,
        nature: rdv.IDNATURE_RDV ? nature.get(rdv.IDNATURE_RDV) : undefined,
        client: projet && clients.get(projet.IDCLIENT),
        adresse: rdv.IDADRESSE ? adresses.get(rdv.IDADRESSE) : undefined,
      })
    })
  }, [mine, natures, projets, clients, adresses])
}
