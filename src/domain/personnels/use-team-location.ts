import { useMemo } from 'react'
import { type Position, positionOf } from '../../../schemas/rules/distance.ts'
import { type Stay, teamAt } from '../../../schemas/rules/team-location.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { useRecords } from '../../data/records/use-records.ts'
import { useBetween } from '../records/use-between.ts'

export interface TeamMember extends Stay {
  person: LocalRecord<'personnel'>
  /** The place: the appointment's address, else the site's, else the client's. */
  adresse: LocalRecord<'adresse'> | null
  position: Position | null
}

/**
 * Where the people of the team are at a time (GEO-05), from this device's records, which this person may see. undefined while it is read;
 * a null time reads nothing.
 */
export function useTeamLocation(time: string | null): TeamMember[] | undefined {
  const at = time === null ? null : { from: time.slice(0, 10), until: time }
  const rdvs = useBetween('rdv', at)
  const interventions = useBetween('intervention', at)
  const people = useLiveList('personnel', time === null ? null : {})
  const busy = useMemo(
    () => (time === null || !rdvs || !interventions ? undefined : teamAt(time, { rdvs, interventions })),
    [time, rdvs, interventions],
  )
  const projets = useRecords(
    'projet',
    busy?.map(({ IDPROJET }) => IDPROJET),
  )
  const clients = useRecords('client', projets && [...projets.values()].map(({ IDCLIENT }) => IDCLIENT))
  const placeIds = useMemo(() => {
    if (!busy || !projets || !clients) return undefined
    return busy.map(({ IDADRESSE, IDPROJET }) => {
      const projet = projets.get(IDPROJET ?? '')
      return IDADRESSE ?? projet?.ADRESSE_CHANTIER ?? clients.get(projet?.IDCLIENT ?? '')?.IDADRESSE ?? null
    })
  }, [busy, projets, clients])
  const adresses = useRecords('adresse', placeIds)
  return useMemo(() => {
    if (!busy || !people || !placeIds || !adresses) return undefined
    const byId = new Map(people.map((person) => [person.IDPERSONNEL, person]))
    return busy
      .flatMap((one, i): TeamMember[] => {
        const person = byId.get(one.IDPERSONNEL)
        const adresse = adresses.get(placeIds[i] ?? '') ?? null
        return person ? [{ ...one, person, adresse, position: adresse && positionOf(adresse) }] : []
      })
      .sort((a, b) => a.person.NOM.localeCompare(b.person.NOM, 'fr') || a.debut.localeCompare(b.debut))
  }, [busy, people, placeIds, adresses])
}
