import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import { type Account, type Company, type Labels, type SessionState, sessionStore } from './session-store.ts'

export interface Session {
  company: Company
  account: Account
  token: string
}

const SessionContext = createContext<SessionState>(sessionStore.get())

/** Gives the stored session to the tree; it follows logins and logouts of this tab and of the others. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const state = useSyncExternalStore(sessionStore.subscribe, sessionStore.get)
  return <SessionContext value={state}>{children}</SessionContext>
}

/** The session, or null when nobody is signed in (login, privacy and 404 pages). */
export function useOptionalSession(): Session | null {
  const { auth, company } = useContext(SessionContext)
  return auth && company ? { company, account: auth.account, token: auth.token } : null
}

/** The session inside the manager area, where the layout guarantees one. Throws outside it. */
export function useSession(): Session {
  const session = useOptionalSession()
  if (!session) throw new Error('useSession is for screens of a signed-in area')
  return session
}

/** The host's company, also before login; null until the first answer of the server. */
export const useCompany = (): Company | null => useContext(SessionContext).company

/** Names and colours of roles and agencies. */
export const useLabels = (): Labels => useContext(SessionContext).labels
