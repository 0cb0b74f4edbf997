import { useMemo } from 'react'
import { seesAgencies } from '../../../schemas/access.ts'
import { adresse as adresseEntity } from '../../../schemas/entities/adresse.ts'
import { client as clientEntity } from '../../../schemas/entities/client.ts'
import type { Stay } from '../../../schemas/rules/team-location.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { useRecords } from '../../data/records/use-records.ts'
import { useStaff } from '../../domain/personnels/use-staff.ts'
import { useBetween } from '../../domain/records/use-between.ts'
import type { Place } from '../../ui/contact/contact-links.ts'
import { useLast } from '../../ui/hooks/use-last.ts'
import { whereabouts } from './where.ts'

export interface Located {
  stay: Stay
  /** Client and place, in words; '' when this device does not know them. */
  words: string
  place: Place | null
}

export interface Member {
  person: LocalRecord<'personnel'>
  now: Located | null
  next: Located | null
  /** Free, as far as I can see this person's appointments. */
  known: boolean
}

/** The team by name, each with their place at a minute of the wall clock; undefined until the first answer. */
export function useTeam(at: string): Member[] | undefined {
  const staff = useStaff()
  const people = useLiveList('personnel', {})
  const day = at.slice(0, 10)
  const rdvs = useBetween('rdv', { from: day, until: day })
  const interventions = useBetween('intervention', { from: day, until: day })

  const members = useMemo(() => {
    if (!people || !rdvs || !interventions) return undefined
    const of = whereabouts(at, rdvs, interventions)
    return people
      .map((person) => ({ person, ...of(person.IDPERSONNEL) }))
      .sort((a, b) => (a.person.NOM_COMPLET ?? '').localeCompare(b.person.NOM_COMPLET ?? '', 'fr'))
  }, [at, people, rdvs, interventions])

  const found = members?.flatMap(({ now, next }) => [now, next]).filter((stay) => stay !== null)
  const projets = useLast(
    useRecords(
      'projet',
      found?.map((stay) => stay.IDPROJET),
    ),
  )
  const clients = useLast(useRecords('client', projets && [...projets.values()].map((projet) => projet.IDCLIENT)))
  const adresseOf = (stay: Stay): string | null => {
    const projet = projets?.get(stay.IDPROJET ?? '')
    return stay.IDADRESSE ?? projet?.ADRESSE_CHANTIER ?? clients?.get(projet?.IDCLIENT ?? '')?.IDADRESSE ?? null
  }
  const adresses = useLast(useRecords('adresse', found && projets && clients && found.map(adresseOf)))

  const located = (stay: Stay | null): Located | null => {
    if (stay === null) return null
    const client = clients?.get(projets?.get(stay.IDPROJET ?? '')?.IDCLIENT ?? '')
    const adresse = adresses?.get(adresseOf(stay) ?? '')
    return {
      stay,
      words: [client ? clientEntity.label(client) : stay.objet, adresse?.VILLE].filter(Boolean).join(', '),
      place: adresse
        ? { label: adresseEntity.label(adresse) ?? '', LATITUDE: adresse.LATITUDE, LONGITUDE: adresse.LONGITUDE }
        : null,
    }
  }
  const seesOf = (person: LocalRecord<'personnel'>): boolean =>
    person.IDPERSONNEL === staff.id ||
    (seesAgencies(staff) &&
      (staff.toutesAgences ||
        [...person.AGENCES, person.IDAGENCE].some((agence) => agence !== null && staff.agences.includes(agence))))
  return members?.map(({ person, now, next }) => ({
    person,
    now: located(now),
    next: located(next),
    known: seesOf(person),
  }))
}
