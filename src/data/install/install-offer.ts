import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { isText, objectOf, oneOf, type Shape } from '../api/shape.ts'
import { type InstallWay, useInstallWay } from './installation.ts'

/** What this device remembers of the offer to install the app. */
export interface OfferMark {
  /** ISO instant of the first use on this device. */
  since: string
  answer: 'none' | 'declined'
}

const isMark: Shape<OfferMark> = objectOf({ since: isText, answer: oneOf('none', 'declined') })

const KEY = 'lolapp.app.installation'
/** Nobody installs what they have just met. */
const USED_MS = 10 * 60_000
const LOOK_MS = 30_000

/** Whether the offer is due at `now` (ms): the app was used for a while, nobody has declined, and this browser can do it. Pure. */
export function isOfferDue(mark: OfferMark | null, { way, now }: { way: InstallWay; now: number }): boolean {
  if (mark === null || mark.answer === 'declined' || (way !== 'dialog' && way !== 'ios')) return false
  return now - Date.parse(mark.since) >= USED_MS
}

const listeners = new Set<() => void>()

const stored = (): string | null => {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

function parsed(text: string | null): OfferMark | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return isMark(value) ? value : null
  } catch {
    return null
  }
}

function keep(mark: OfferMark): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(mark))
  } catch {
    // localStorage is not usable: the app is never offered, « Synchronisation » still shows how.
  }
  for (const listener of listeners) listener()
}

/** « Ne plus proposer », for good: « Synchronisation » goes on showing how. */
export const declineInstallation = (): void =>
  keep({ since: parsed(stored())?.since ?? new Date().toISOString(), answer: 'declined' })

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  // The app is used for longer while nothing else changes.
  const timer = setInterval(listener, LOOK_MS)
  return () => {
    listeners.delete(listener)
    clearInterval(timer)
  }
}

/** Whether the app should offer now to be installed on this device (DAY-16). */
export function useInstallOffer(): boolean {
  const way = useInstallWay()
  const text = useSyncExternalStore(subscribe, stored)
  const mark = useMemo(() => parsed(text), [text])
  useEffect(() => {
    if (mark === null) keep({ since: new Date().toISOString(), answer: 'none' })
  }, [mark])
  return useSyncExternalStore(subscribe, () => isOfferDue(mark, { way, now: Date.now() }))
}
