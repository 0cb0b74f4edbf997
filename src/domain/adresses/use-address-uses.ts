import { useMemo } from 'react'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useLiveList } from '../../data/records/use-live.ts'

/** What has an address: as its home, as its site, as its place. */
export interface AddressUses {
  clients: LocalRecord<'client'>[]
  projets: LocalRecord<'projet'>[]
  rdvs: LocalRecord<'rdv'>[]
}

/** Those that this device knows; undefined while it reads them. Whoever does not see every agency may know less than there is. */
export function useAddressUses(id: string | null | undefined): AddressUses | undefined {
  const named = useMemo(() => (id ? { selector: { CLE_ADRESSE: id } } : null), [id])
  const sites = useMemo(() => (id ? { selector: { CLE_CHANTIER: id } } : null), [id])
  const clients = useLiveList('client', named)
  const projets = useLiveList('projet', sites)
  const rdvs = useLiveList('rdv', named)
  return useMemo(() => (clients && projets && rdvs ? { clients, projets, rdvs } : undefined), [clients, projets, rdvs])
}
