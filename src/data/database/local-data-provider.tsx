import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { localDatabaseName } from '../../../sync/identity.ts'
import { createBell } from '../../../sync/retry.ts'
import { apiBase } from '../api/config.ts'
import { sealAllAccounts, sealOtherAccounts } from '../seal/seal-accounts.ts'
import { useSession } from '../session/session.tsx'
import { sessionStore } from '../session/session-store.ts'
import { useIdentity } from '../session/use-identity.ts'
import { onRest } from '../version/service-worker.ts'
import { keepOpening, type OpeningTrouble } from './keep-opening.ts'
import { type LocalData, openLocalData, startReplication, stopReplication } from './local-data.ts'
import { lookForLoss } from './look-for-loss.ts'

const LocalDataContext = createContext<LocalData | null>(null)

/** Why the local database is not open yet; null while no opening has failed. */
export interface Opening {
  trouble: OpeningTrouble | null
  /** Tries again now. */
  retry: () => void
}

const OpeningContext = createContext<Opening>({ trouble: null, retry: () => undefined })

/** How long the first screen may read before replication starts in any case. */
const FIRST_READ_MS = 400
/** A new version takes over, and reloads the page, in less; where it did not, replication starts again. */
const REST_MS = 60_000

/**
 * Opens the account's local database for the manager area and starts replication once the first screen has read its data. Screens render at once:
 * until the database is open their live queries have no answer yet. A database that does not open is tried again and again (WORK-9).
 */
export function LocalDataProvider({ children }: { children: ReactNode }) {
  const { token } = useSession()
  const identity = useIdentity()
  const [data, setData] = useState<LocalData | null>(null)
  const [trouble, setTrouble] = useState<OpeningTrouble | null>(null)
  const bell = useMemo(() => createBell(), [])
  const opening = useMemo(() => ({ trouble, retry: () => bell.ring('healed') }), [trouble, bell])
  useEffect(() => {
    const leaving = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const startIn = (milliseconds: number, base: string): void => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        startReplication({ identity, token, base: new URL(base, location.origin).href })
        // With no network the next start of the application does it.
        sealOtherAccounts(identity).catch(() => undefined)
      }, milliseconds)
    }
    let stopResting: () => void = () => undefined
    const open = () => openLocalData(identity)
    void keepOpening({ open, signal: leaving.signal, bell, onTrouble: setTrouble }).then(async (opened) => {
      if (opened === null) return
      const [base] = await Promise.all([apiBase(), lookForLoss(opened.db).catch(() => undefined)])
      if (leaving.signal.aborted) return
      setData(opened)
      startIn(FIRST_READ_MS, base)
      stopResting = onRest(() => {
        stopReplication()
        startIn(REST_MS, base)
      })
    })
    return () => {
      leaving.abort()
      setTrouble(null)
      clearTimeout(timer)
      stopResting()
      // Logout or another account: nothing more is sent under the former name. Pending entries stay in its outbox.
      stopReplication()
      if (sessionStore.get().auth === null) sealAllAccounts().catch(() => undefined)
    }
  }, [identity, token, bell])
  // By name, not by object: the database may have been opened first by a command with an equal identity.
  const isOurs = data !== null && localDatabaseName(data.identity) === localDatabaseName(identity)
  return (
    <OpeningContext value={opening}>
      <LocalDataContext value={isOurs ? data : null}>{children}</LocalDataContext>
    </OpeningContext>
  )
}

/** The open local database, or null while it opens. */
export const useLocalData = (): LocalData | null => useContext(LocalDataContext)

export const useOpening = (): Opening => useContext(OpeningContext)
