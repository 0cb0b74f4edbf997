import { useEffect, useMemo, useState } from 'react'
import { type Box, type Position, positionOf } from '../../../schemas/rules/distance.ts'
import { staysOf } from '../../../schemas/rules/team-location.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { useRecords } from '../../data/records/use-records.ts'
import { useSession } from '../../data/session/session.tsx'
import { useNow } from '../../data/session/use-now.ts'
import { useBetween } from '../records/use-between.ts'
import { aroundTown, boxOf } from './home-box.ts'
import type { MapPlaces } from './places/map-places.ts'
import { usePlacesAnswer } from './places/use-map-places.ts'

/** Where I am expected today, as far as this device knows the places; undefined while it is read. */
function usePlacesOfDay(wanted: boolean): Position[] | undefined {
  const me = useSession().account.id
  const [day] = useState(useNow().slice(0, 10))
  const between = wanted ? { from: day, until: day } : null
  const rdvs = useBetween('rdv', between, { IDPERSONNELS: { $elemMatch: { $eq: me } } })
  const interventions = useBetween('intervention', between, {
    IDINTERVENTION_PLANNING: { $elemMatch: { IDPERSONNEL: me } },
  })
  const stays = useMemo(() => {
    if (!rdvs || !interventions) return undefined
    const isMine = ({ IDPERSONNEL, debut, fin }: ReturnType<typeof staysOf>[number]): boolean =>
      IDPERSONNEL === me && debut.slice(0, 10) <= day && fin > `${day} 00:00`
    return staysOf({ rdvs, interventions }).filter(isMine)
  }, [rdvs, interventions, me, day])
  const projets = useRecords(
    'projet',
    stays?.map(({ IDPROJET }) => IDPROJET),
  )
  const clients = useRecords('client', projets && [...projets.values()].map(({ IDCLIENT }) => IDCLIENT))
  const adresses = useRecords(
    'adresse',
    clients &&
      stays?.map(({ IDADRESSE, IDPROJET }) => {
        const projet = projets?.get(IDPROJET ?? '')
        return IDADRESSE ?? projet?.ADRESSE_CHANTIER ?? clients.get(projet?.IDCLIENT ?? '')?.IDADRESSE
      }),
  )
  return useMemo(() => adresses && [...adresses.values()].flatMap((place) => positionOf(place) ?? []), [adresses])
}

/** The town of my agency, by its postcode; null where none is known, undefined while it is looked up. */
function useAgencyTown(places: MapPlaces | null, wanted: boolean): Position | null | undefined {
  const { account } = useSession()
  const agences = useLiveList('reference', wanted ? { selector: { LISTE: 'AGENCES' } } : null)
  const mine = account.personnel.IDAGENCE ?? account.agences[0]
  const agence = agences?.find(({ id }) => id === mine)
  const asked =
    agences === undefined ? undefined : agence?.CODE_POSTAL ? `${agence.LIBELLE} ${agence.CODE_POSTAL}` : null
  const [found, setFound] = useState<{ asked: string; town: Position | null }>()
  useEffect(() => {
    if (!places || !asked) return
    let left = false
    const put = (town: Position | null): void => {
      if (!left) setFound({ asked, town })
    }
    places.ask('communes', { text: asked }).then(
      ([town]) => put(town ?? null),
      () => put(null),
    )
    return () => {
      left = true
    }
  }, [places, asked])
  if (asked === null) return null
  return found !== undefined && found.asked === asked ? found.town : undefined
}

/**
 * What a map shows whose address names no place: my day, else my agency's town, else most of my clients (of my agency's, of all), else nothing (null: all of France).
 * undefined for the moment in which day and town are looked up; clients may come later, once their points are read.
 */
export function useMapHome(places: MapPlaces | null, wanted: boolean): Box | null | undefined {
  const day = usePlacesOfDay(wanted)
  const isFree = wanted && day !== undefined && day.length === 0
  const town = useAgencyTown(places, isFree)
  const clients = usePlacesAnswer(places, 'home', isFree && town === null ? {} : null)
  return useMemo(() => {
    if (!wanted) return null
    if (day === undefined) return undefined
    if (day.length > 0) return boxOf(day)
    if (town === undefined) return undefined
    return town === null ? (clients ?? null) : aroundTown(town)
  }, [wanted, day, town, clients])
}
