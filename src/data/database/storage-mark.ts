import { useMemo, useSyncExternalStore } from 'react'
import { isKey, isNumber, isText, objectOf, orNull, type Shape } from '../api/shape.ts'

/**
 * What this device remembers of its local database outside IndexedDB, so that a browser that clears it by itself is detected (WORK-11): in localStorage,
 * which Chromium leaves, and in a cookie, because Firefox and Safari clear localStorage together with IndexedDB. A logout removes it: data that a
 * logout seals was not lost.
 */
export interface StorageMark {
  /** Name of the local database. */
  name: string
  /** ISO instant at which it was last complete; null while it is not known to have been. */
  wholeAt: string | null
  /** Entries, files and mails that the server did not have. */
  waiting: number
  /** What the browser cleared, until its person has acknowledged it. */
  lost: Loss | null
}

export interface Loss {
  /** ISO instants: it was last complete, and was found to be cleared. */
  wholeAt: string
  foundAt: string
  /** How many entries, files and mails were lost with it. */
  waiting: number
}

const isMark: Shape<StorageMark> = objectOf({
  name: isKey,
  wholeAt: orNull(isText),
  waiting: isNumber,
  lost: orNull(objectOf({ wholeAt: isText, foundAt: isText, waiting: isNumber })),
})

export interface OpenedDatabase {
  name: string
  /** Nothing was ever pulled into it or written in it. */
  isNew: boolean
  /** ISO instant. */
  now: string
}

/** The mark once a local database is open: an empty one that had been complete was cleared. Pure. */
export function markAfterOpening(mark: StorageMark | null, { name, isNew, now }: OpenedDatabase): StorageMark | null {
  // The mark of another account, which is sealed when this one logs in (SEAL-1).
  if (mark?.name !== name) return null
  if (!isNew || mark.wholeAt === null) return mark
  const waiting = mark.waiting + (mark.lost?.waiting ?? 0)
  return { name, wholeAt: null, waiting: 0, lost: { wholeAt: mark.wholeAt, foundAt: now, waiting } }
}

/** The mark while the local database is open and known. Pure. */
export function markAtWork(
  mark: StorageMark | null,
  { name, lastSync, waiting }: { name: string; lastSync: string | null; waiting: number },
): StorageMark {
  const known = mark?.name === name ? mark : null
  return { name, wholeAt: lastSync ?? known?.wholeAt ?? null, waiting, lost: known?.lost ?? null }
}

const KEY = 'lolapp.stockage'
/** The longest that browsers allow. */
const COOKIE_SECONDS = 400 * 24 * 3600
const listeners = new Set<() => void>()

const stored = (): string | null => {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

/** Of all pages: Chromium judges its path by the address at which the page was loaded, which may be the login's. The server does not read it. */
function keepCookie(text: string | null): void {
  const life = text === null ? 'max-age=0' : `max-age=${COOKIE_SECONDS}`
  const secure = location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: CookieStore is younger than the browsers that are supported
  document.cookie = `${KEY}=${encodeURIComponent(text ?? '')}; path=/; ${life}; samesite=strict${secure}`
}

function cookie(): string | null {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${KEY}=`))
  try {
    return found === undefined ? null : decodeURIComponent(found.slice(KEY.length + 1))
  } catch {
    return null
  }
}

/** Null where there is none, or none that can be read: then no loss is reported. */
function parsed(text: string | null): StorageMark | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return isMark(value) ? value : null
  } catch {
    return null
  }
}

export const readStorageMark = (): StorageMark | null => parsed(stored() ?? cookie())

/** Whether localStorage has it: a browser that cleared localStorage with the rest leaves only the cookie. */
export const hasStoredMark = (): boolean => stored() !== null

export function keepStorageMark(mark: StorageMark | null): void {
  const text = mark && JSON.stringify(mark)
  if (text !== null && text === stored()) return
  keepCookie(text)
  try {
    if (text === null) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, text)
  } catch {
    // localStorage is not usable: the cookie remains.
  }
  for (const listener of listeners) listener()
}

/** The person has read what was lost. */
export function acknowledgeLoss(): void {
  const mark = readStorageMark()
  if (mark) keepStorageMark({ ...mark, lost: null })
}

const subscribe = (listener: () => void): (() => void) => {
  const onStorage = ({ key }: StorageEvent): void => {
    if (key === null || key === KEY) listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

export interface ReportedLoss extends Loss {
  /** ISO instant at which everything of the server was here again; null while it is still coming. */
  backAt: string | null
}

/** What the browser cleared of this local database and nobody has acknowledged; null when nothing. */
export function useLoss(name: string | undefined): ReportedLoss | null {
  const text = useSyncExternalStore(subscribe, stored)
  return useMemo(() => {
    const mark = parsed(text)
    return mark?.lost && mark.name === name ? { ...mark.lost, backAt: mark.wholeAt } : null
  }, [text, name])
}
