import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { localDatabaseName } from '../../../../sync/identity.ts'
import { useLocalData } from '../../../data/database/local-data-provider.tsx'
import { useSession } from '../../../data/session/session.tsx'
import { type MapPlaces, openMapPlaces } from './map-places.ts'
import type { PlacesState, Question, Questions } from './map-protocol.ts'

/** How long the points stay in memory after the map was left: a return from a client must not read 100,000 rows again. */
const KEPT_MS = 120_000

let open: { key: string; places: ReturnType<typeof openMapPlaces>; timer?: ReturnType<typeof setTimeout> } | undefined

function close(): void {
  clearTimeout(open?.timer)
  open?.places.close()
  open = undefined
}

/** The clients' points of this account, while a map is on screen and a little longer; null until the local database is open. */
export function useMapPlaces(): MapPlaces | null {
  const data = useLocalData()
  const { account } = useSession()
  const agences = account.agences.join(' ')
  const [places, setPlaces] = useState<MapPlaces | null>(null)
  useEffect(() => {
    if (!data) return
    const key = [localDatabaseName(data.identity), account.id, agences].join(' ')
    if (open && open.key !== key) close()
    open ??= { key, places: openMapPlaces(data, { id: account.id, agences: agences.split(' ').filter(Boolean) }) }
    clearTimeout(open.timer)
    setPlaces(open.places)
    return () => {
      if (open?.key === key) open.timer = setTimeout(close, KEPT_MS)
    }
  }, [data, account.id, agences])
  return places
}

const NOTHING: PlacesState = { reading: true, clients: 0, located: 0, revision: 0 }
const nothing = (): PlacesState => NOTHING
const never = (): (() => void) => () => undefined

export const usePlacesState = (places: MapPlaces | null): PlacesState =>
  useSyncExternalStore(places?.subscribe ?? never, places?.state ?? nothing)

/** An answer of the map's worker, asked for again after each change; the former answer stays until the new one has come. */
export function usePlacesAnswer<Q extends Question>(
  places: MapPlaces | null,
  question: Q,
  ask: Questions[Q]['ask'] | null,
): Questions[Q]['answer'] | undefined {
  const { revision } = usePlacesState(places)
  const key = ask === null ? null : JSON.stringify(ask)
  const asked = useMemo(() => (key === null ? null : (JSON.parse(key) as Questions[Q]['ask'])), [key])
  const [answer, setAnswer] = useState<Questions[Q]['answer']>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new revision asks the same question again
  useEffect(() => {
    if (!places || asked === null) {
      setAnswer(undefined)
      return
    }
    let left = false
    places
      .ask(question, asked)
      .then((given) => {
        if (!left) setAnswer(given)
      })
      .catch((error: unknown) => console.error(error))
    return () => {
      left = true
    }
  }, [places, question, asked, revision])
  return answer
}
