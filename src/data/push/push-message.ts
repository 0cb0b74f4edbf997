import { safeRedirect } from '../../ui/navigation/redirect.ts'

/** What a notification says, and the app's address that a click on it opens. */
export interface PushMessage {
  title: string
  body: string
  /** Path of this origin; it ends with the notice that a press reads. */
  url: string
}

const FALLBACK: PushMessage = { title: 'Lolapp', body: 'Ouvrez l’application pour en savoir plus.', url: '/' }
const text = (value: unknown, otherwise: string): string =>
  typeof value === 'string' && value !== '' ? value : otherwise

/** A path of this origin; anything else becomes the start page: a notification must not open another site. */
export const ownPath = (url: unknown): string => safeRedirect(url) ?? FALLBACK.url

const MARK = 'notification='

/** The notice that a pressed push announced, by the hash of the page that it opened; null for any other hash. */
export function noticeOfHash(hash: string): string | null {
  if (!hash.startsWith(MARK)) return null
  try {
    return decodeURIComponent(hash.slice(MARK.length))
  } catch {
    // An address that was cut: its page opens all the same.
    return null
  }
}

const pathOf = (url: unknown, notice: unknown): string => {
  const id = (notice as { id?: unknown } | undefined)?.id
  return typeof id === 'string' ? `${ownPath(url)}#${MARK}${encodeURIComponent(id)}` : ownPath(url)
}

/** Reads what the server sent ({ title, message, url, notice }). A browser must show something for each push: an unreadable one shows a general text. */
export function readPush(sent: string | undefined): PushMessage {
  try {
    const { title, message, url, notice } = JSON.parse(sent ?? '') as Record<string, unknown>
    return { title: text(title, FALLBACK.title), body: text(message, FALLBACK.body), url: pathOf(url, notice) }
  } catch {
    return FALLBACK
  }
}

/** A message of the service worker to an open tab: show this address. */
export interface OpenMessage {
  type: 'OPEN'
  url: string
}

export const isOpenMessage = (data: unknown): data is OpenMessage =>
  typeof data === 'object' && data !== null && (data as OpenMessage).type === 'OPEN'
