import { safeRedirect } from './redirect.ts'

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

/** A path of this origin; anything else leads to the start page: a notification opens nothing of somebody else's. */
export const ownPath = (url: unknown): string => safeRedirect(url) ?? FALLBACK.url

/** Reads what the server sent ({ title, message, url }). A browser must show something for each push: what cannot be read says so little. */
export function readPush(sent: string | undefined): PushMessage {
  try {
    const { title, message, url } = JSON.parse(sent ?? '') as Record<string, unknown>
    return { title: text(title, FALLBACK.title), body: text(message, FALLBACK.body), url: ownPath(url) }
  } catch {
    return FALLBACK
  }
}

/** Said by the service worker to an open tab: show this address. */
export interface OpenMessage {
  type: 'OPEN'
  url: string
}

export const isOpenMessage = (data: unknown): data is OpenMessage =>
  typeof data === 'object' && data !== null && (data as OpenMessage).type === 'OPEN'
