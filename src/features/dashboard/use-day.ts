import { useMemo } from 'react'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useEarlyRows } from '../../data/database/early-rows-context.ts'
import { type Records, useRecords } from '../../data/records/use-records.ts'
import { useSession } from '../../data/session/session.tsx'
import { placeIdOf } from '../../domain/rdv/place-of.ts'
import { useBetween } from '../../domain/records/use-between.ts'
import { useLast } from '../../ui/hooks/use-last.ts'
import { type DayItem, dayItems } from './day-items.ts'

export type MyItem = DayItem<LocalRecord<'rdv'>, LocalRecord<'intervention'>>

export interface MyDay {
  items: MyItem[]
  projets: Records<'projet'> | undefined
  clients: Records<'client'> | undefined
  adresses: Records<'adresse'> | undefined
}

/** The address to drive to (`placeIdOf`); works have none of their own. */
export function adresseIdOf(item: MyItem, { projets, clients }: Pick<MyDay, 'projets' | 'clients'>): string | null {
  const projet = projets?.get(item.record.IDPROJET ?? '')
  return placeIdOf(item.kind === 'rdv' ? item.record : null, projet, clients?.get(projet?.IDCLIENT ?? ''))
}

const NONE: readonly never[] = []

/**
 * My items of a day, or of a range of days, with client and place, as live queries of this device; undefined until the first answer. `early`: a new phone
 * answers from memory until its local database does (PULL-8); works, which that does not have, come with the database.
 */
export function useDay(day: string, until: string = day, { early = false } = {}): MyDay | undefined {
  const me = useSession().account.id
  const days = { from: day, until }
  const isEarly = useEarlyRows() !== null && early
  const within = early && { people: [me], from: day, to: until }
  const rdvs = useBetween('rdv', days, { IDPERSONNELS: { $elemMatch: { $eq: me } } }, { early: within })
  const interventions = useBetween('intervention', days, {
    IDINTERVENTION_PLANNING: { $elemMatch: { IDPERSONNEL: me } },
  })
  const works = interventions ?? (isEarly ? NONE : undefined)
  const now = useMemo(
    () => (rdvs && works ? dayItems({ day, until, me, rdvs, interventions: works }) : undefined),
    [day, until, me, rdvs, works],
  )
  // The live queries that take over from the memory answer one after the other.
  const last = useLast(now)
  const items = early ? last : now
  const options = { early }
  const projets = useRecords(
    'projet',
    items?.map((item) => item.record.IDPROJET),
    options,
  )
  const clients = useRecords('client', projets && [...projets.values()].map((projet) => projet.IDCLIENT), options)
  const adresses = useRecords(
    'adresse',
    items && projets && clients && items.map((item) => adresseIdOf(item, { projets, clients })),
    options,
  )
  return items && { items, projets, clients, adresses }
}
