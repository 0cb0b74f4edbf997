import { useMemo } from 'react'
import { addDays } from '../../../schemas/dates.ts'
import { type Position, positionOf } from '../../../schemas/rules/distance.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useLeft } from '../../data/records/use-left.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { useRecords } from '../../data/records/use-records.ts'
import { useNow } from '../../data/session/use-now.ts'
import { useAbsentUntil } from '../../domain/absences/use-absent-until.ts'
import { NEW_WITH_RESPONSIBLE } from '../../domain/projets/use-waiting-projects.ts'
import { useIdle } from '../../ui/hooks/use-idle.ts'
import { useLast } from '../../ui/hooks/use-last.ts'
import type { Candidate } from './suggest.ts'

const DAYS = 14

export type Person = LocalRecord<'personnel'>

function push<V>(map: Map<string, V[]>, key: string, value: V): void {
  const known = map.get(key)
  if (known) known.push(value)
  else map.set(key, [value])
}

/** The people who sell and have not left, with their load and places; undefined until it is read. The list of projects does not wait for it. */
export function useCandidates(): { people: Person[]; candidates: Candidate[] } | undefined {
  const idle = useIdle()
  const day = useNow().slice(0, 10)
  const left = useLeft()
  const staff = useLiveList('personnel', {})
  const open = useLiveList('projet', idle ? NEW_WITH_RESPONSIBLE : null)
  const rdvs = useLiveList(
    'rdv',
    idle
      ? {
          selector: { RDV_DEBUT: { $gte: `${day} 00:00`, $lte: `${addDays(day, DAYS)} 23:59` }, SUPPRIME: 0 },
          sort: [{ RDV_DEBUT: 'asc' }],
        }
      : null,
  )
  const ids = open && rdvs && [...open.map((one) => one.ADRESSE_CHANTIER), ...rdvs.map((one) => one.IDADRESSE)]
  const absent = useAbsentUntil(idle ? day : null)
  const adresses = useLast(useRecords('adresse', ids))
  return useMemo(() => {
    if (!staff || !open || !rdvs || !adresses) return undefined
    const load = new Map<string, number>()
    const meets = new Map<string, number>()
    const places = new Map<string, Position[]>()
    const goes = (person: string, idAdresse: string | null): void => {
      const adresse = adresses.get(idAdresse ?? '')
      const position = adresse && positionOf(adresse)
      if (position) push(places, person, position)
    }
    for (const { IDRESPONSABLEPROJET, ADRESSE_CHANTIER } of open) {
      if (!IDRESPONSABLEPROJET) continue
      load.set(IDRESPONSABLEPROJET, (load.get(IDRESPONSABLEPROJET) ?? 0) + 1)
      goes(IDRESPONSABLEPROJET, ADRESSE_CHANTIER)
    }
    for (const rdv of rdvs) {
      for (const person of rdv.IDPERSONNELS) {
        meets.set(person, (meets.get(person) ?? 0) + 1)
        goes(person, rdv.IDADRESSE)
      }
    }
    const people = staff.filter((person) => person.ROLES.includes('commercial') && !left.has(person.IDPERSONNEL))
    const candidates = people.map((person) => ({
      id: person.IDPERSONNEL,
      agences: [...person.AGENCES, ...(person.IDAGENCE ? [person.IDAGENCE] : [])],
      toutesAgences: person.TOUTES_AGENCES === 1,
      load: load.get(person.IDPERSONNEL) ?? 0,
      rdvs: meets.get(person.IDPERSONNEL) ?? 0,
      absent: absent?.get(person.IDPERSONNEL) ?? null,
      places: places.get(person.IDPERSONNEL) ?? [],
    }))
    return { people, candidates }
  }, [staff, open, rdvs, adresses, left, absent])
}
