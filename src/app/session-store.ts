import type { RoleName } from '../../schemas/entities/personnel.ts'
import type { ResourceRecord } from '../../schemas/resources.ts'
import { isAdminHost } from './host.ts'

type Entreprise = ResourceRecord<'entreprise'>

/** What stands on the company's papers; a device that has not met its server since they were added lacks them. */
type Papers = Pick<
  Entreprise,
  'SIRET' | 'ADRESSE' | 'CODE_POSTAL' | 'VILLE' | 'TELEPHONE' | 'MENTIONS_LEGALES' | 'MEDIATEUR' | 'ASSURANCE'
>

/** The part of the company that anybody on its host may read (theme, zone, help link, papers). */
export type Company = Pick<Entreprise, 'id' | 'key' | 'NOM' | 'COLOR' | 'LOGO' | 'BACKGROUND' | 'FUSEAU' | 'AIDE_URL'> &
  Partial<Papers>
export type Personnel = ResourceRecord<'personnel'>

export interface StaffAccount {
  kind: 'personnel'
  id: string
  personnel: Personnel
  roles: RoleName[]
  agences: string[]
}

/** A customer; what their space shows of them beyond the name is asked for there. */
export interface ClientAccount {
  kind: 'client'
  id: string
  /** « Prénom Nom » */
  name: string
}

export type Account = StaffAccount | ClientAccount

/** What `lolapp.auth` holds: enough to open the app with no network after a restart (AUT-09). */
export interface StoredAuth {
  token: string
  expiresAt: string | null
  account: Account
}

export interface RoleLabel {
  name: RoleName
  common_name: string
  color: string | null
}
export interface AgencyLabel {
  id: string
  name: string
}
/** What `lolapp.roles` holds: names and colours that the account menu shows before the local database is open. */
export interface Labels {
  roles: RoleLabel[]
  agences: AgencyLabel[]
}

/** The product keeps these outside the local database; one origin is one company, so the keys need no company in them. */
export const STORAGE_KEYS = {
  auth: 'lolapp.auth',
  company: 'lolapp.entreprise',
  labels: 'lolapp.roles',
  agency: 'lolapp.app.agence',
  /** Which area this device was last used for: logout keeps it, so that the next login is the right one. */
  area: 'lolapp.app.espace',
} as const

export interface SessionState {
  auth: StoredAuth | null
  company: Company | null
  labels: Labels
}

const NO_LABELS: Labels = { roles: [], agences: [] }

function read<T>(key: string, isValid: (value: T) => boolean): T | null {
  try {
    const text = localStorage.getItem(key)
    if (text === null) return null
    const value = JSON.parse(text) as T
    return isValid(value) ? value : null
  } catch {
    // A damaged entry is treated as absent: the user logs in again, local records are untouched.
    return null
  }
}

function write(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Private mode or a full quota: the session lives in memory until the tab closes.
  }
}

const isAccount = (account: Account | undefined): boolean =>
  typeof account?.id === 'string' &&
  (account.kind === 'client' ? typeof account.name === 'string' : Array.isArray(account.roles))
const isAuth = (value: StoredAuth): boolean => typeof value?.token === 'string' && isAccount(value.account)
const isCompany = (value: Company): boolean => typeof value?.id === 'string' && typeof value.key === 'string'
const isLabels = (value: Labels): boolean => Array.isArray(value?.roles) && Array.isArray(value.agences)

const load = (): SessionState => ({
  auth: read<StoredAuth>(STORAGE_KEYS.auth, isAuth),
  company: read<Company>(STORAGE_KEYS.company, isCompany),
  labels: read<Labels>(STORAGE_KEYS.labels, isLabels) ?? NO_LABELS,
})

const AREA_OF = { personnel: 'manager', client: 'space' } as const satisfies Record<Account['kind'], string>
type Area = (typeof AREA_OF)[Account['kind']]

/** The area of who signed in last on this device; null on a new one. */
export const lastArea = (): Area | null =>
  read<Area>(STORAGE_KEYS.area, (area) => area === 'manager' || area === 'space')

let state: SessionState = load()
const listeners = new Set<() => void>()

const emit = (next: SessionState): void => {
  state = next
  for (const listener of listeners) listener()
}

/** The admin domain is no company: it has the one of whom an administrator acts as, as long as they do (AUT-07). */
function companyWithoutSession(): Company | null {
  if (!isAdminHost()) return state.company
  write(STORAGE_KEYS.company, null)
  return null
}

/** A copied appointment, drafts kept for a reload: what this tab alone holds goes with the session. */
function forgetTab(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith('lolapp.')) sessionStorage.removeItem(key)
}

/** The session outside React: route guards and fetch read it, `session.tsx` gives it to components. */
export const sessionStore = {
  get: (): SessionState => state,
  setAuth(auth: StoredAuth | null): void {
    write(STORAGE_KEYS.auth, auth)
    if (auth) write(STORAGE_KEYS.area, AREA_OF[auth.account.kind])
    emit({ ...state, auth, company: auth === null ? companyWithoutSession() : state.company })
  },
  setCompany(company: Company): void {
    write(STORAGE_KEYS.company, company)
    emit({ ...state, company })
  },
  setLabels(labels: Labels): void {
    write(STORAGE_KEYS.labels, labels)
    emit({ ...state, labels })
  },
  /**
   * Logout clears what belongs to the session. The company's theme is the host's and stays, so that the login page looks
   * right with no network; the dark switch is the device's and stays too (TEN-03).
   */
  clearSession(): void {
    write(STORAGE_KEYS.auth, null)
    write(STORAGE_KEYS.labels, null)
    write(STORAGE_KEYS.agency, null)
    forgetTab()
    emit({ auth: null, company: companyWithoutSession(), labels: NO_LABELS })
  },
  /** Reads the stored values again: another tab logged in or out, or a test changed them. */
  reload(): void {
    const next = load()
    if (next.auth === null) forgetTab()
    emit(next)
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (event.key === null || (Object.values(STORAGE_KEYS) as string[]).includes(event.key)) sessionStore.reload()
  })
}
