import { useSyncExternalStore } from 'react'
import { askAgainToKeep } from '../database/storage-room.ts'

/** Chromium's event; TypeScript does not know it, because no other browser has it. */
export interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/**
 * How this browser installs the app: by its own dialog, by hand on iOS (« Partager »), or in a way that it does not tell (its menu, or it is
 * installed beside this tab); « installed » is the app in its own window, or one that has just been installed.
 */
export type InstallWay = 'dialog' | 'ios' | 'unknown' | 'installed'

interface Seen {
  isStandalone: boolean
  hasDialog: boolean
  userAgent: string
  touchPoints: number
}

/** The way of a browser by what it shows of itself. Pure. */
export function wayOf({ isStandalone, hasDialog, userAgent, touchPoints }: Seen): InstallWay {
  if (isStandalone) return 'installed'
  if (hasDialog) return 'dialog'
  // An iPad calls itself a Mac, which has no touch screen. The page inside another app lacks « Safari » and has no home screen to offer.
  const isApple = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)
  return isApple && userAgent.includes('Safari/') ? 'ios' : 'unknown'
}

let dialog: InstallPrompt | null = null
let isInstalled = false
const listeners = new Set<() => void>()
const tell = (): void => {
  for (const listener of listeners) listener()
}

const standalone = (): boolean =>
  // iOS sets `navigator.standalone`; the others answer the query.
  (navigator as { standalone?: boolean }).standalone === true ||
  window.matchMedia?.('(display-mode: standalone)').matches === true

/** From the start of the page on: the browser hands over its dialog once, perhaps before the first screen. */
export function watchInstallation(page: EventTarget): void {
  page.addEventListener('beforeinstallprompt', (event) => {
    // Else Chromium shows a bar of its own, at a moment of its own.
    event.preventDefault()
    dialog = event as InstallPrompt
    tell()
  })
  page.addEventListener('appinstalled', () => {
    dialog = null
    isInstalled = true
    // Browsers agree for an installed app where they refused before.
    void askAgainToKeep()
    tell()
  })
}

const way = (): InstallWay =>
  wayOf({
    isStandalone: isInstalled || standalone(),
    hasDialog: dialog !== null,
    userAgent: navigator.userAgent,
    touchPoints: navigator.maxTouchPoints,
  })

export const useInstallWay = (): InstallWay =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, way)

/** Shows the browser's dialog, by a person's tap. @returns whether they installed; false also where there is no dialog any more */
export async function install(): Promise<boolean> {
  const shown = dialog
  if (shown === null) return false
  // A dialog opens once; the browser hands over another one when it wants to.
  dialog = null
  await shown.prompt()
  const { outcome } = await shown.userChoice
  tell()
  return outcome === 'accepted'
}
