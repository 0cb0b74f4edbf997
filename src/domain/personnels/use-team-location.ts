import { useMemo } from 'react'
import { type Position, positionOf } from '../../../schemas/rules/distance.ts'
import type { TakenTime } from '../../../schemas/rules/occupation.ts'
import { isOn, type Stay } from '../../../schemas/rules/team-location.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { useRecords } from '../../data/records/use-records.ts'
import { useStays } from '../records/use-stays.ts'
import { useUnseenTimes } from './use-unseen-times.ts'

export interface TeamMember extends Stay {
  person: LocalRecord<'personnel'>
  /** The place: the appointment's address, else the site's, else the client's. */
  adresse: LocalRecord<'adresse'> | null
  position: Position | null
}

/** Somebody who is taken at a time by what the reader may not see: nobody says where (DAY-01). */
export interface TakenMember extends TakenTime {
  person: LocalRecord<'personnel'>
}

export interface TeamPlaces {
  members: TeamMember[]
  taken: TakenMember[]
}

/**
 * Where the people of the team are at a time (GEO-05), from this device's records, which this person may see. undefined while it is read;
 * a null time reads nothing.
 */
export function useTeamLocation(time: string | null): TeamPlaces | undefined {
  const at = time === null ? null : { from: time.slice(0, 10), until: time }
  const stays = useStays(at)
  const people = useLiveList('personnel', time === null ? null : {})
  const unseen = useUnseenTimes(stays)
  const busy = useMemo(() => (time === null ? undefined : stays?.filter((stay) => isOn(stay, time))), [time, stays])
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
    const byName = (a: TakenMember, b: TakenMember): number =>
      a.person.NOM.localeCompare(b.person.NOM, 'fr') || a.debut.localeCompare(b.debut)
    const members = busy
      .flatMap((one, i): TeamMember[] => {
        const person = byId.get(one.IDPERSONNEL)
        const adresse = adresses.get(placeIds[i] ?? '') ?? null
        return person ? [{ ...one, person, adresse, position: adresse && positionOf(adresse) }] : []
      })
      .sort(byName)
    const taken = (unseen?.times ?? [])
      .filter((one) => time !== null && isOn(one, time))
      .flatMap((one): TakenMember[] => {
        const person = byId.get(one.IDPERSONNEL)
        return person ? [{ ...one, person }] : []
      })
      .sort(byName)
    return { members, taken }
  }, [busy, people, placeIds, adresses, unseen, time])
}
