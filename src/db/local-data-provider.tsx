import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { localDatabaseName } from '../../sync/identity.ts'
import { apiBase } from '../app/config.ts'
import { onRest } from '../app/service-worker.ts'
import { useSession } from '../app/session.tsx'
import { sessionStore } from '../app/session-store.ts'
import { arrive, depart } from './departures.ts'
import { type LocalData, openLocalData, startReplication, stopReplication } from './local-data.ts'
import { useIdentity } from './use-identity.ts'

const LocalDataContext = createContext<LocalData | null>(null)

/** How long the first screen may read before replication starts in any case. */
const FIRST_READ_MS = 400
/** A new version takes over in less, and the page with it; where it did not, the work goes on. */
const REST_MS = 60_000

/**
 * Opens the account's local database for the manager area and starts replication once the first screen has had its turn. Screens render at once:
 * until the database is open their live queries simply have no answer yet.
 */
export function LocalDataProvider({ children }: { children: ReactNode }) {
  const { token } = useSession()
  const identity = useIdentity()
  const [data, setData] = useState<LocalData | null>(null)
  useEffect(() => {
    let left = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const startIn = (milliseconds: number, base: string): void => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        startReplication({ identity, token, base: new URL(base, location.origin).href })
        // With no network the next start does it.
        arrive(identity).catch(() => undefined)
      }, milliseconds)
    }
    let stopResting: () => void = () => undefined
    void openLocalData(identity).then(async (opened) => {
      const base = await apiBase()
      if (left) return
      setData(opened)
      startIn(FIRST_READ_MS, base)
      stopResting = onRest(() => {
        stopReplication()
        startIn(REST_MS, base)
      })
    })
    return () => {
      left = true
      clearTimeout(timer)
      stopResting()
      // Logout or another account: nothing more is sent under the former name. What waits stays in its outbox.
      stopReplication()
      if (sessionStore.get().auth === null) depart().catch(() => undefined)
    }
  }, [identity, token])
  // By name, not by object: the database may have been opened first by a command with an equal identity.
  const isOurs = data !== null && localDatabaseName(data.identity) === localDatabaseName(identity)
  return <LocalDataContext value={isOurs ? data : null}>{children}</LocalDataContext>
}

/** The open local database, or null while it opens. */
export const useLocalData = (): LocalData | null => useContext(LocalDataContext)
