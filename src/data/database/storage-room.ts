import { useSyncExternalStore } from 'react'

const LEAST_BYTES = 50 * 1024 ** 2
const FULLEST = 0.9

/** The bytes that the application may still store, when they are too few (WORK-11); null when there is room, or the browser does not say. Pure. */
export function tightRoom({ usage, quota }: StorageEstimate): number | null {
  if (usage === undefined || !quota) return null
  const left = Math.max(0, quota - usage)
  return left < LEAST_BYTES || usage / quota > FULLEST ? left : null
}

let left: number | null = null
const listeners = new Set<() => void>()

/** Absent on an insecure origin and in old browsers, whole or in part. */
const manager = (): Partial<StorageManager> | undefined => globalThis.navigator?.storage

/** Asks the browser how much room there is. */
export async function lookAtRoom(storage = manager()): Promise<void> {
  const estimate = await storage?.estimate?.().catch(() => undefined)
  const now = tightRoom(estimate ?? {})
  if (now === left) return
  left = now
  for (const listener of listeners) listener()
}

/** Bytes that are left, when they are too few. */
export const useTightRoom = (): number | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => left,
  )

let isAsked = false

/** Asks the browser, once per start, not to clear by itself the stored data; after a refusal the button may ask again. */
export async function askToKeep(storage = manager()): Promise<void> {
  if (isAsked) return
  isAsked = true
  try {
    if (!(await storage?.persisted?.())) await storage?.persist?.()
  } catch {
    // Not allowed here: « Synchronisation » shows it.
  }
}

/** After an installation: browsers then agree where they refused before. */
export function askAgainToKeep(): Promise<void> {
  isAsked = false
  return askToKeep()
}
