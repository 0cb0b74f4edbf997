import { useMemo } from 'react'
import { addDays } from '../../../schemas/dates.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { type Records, useRecords } from '../../data/records/use-records.ts'
import { useSession } from '../../data/session/session.tsx'
import { type DayItem, dayItems } from './day-items.ts'

export type MyItem = DayItem<LocalRecord<'rdv'>, LocalRecord<'intervention'>>

export interface MyDay {
  items: MyItem[]
  projets: Records<'projet'> | undefined
  clients: Records<'client'> | undefined
  adresses: Records<'adresse'> | undefined
}

/** Longer appointments and works than this are not found on their later days. */
const LONGEST_DAYS = 14
const LIMIT = 1000

/** The address to drive to: the appointment's own, else the building site's, else the client's. Null when none is given. */
export function adresseIdOf(item: MyItem, { projets, clients }: Pick<MyDay, 'projets' | 'clients'>): string | null {
  const own = item.kind === 'rdv' ? item.record.IDADRESSE : null
  const projet = projets?.get(item.record.IDPROJET ?? '')
  return own ?? projet?.ADRESSE_CHANTIER ?? clients?.get(projet?.IDCLIENT ?? '')?.IDADRESSE ?? null
}

/** My items of a day, or of a range of days, with client and place, as live queries of this device; undefined until the first answer. */
export function useDay(day: string, until: string = day): MyDay | undefined {
  const me = useSession().account.id
  // Only my own: with everybody's of three weeks the limit could cut off the last days.
  const query = (mine: Record<string, unknown>) => ({
    selector: { RDV_DEBUT: { $gte: `${addDays(day, -LONGEST_DAYS)} 00:00`, $lte: `${until} 23:59` }, ...mine },
    sort: [{ RDV_DEBUT: 'asc' as const }],
    limit: LIMIT,
  })
  const rdvs = useLiveList('rdv', query({ IDPERSONNELS: { $elemMatch: { $eq: me } } }))
  const interventions = useLiveList(
    'intervention',
    query({ IDINTERVENTION_PLANNING: { $elemMatch: { IDPERSONNEL: me } } }),
  )
  const items = useMemo(
    () => (rdvs && interventions ? dayItems({ day, until, me, rdvs, interventions }) : undefined),
    [day, until, me, rdvs, interventions],
  )
  const projets = useRecords(
    'projet',
    items?.map((item) => item.record.IDPROJET),
  )
  const clients = useRecords('client', projets && [...projets.values()].map((projet) => projet.IDCLIENT))
  const adresses = useRecords(
    'adresse',
    items && projets && clients && items.map((item) => adresseIdOf(item, { projets, clients })),
  )
  return items && { items, projets, clients, adresses }
}
