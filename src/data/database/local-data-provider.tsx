import { createContext, Fragment, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { DEFAULT_ZONE, today } from '../../../schemas/dates.ts'
import { firstWeeks } from '../../../schemas/rules/first-screen.ts'
import { type Identity, localDatabaseName } from '../../../sync/identity.ts'
import type { Reply } from '../../../sync/net/transport.ts'
import type { EarlyRows } from '../../../sync/replicate/early-rows.ts'
import { apiBase } from '../api/config.ts'
import { type FirstScreen, takeFirstScreen } from '../session/first-screen.ts'
import { useSession } from '../session/session.tsx'
import { sessionStore } from '../session/session-store.ts'
import { useIdentity } from '../session/use-identity.ts'
import { onRest } from '../version/service-worker.ts'
import { EarlyRowsContext } from './early-rows-context.ts'
import { keepOpening, type OpeningTrouble, RETRY } from './keep-opening.ts'
import { databaseCode, type LocalData, openLocalData, startReplication, stopReplication } from './local-data.ts'
import { lookForLoss } from './look-for-loss.ts'
import { takeFirst, untilDrawn } from './stored-first.ts'

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

const sealing = () => import('../seal/seal-accounts.ts')

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
    const { leadOnce, needsBootstrap, applyBootstrap } = await databaseCode()
    const led = { name: localDatabaseName(identity), signal, locks: navigator.locks }
    const act = async (leading: AbortSignal) => (await needsBootstrap(db)) && applyBootstrap(db, reply, leading)
    return (await leadOnce(led, act)) === true
  } catch {
    // A full phone, a logout: the worker asks again where it is still wanted.
    return false
  }
}

/**
 * PULL-8: what the login asked for, as screens may show it before it is in the local database. Only on a device that had nothing of this account: elsewhere what
 * was changed and not sent, also in a sealed pack, or the later state of a record, would be hidden behind it.
 */
async function inMemory({ reply, isNew }: FirstScreen, account: string): Promise<EarlyRows | null> {
  const answer = await reply
  if (answer === null || !(await isNew)) return null
  const { earlyRows } = await databaseCode()
  const zone = sessionStore.get().company?.FUSEAU || DEFAULT_ZONE
  return earlyRows(answer, { person: account.replace(/^personnel:/, ''), ...firstWeeks(today(zone)) })
}

interface Shown {
  of: Identity
  rows: EarlyRows
}

/**
 * Opens the account's local database for the manager area and starts replication once the first screen has read its data. Screens render at once:
 * until the database is open their live queries have no answer yet, but for those that a new phone answers from memory. A database that does not open is
 * tried again and again (WORK-9).
 */
export function LocalDataProvider({ children }: { children: ReactNode }) {
  const { token } = useSession()
  const identity = useIdentity()
  const [data, setData] = useState<LocalData | null>(null)
  const [first, setFirst] = useState<Shown | null>(null)
  const [trouble, setTrouble] = useState<OpeningTrouble | null>(null)
  const retries = useMemo(() => new EventTarget(), [])
  const opening = useMemo(
    () => ({ trouble, retry: () => void retries.dispatchEvent(new Event(RETRY)) }),
    [trouble, retries],
  )
  useEffect(() => {
    const leaving = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    // Taken at once: a later mount has nothing to take.
    const asked = takeFirstScreen({ identity, token })
    const stored = asked ? null : takeFirst(identity)
    let bootstrapped = false
    let isShown = false
    let isOpen = false
    const show = (rows: EarlyRows | null): void => {
      // In a database that is open to the screens something may have been entered since.
      if (rows === null || isOpen || leaving.signal.aborted) return
      isShown = true
      setFirst({ of: identity, rows })
    }
    /** In one step: live queries take over from the memory. */
    const openTo = (opened: LocalData): void => {
      isOpen = true
      setData(opened)
      setFirst(null)
    }
    if (asked) inMemory(asked, identity.account).then(show, () => undefined)
    const startIn = (milliseconds: number, base: string): void => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        startReplication({ identity, token, base: new URL(base, location.origin).href, bootstrapped })
        // With no network the next start of the application does it.
        sealing()
          .then(({ sealOtherAccounts }) => sealOtherAccounts(identity))
          .catch(() => undefined)
      }, milliseconds)
    }
    let stopResting: () => void = () => undefined
    const open = () => openLocalData(identity)
    const keepTrying = () => keepOpening({ open, signal: leaving.signal, retries, onTrouble: setTrouble })
    /** WORK-12: what is read from IndexedDB itself is drawn first; on a slow phone the database opens beside it, and it is shown if it comes before that. */
    const drawFirst = async (rows: Promise<EarlyRows | null>): Promise<void> => {
      const read = await rows
      if (!read || leaving.signal.aborted) return
      show(read)
      await untilDrawn()
    }
    const isDrawn = stored && Promise.race([drawFirst(stored.rows), stored.late])
    void (isDrawn ? isDrawn.then(keepTrying) : keepTrying()).then(async (opened) => {
      if (opened === null) return
      const [base] = await Promise.all([apiBase(), lookForLoss(opened.db).catch(() => undefined)])
      if (leaving.signal.aborted) return
      // What is shown from memory is stored first: no screen finds the database without it.
      if (!isShown) openTo(opened)
      if (asked) bootstrapped = await applied(opened, { asked: asked.reply, signal: leaving.signal })
      asked?.shown()
      if (leaving.signal.aborted) return
      // Also where nothing could be stored (a full phone): nothing may be shown for long that cannot be changed.
      if (!isOpen) openTo(opened)
      startIn(FIRST_READ_MS, base)
      stopResting = onRest(() => {
        stopReplication()
        startIn(REST_MS, base)
      })
    })
    return () => {
      leaving.abort()
      asked?.shown()
      setFirst(null)
      setTrouble(null)
      clearTimeout(timer)
      stopResting()
      // Logout or another account: nothing more is sent under the former name. Pending entries stay in its outbox.
      stopReplication()
      if (sessionStore.get().auth === null)
        sealing()
          .then(({ sealAllAccounts }) => sealAllAccounts())
          .catch(() => undefined)
    }
  }, [identity, token, retries])
  // By name, not by object: the database may have been opened first by a command with an equal identity.
  const name = localDatabaseName(identity)
  const isOurs = data !== null && localDatabaseName(data.identity) === name
  const early = first !== null && localDatabaseName(first.of) === name ? first.rows : null
  return (
    <OpeningContext value={opening}>
      <EarlyRowsContext value={early}>
        <LocalDataContext value={isOurs ? data : null}>
          {/* Screens keep the answers of their former queries: never those of another account. */}
          <Fragment key={name}>{children}</Fragment>
        </LocalDataContext>
      </EarlyRowsContext>
    </OpeningContext>
  )
}

/** The open local database, or null while it opens. */
export const useLocalData = (): LocalData | null => useContext(LocalDataContext)

export const useOpening = (): Opening => useContext(OpeningContext)
