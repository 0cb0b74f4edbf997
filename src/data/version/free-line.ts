/**
 * The line of a new device. What its first screen needs comes first; then the app's whole files, which the service worker installs for days without a
 * network (PWA-02).
 */

const QUIET_MS = 300
const LATEST_MS = 4000

/** Resolves when no file has been loading for a moment. */
export async function quiet(): Promise<void> {
  const limit = performance.now() + LATEST_MS
  for (let loaded = -1; performance.now() < limit; ) {
    const now = performance.getEntriesByType('resource').length
    if (now === loaded) return
    loaded = now
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS))
  }
}

/** A first screen that does not come keeps the line no longer than this. */
const HOLD_MS = 20_000

const held = new Set<symbol>()
let waiting: (() => void)[] = []

/** Somebody has just signed in: their first screen has the line for itself. @returns a function that gives it free, which time does too */
export function holdLine(): () => void {
  const one = Symbol('first screen')
  held.add(one)
  const release = (): void => {
    clearTimeout(timer)
    held.delete(one)
    if (held.size > 0) return
    for (const go of waiting) go()
    waiting = []
  }
  const timer = setTimeout(release, HOLD_MS)
  return release
}

/** Time in which a person signs in who knows their password by heart. */
const LOGIN_MS = 5000

/** Resolves once the first screen has what it needs. @param expectsLogin nobody is signed in, and somebody may be about to sign in */
export async function freeLine({ expectsLogin }: { expectsLogin: boolean }): Promise<void> {
  if (expectsLogin) await new Promise((resolve) => setTimeout(resolve, LOGIN_MS))
  do {
    while (held.size > 0) await new Promise<void>((resolve) => waiting.push(resolve))
    await quiet()
  } while (held.size > 0)
}
