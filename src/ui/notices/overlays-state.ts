import { useSyncExternalStore } from 'react'

/**
 * Dialogs and toasts are mounted when the first one opens: the login page does not load their code. Until they are mounted,
 * calls that open one are queued.
 */
let wanted = false
let ready = false
const waiting: (() => void)[] = []
const listeners = new Set<() => void>()

export function wantOverlays(): void {
  if (wanted) return
  wanted = true
  for (const listener of listeners) listener()
}

export const useOverlaysWanted = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => wanted,
  )

/** Called by the mounted overlays. */
export function setOverlaysReady(): () => void {
  ready = true
  for (const open of waiting.splice(0)) open()
  return () => {
    ready = false
  }
}

/** Runs `open` now, or as soon as dialogs and toasts are mounted. */
export function withOverlays(open: () => void): void {
  if (ready) {
    open()
    return
  }
  waiting.push(open)
  wantOverlays()
}
