import { useMemo } from 'react'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { atHomeOf } from './at-home.ts'

/** What has an address: as its home, as its site (a project without one is at its client's home), as its place. */
export interface AddressUses {
  clients: LocalRecord<'client'>[]
  projets: LocalRecord<'projet'>[]
  rdvs: LocalRecord<'rdv'>[]
}

/** The projects of these clients that have no site of their own; undefined until they are read. */
function useProjetsAtHome(clients: readonly LocalRecord<'client'>[] | undefined): LocalRecord<'projet'>[] | undefined {
  const ids = useMemo(() => clients?.map(({ IDCLIENT }) => IDCLIENT).sort(), [clients])
  const nobody = ids?.length === 0
  const theirs = useLiveList('projet', ids && !nobody ? { selector: { IDCLIENT: { $in: ids } } } : null)
  return useMemo(
    () => (nobody ? [] : theirs && clients?.flatMap(({ IDCLIENT }) => atHomeOf(theirs, IDCLIENT))),
    [nobody, theirs, clients],
  )
}

/** Those that this device knows; undefined while it reads them. Whoever does not see every agency may know less than there is. */
export function useAddressUses(id: string | null | undefined): AddressUses | undefined {
  const named = useMemo(() => (id ? { selector: { CLE_ADRESSE: id } } : null), [id])
  const sites = useMemo(() => (id ? { selector: { CLE_CHANTIER: id } } : null), [id])
  const clients = useLiveList('client', named)
  const projets = useLiveList('projet', sites)
  const rdvs = useLiveList('rdv', named)
  const atHome = useProjetsAtHome(clients)
  return useMemo(
    () => (clients && projets && rdvs && atHome ? { clients, projets: [...projets, ...atHome], rdvs } : undefined),
    [clients, projets, rdvs, atHome],
  )
}
