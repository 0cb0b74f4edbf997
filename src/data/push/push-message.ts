import { safeRedirect } from '../../ui/navigation/redirect.ts'

/** What a notification says, and the app's address that a click on it opens. */
export interface PushMessage {
  title: string
  body: string
  /** Path of this origin. */
  url: string
}

const FALLBACK: PushMessage = { title: 'Lolapp', body: 'Ouvrez l’application pour en savoir plus.', url: '/' }
const text = (value: unknown, otherwise: string): string =>
  typeof value === 'string' && value !== '' ? value : otherwise

/** A path of this origin; anything else becomes the start page: a notification must not open another site. */
export const ownPath = (url: unknown): string => safeRedirect(url) ?? FALLBACK.url

/** Reads what the server sent ({ title, message, url }). A browser must show something for each push: an unreadable one shows a general text. */
export function readPush(sent: string | undefined): PushMessage {
  try {
    const { title, message, url } = JSON.parse(sent ?? '') as Record<string, unknown>
    return { title: text(title, FALLBACK.title), body: text(message, FALLBACK.body), url: ownPath(url) }
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
