import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { localDatabaseName } from '../../../sync/identity.ts'
import { leadOnce } from '../../../sync/leader.ts'
import type { Reply } from '../../../sync/net/transport.ts'
import { applyBootstrap, needsBootstrap } from '../../../sync/replicate/bootstrap.ts'
import { createBell } from '../../../sync/retry.ts'
import { apiBase } from '../api/config.ts'
import { sealAllAccounts, sealOtherAccounts } from '../seal/seal-accounts.ts'
import { takeFirstScreen } from '../session/first-screen.ts'
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
/** How long replication waits for the answer that was asked for at the login: then the worker asks by itself. */
const FIRST_SCREEN_MS = 8000
/** A new version takes over, and reloads the page, in less; where it did not, replication starts again. */
const REST_MS = 60_000

interface Asked {
  asked: Promise<Reply | null>
  signal: AbortSignal
}

/**
 * PULL-8: applies what the login asked for, beside what is unsent here, before the worker starts. A device that was synchronised before has no use for it;
 * nor has one on which another tab's worker leads already, which has asked by itself, and whose first pull must not be overtaken.
 * @returns whether the first screen's records are in the local database
 */
async function applied({ db, identity }: LocalData, { asked, signal }: Asked): Promise<boolean> {
  const late = new Promise<null>((resolve) => setTimeout(resolve, FIRST_SCREEN_MS, null))
  try {
    const reply = await Promise.race([asked, late])
    if (reply === null || signal.aborted) return false
    const led = { name: localDatabaseName(identity), signal, locks: navigator.locks }
    const act = async (leading: AbortSignal) => (await needsBootstrap(db)) && applyBootstrap(db, reply, leading)
    return (await leadOnce(led, act)) === true
  } catch {
    // A full phone, a logout: the worker asks again where it is still wanted.
    return false
  }
}

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
    // Taken at once: a later mount has nothing to take.
    const asked = takeFirstScreen({ identity, token })
    let bootstrapped = false
    const startIn = (milliseconds: number, base: string): void => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        startReplication({ identity, token, base: new URL(base, location.origin).href, bootstrapped })
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
      if (asked) bootstrapped = await applied(opened, { asked: asked.reply, signal: leaving.signal })
      asked?.shown()
      if (leaving.signal.aborted) return
      startIn(FIRST_READ_MS, base)
      stopResting = onRest(() => {
        stopReplication()
        startIn(REST_MS, base)
      })
    })
    return () => {
      leaving.abort()
      asked?.shown()
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
