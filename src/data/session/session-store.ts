import { isAdminHost } from '../api/host.ts'
import { isKey, isText, maybe, objectOf, oneOf, orNull, type Shape } from '../api/shape.ts'
import { hasStoredMark, keepStorageMark } from '../database/storage-mark.ts'
import { forgetPicture } from '../first-picture/stored-picture.ts'
import { dirtyForms } from '../version/dirty-forms.ts'
import { ADMIN_TAB_OWNER } from './admin-session.ts'
import {
  type Account,
  type Company,
  isCompany,
  isLabels,
  isStoredAuth,
  type Labels,
  type StoredAuth,
} from './stored-session.ts'

/** The product stores these outside the local database; an origin belongs to one company, so the keys need no company in them. */
export const STORAGE_KEYS = {
  auth: 'lolapp.auth',
  company: 'lolapp.entreprise',
  labels: 'lolapp.roles',
  agency: 'lolapp.app.agence',
  /** Which area this device was last used for: logout keeps it, so that the next login is the right one. */
  area: 'lolapp.app.espace',
  /** Whose the choices kept on this device are: a session that ends by itself leaves them to its person alone. */
  owner: 'lolapp.app.compte',
} as const

export interface SessionState {
  auth: StoredAuth | null
  company: Company | null
  labels: Labels
}

const NO_LABELS: Labels = { roles: [], agences: [] }

/**
 * A second copy of the session, written with the first. An entry that cannot be read is restored from it (ANSWER-2): another tab with a former
 * version of the app, or an extension, may have spoiled the first one, and without a network the person could not log in again.
 */
const COPY_KEY = 'lolapp.copie'
const isCopy: Shape<SessionState> = objectOf({
  auth: orNull(isStoredAuth),
  company: orNull(isCompany),
  labels: isLabels,
})

/** The content of an entry. `damaged`: it cannot be read, or has another shape. */
type Entry<T> = { value: T } | 'absent' | 'damaged'

function read<T>(key: string, shape: Shape<T>): Entry<T> {
  try {
    const text = localStorage.getItem(key)
    if (text === null) return 'absent'
    const value: unknown = JSON.parse(text)
    return shape(value) ? { value } : 'damaged'
  } catch {
    return 'damaged'
  }
}

const heldIn = <T>(entry: Entry<T>): T | null => (typeof entry === 'string' ? null : entry.value)

function write(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Private mode or a full quota: the session lives in memory until the tab closes.
  }
}

const keepCopy = (session: SessionState): void => write(COPY_KEY, session.auth || session.company ? session : null)

/** The entry; where it is damaged, the copy, which is then written back. */
function restored<T>(key: string, entry: Entry<T>, copy: T | null): T | null {
  if (entry !== 'damaged') return heldIn(entry)
  if (copy !== null) write(key, copy)
  return copy
}

/** An absent entry was removed (a logout, also of a former version in another tab): only a damaged one is restored. */
function load(): SessionState {
  const copy = heldIn(read(COPY_KEY, isCopy))
  const auth = restored(STORAGE_KEYS.auth, read(STORAGE_KEYS.auth, isStoredAuth), copy?.auth ?? null)
  const stored = read(STORAGE_KEYS.company, isCompany)
  // A session needs a company.
  const company = restored(
    STORAGE_KEYS.company,
    auth && stored === 'absent' ? 'damaged' : stored,
    copy?.company ?? null,
  )
  const known = read(STORAGE_KEYS.labels, isLabels)
  const labels = restored(STORAGE_KEYS.labels, known, copy?.labels ?? null) ?? NO_LABELS
  // Somebody has logged out, perhaps in a tab of a former version: data that is sealed then is not lost. Where the mark is absent too, the browser has
  // cleared everything, and the cookie still knows (WORK-11).
  if (auth === null && known === 'absent' && hasStoredMark()) keepStorageMark(null)
  const session = { auth, company, labels }
  keepCopy(session)
  return session
}

/** The token of a session whose entry is damaged and has no copy; null where there is none. */
export function spoiledAuth(): Pick<StoredAuth, 'token' | 'expiresAt'> | null {
  if (state.auth !== null) return null
  const entry = read(STORAGE_KEYS.auth, objectOf({ token: isKey, expiresAt: maybe(orNull(isText)) }))
  return typeof entry === 'string' ? null : { token: entry.value.token, expiresAt: entry.value.expiresAt ?? null }
}

const ownerOf = ({ kind, id }: Account): string => `${kind}:${id}`

const AREA_OF = { personnel: 'manager', client: 'space' } as const satisfies Record<Account['kind'], string>
type Area = (typeof AREA_OF)[Account['kind']]

/** The area that was signed in last on this device; null on a new one. */
export const lastArea = (): Area | null => heldIn(read<Area>(STORAGE_KEYS.area, oneOf('manager', 'space')))

let state: SessionState = load()
const listeners = new Set<() => void>()
const otherTabs = new Set<() => void>()

/** Objects of the same content stay the same ones: what was read again every few minutes draws nothing again. */
const tell = (next: SessionState): void => {
  if (JSON.stringify(next) === JSON.stringify(state)) return
  state = next
  for (const listener of listeners) listener()
}

const emit = (next: SessionState): void => {
  keepCopy(next)
  tell(next)
}

/** The admin domain has no company of its own, but that of the impersonated person, as long as the impersonation lasts (AUT-07). */
function companyWithoutSession(): Company | null {
  if (!isAdminHost()) return state.company
  write(STORAGE_KEYS.company, null)
  return null
}

/** A copied appointment, drafts kept for a reload: what only this tab holds is removed with the session. */
function forgetTab(): void {
  dirtyForms.forgetDrafts()
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith('lolapp.') && key !== ADMIN_TAB_OWNER) sessionStorage.removeItem(key)
}

/** Whose drafts this tab keeps. */
const TAB_OWNER = 'lolapp.onglet'

/** A logout removes the owner too, a session that ends by itself does not. */
const hasLoggedOut = (): boolean => read(STORAGE_KEYS.owner, isKey) === 'absent'

/** Somebody is signed in: what this tab and this device kept for somebody else is removed. */
function claim(account: Account): void {
  const owner = ownerOf(account)
  const former = sessionStorage.getItem(TAB_OWNER)
  if (former !== null && former !== owner) forgetTab()
  sessionStorage.setItem(TAB_OWNER, owner)
  const before = heldIn(read(STORAGE_KEYS.owner, isKey))
  if (before === owner) return
  if (before !== null) write(STORAGE_KEYS.agency, null)
  forgetPicture()
  write(STORAGE_KEYS.owner, owner)
}

/** The session outside React: route guards and fetch read it, `session.tsx` gives it to components. */
export const sessionStore = {
  get: (): SessionState => state,
  /** null: the session ended by itself; what its person was typing stays in this tab for them. */
  setAuth(auth: StoredAuth | null): void {
    if (auth) claim(auth.account)
    else {
      dirtyForms.keepForReturn()
      forgetPicture()
    }
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
    write(STORAGE_KEYS.owner, null)
    keepStorageMark(null)
    forgetPicture()
    forgetTab()
    emit({ auth: null, company: companyWithoutSession(), labels: NO_LABELS })
  },
  /** Reads the stored values again: another tab logged in or out, or a test changed them. */
  reload(): void {
    const next = load()
    if (next.auth) claim(next.auth.account)
    // A page of a link, which nobody has signed in to, keeps what is typed there.
    else if (sessionStorage.getItem(TAB_OWNER) !== null) {
      if (hasLoggedOut()) forgetTab()
      else dirtyForms.keepForReturn()
    }
    tell(next)
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  /** `listener` is called when another tab has logged out, or logged somebody in: this tab's own logins and logouts navigate by themselves. */
  watchOtherTabs(listener: () => void): () => void {
    otherTabs.add(listener)
    return () => otherTabs.delete(listener)
  },
}

if (typeof window !== 'undefined') {
  if (state.auth) claim(state.auth.account)
  // Somebody has logged out while the phone had ended this tab, which heard nothing.
  else if (sessionStorage.getItem(TAB_OWNER) !== null && hasLoggedOut()) forgetTab()
  window.addEventListener('storage', (event) => {
    if (event.key !== null && !(Object.values(STORAGE_KEYS) as string[]).includes(event.key)) return
    const before = state.auth && ownerOf(state.auth.account)
    sessionStore.reload()
    if ((state.auth && ownerOf(state.auth.account)) === before) return
    for (const listener of otherTabs) listener()
  })
}
