import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import { type SessionState, sessionStore } from './session-store.ts'
import type { Account, ClientAccount, Company, Labels, StaffAccount } from './stored-session.ts'

interface SessionOf<A extends Account> {
  company: Company
  account: A
  token: string
}
/** A member of the staff at work. */
export type Session = SessionOf<StaffAccount>
/** A customer in their space. */
export type ClientSession = SessionOf<ClientAccount>

const SessionContext = createContext<SessionState>(sessionStore.get())

/** Gives the stored session to the components; it follows logins and logouts of this tab and of the others. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const state = useSyncExternalStore(sessionStore.subscribe, sessionStore.get)
  return <SessionContext value={state}>{children}</SessionContext>
}

function useKnown<A extends Account>(is: (account: Account) => account is A): SessionOf<A> | null {
  const { auth, company } = useContext(SessionContext)
  return auth && company && is(auth.account) ? { company, account: auth.account, token: auth.token } : null
}

const isStaff = (account: Account): account is StaffAccount => account.kind === 'personnel'
const isClient = (account: Account): account is ClientAccount => account.kind === 'client'

/** The session of staff, or null when none of them is signed in (login, privacy and 404 pages). */
export const useOptionalSession = (): Session | null => useKnown(isStaff)

/** The customer's session, or null when no customer is signed in. */
export const useClientSession = (): ClientSession | null => useKnown(isClient)

/** True when anybody is signed in, staff or customer. */
export function useIsSignedIn(): boolean {
  const { auth, company } = useContext(SessionContext)
  return auth !== null && company !== null
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
