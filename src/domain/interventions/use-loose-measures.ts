import { useMemo } from 'react'
import { addressKey } from '../../../schemas/entities/adresse.ts'
import type { NATURE_CODES } from '../../../schemas/entities/reference.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { useRecords } from '../../data/records/use-records.ts'

type Rdv = LocalRecord<'rdv'>

const METRE: (typeof NATURE_CODES)[number] = 'Metre'

const NATURES = { selector: { LISTE: 'NATURE_RDV' as const } }

/** The company's natures that are measures; undefined until they are read: of no nature no measure would be found, which looks like none. */
export function useMeasureNatures(): string[] | undefined {
  const natures = useLiveList('reference', NATURES)
  return useMemo(
    () =>
      natures
        ?.filter(({ CODE }) => CODE === METRE)
        .map(({ id }) => id)
        .sort(),
    [natures],
  )
}

/** Every measure on this device without a project, the first one first; undefined until they are read. Such an appointment has no agency. */
export function useLooseMeasures(wait = false): Rdv[] | undefined {
  const natures = useMeasureNatures()
  const found = useLiveList(
    'rdv',
    wait || !natures ? null : { selector: { CLE_PROJET: '', SUPPRIME: 0, IDNATURE_RDV: { $in: natures } } },
  )
  return useMemo(() => found?.toSorted((a, b) => a.RDV_DEBUT.localeCompare(b.RDV_DEBUT)), [found])
}

/**
 * All records of these places, by place: an address that was typed anew (« Nouvelle adresse ») is a record of its own beside that of the site or the home with
 * the same words. undefined until they are read.
 */
function useSamePlaces(places: readonly string[] | undefined): ReadonlyMap<string, readonly string[]> | undefined {
  const known = useRecords('adresse', places, { stale: true })
  // A town alone is no place.
  const keys = useMemo(
    () => known && [...new Set([...known.values()].flatMap((one) => (one.ADRESSE ? addressKey(one) : [])))].sort(),
    [known],
  )
  const isNone = keys?.length === 0
  const found = useLiveList('adresse', keys && !isNone ? { selector: { RECHERCHE: { $in: keys } } } : null)
  return useMemo(() => {
    if (!places || !known || !(isNone || found)) return undefined
    const sameAs = (id: string): string[] => {
      const place = known.get(id)
      if (!place?.ADRESSE) return [id]
      const same = (found ?? []).filter((one) => addressKey(one) === addressKey(place))
      return [id, ...same.map(({ IDADRESSE }) => IDADRESSE)]
    }
    return new Map(places.map((id) => [id, sameAs(id)]))
  }, [places, known, isNone, found])
}

/** The projects of these places: of who lives there, or with their site there. undefined until they are read. */
function useProjetsAt(places: readonly string[] | undefined): ReadonlySet<string> | undefined {
  const isNone = places?.length === 0
  const there = places === undefined || isNone ? null : { $in: [...places] }
  const clients = useLiveList('client', there && { selector: { CLE_ADRESSE: there } })
  const ids = useMemo(() => clients?.map(({ IDCLIENT }) => IDCLIENT).sort(), [clients])
  const nobody = ids?.length === 0
  const theirs = useLiveList('projet', ids && !nobody ? { selector: { IDCLIENT: { $in: ids } } } : null)
  const sites = useLiveList('projet', there && { selector: { CLE_CHANTIER: there } })
  return useMemo(() => {
    if (isNone) return new Set<string>()
    if (!clients || !sites || !(nobody || theirs)) return undefined
    const homes = new Map(clients.map(({ IDCLIENT, IDADRESSE }) => [IDCLIENT, IDADRESSE]))
    const found = [...sites.map((one) => one.ADRESSE_CHANTIER), ...(theirs ?? []).map((one) => homes.get(one.IDCLIENT))]
    return new Set(found.filter((place) => place !== null && place !== undefined))
  }, [isNone, nobody, clients, theirs, sites])
}

/**
 * Whether the project of such a measure may be on this device, by the words of its place: without one any project may be meant. What this person does not see they
 * cannot link: their device does not find it, and the server refuses it. undefined until it is known.
 */
export function useMayBeHere(loose: readonly Rdv[] | undefined): ((rdv: Rdv) => boolean) | undefined {
  const places = useMemo(() => loose && [...new Set(loose.flatMap(({ IDADRESSE }) => IDADRESSE ?? []))].sort(), [loose])
  const same = useSamePlaces(places)
  const at = useProjetsAt(useMemo(() => same && [...new Set([...same.values()].flat())].sort(), [same]))
  const asksAny = loose?.some(({ IDADRESSE }) => IDADRESSE === null) ?? false
  // One tells whether there is any.
  const some = useLiveList('projet', asksAny ? { limit: 1 } : null)
  return useMemo(() => {
    if (!at || !same || (asksAny && !some)) return undefined
    const isAny = (some?.length ?? 0) > 0
    return ({ IDADRESSE }) =>
      IDADRESSE === null ? isAny : (same.get(IDADRESSE) ?? [IDADRESSE]).some((place) => at.has(place))
  }, [at, same, asksAny, some])
}
