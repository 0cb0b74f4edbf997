import { useMemo } from 'react'
import { seesAgencies } from '../../../schemas/access.ts'
import { adresse as adresseEntity } from '../../../schemas/entities/adresse.ts'
import { client as clientEntity } from '../../../schemas/entities/client.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useLeft } from '../../data/records/use-left.ts'
import { useIsLeftKnown } from '../../data/records/use-left-known.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { useRecords } from '../../data/records/use-records.ts'
import { useNow } from '../../data/session/use-now.ts'
import { occupationDoubt } from '../../domain/personnels/occupation-doubt.ts'
import { useStaff } from '../../domain/personnels/use-staff.ts'
import { useUnseenTimes } from '../../domain/personnels/use-unseen-times.ts'
import { useStays } from '../../domain/records/use-stays.ts'
import type { Place } from '../../ui/contact/contact-links.ts'
import { useLast } from '../../ui/hooks/use-last.ts'
import { type Taken, whereabouts } from './where.ts'

export interface Located {
  stay: Taken
  /** Client and place, in words; '' when this device does not know them. */
  words: string
  place: Place | null
}

export interface Member {
  person: LocalRecord<'personnel'>
  now: Located | null
  next: Located | null
  /** Free where nothing is shown: what takes this person's time is all on this device. */
  known: boolean
}

interface Team {
  /** By name, each with their place; undefined until the first answer. */
  members: Member[] | undefined
  /** What is not known of colleagues' taken times, in words. */
  doubt: string | null
  /** The clients and places where they are, are read. */
  isRead: boolean
}

/** The team at a minute, without who has left of the wall clock. */
export function useTeam(at: string): Team {
  const staff = useStaff()
  const people = useLiveList('personnel', {})
  const left = useLeft()
  const isKnown = useIsLeftKnown()
  const day = at.slice(0, 10)
  const stays = useStays({ from: day, until: day })
  const unseen = useUnseenTimes(stays)
  const doubt = occupationDoubt(unseen, { from: day, to: day, now: useNow() })
  const members = useMemo(() => {
    if (!people || !stays || !isKnown) return undefined
    const of = whereabouts(at, stays, unseen?.times)
    return people
      .filter((person) => !left.has(person.IDPERSONNEL))
      .map((person) => ({ person, ...of(person.IDPERSONNEL) }))
      .sort((a, b) => (a.person.NOM_COMPLET ?? '').localeCompare(b.person.NOM_COMPLET ?? '', 'fr'))
  }, [at, people, left, isKnown, stays, unseen])

  const found = members?.flatMap(({ now, next }) => [now, next]).filter((stay) => stay !== null && stay.id !== null)
  const projets = useLast(
    useRecords(
      'projet',
      found?.map((stay) => stay.IDPROJET),
    ),
  )
  const clients = useLast(useRecords('client', projets && [...projets.values()].map((projet) => projet.IDCLIENT)))
  const adresseOf = (stay: Taken): string | null => {
    if (stay.id === null) return null
    const projet = projets?.get(stay.IDPROJET ?? '')
    return stay.IDADRESSE ?? projet?.ADRESSE_CHANTIER ?? clients?.get(projet?.IDCLIENT ?? '')?.IDADRESSE ?? null
  }
  const adresses = useLast(useRecords('adresse', found && projets && clients && found.map(adresseOf)))

  const located = (stay: Taken | null): Located | null => {
    if (stay === null) return null
    if (stay.id === null) return { stay, words: '', place: null }
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
  // A colleague of one's own agency may be taken by another one's project.
  const seesAll = (person: LocalRecord<'personnel'>): boolean =>
    person.IDPERSONNEL === staff.id || (seesAgencies(staff) && staff.toutesAgences)
  const covered = unseen !== undefined && unseen.known !== null && unseen.known.from <= day && day <= unseen.known.to
  return {
    members: members?.map(({ person, now, next }) => ({
      person,
      now: located(now),
      next: located(next),
      known: covered || seesAll(person),
    })),
    doubt,
    isRead: adresses !== undefined,
  }
}
