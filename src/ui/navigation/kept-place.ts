/**
 * Where a person stood on a page, when they come back to it. The router knows the pixel, and scrolls there when the page has rendered; but a list that is
 * read from the local database is still empty then, and its rows may be other ones. Here the page is held at its place until it has stopped growing:
 *
 *     left ──BACK, FORWARD──▶ returning ──rendered──▶ held ──a person's own act, a new page, HOLD_MS without growth──▶ left
 */

/** The page is held until it has not been taller than before for so long. */
const HOLD_MS = 4000

/** Each of these is a person's own act, after which the page is theirs. */
const ACTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** Answers where the page must be scrolled to, in px; null while a list does not have its row. */
export type FindPlace = () => number | null

let returning = false
/** The pixel, for a page on which no list knows better. */
let pixel: number | null = null
let release: (() => void) | null = null
const finders = new Set<FindPlace>()

/** True from the way back until the person acts: only then lists look for their place, and nothing new is remembered. */
export const isReturning = (): boolean => returning

/** A person goes back or forward in the history. */
export function beginReturn(): void {
  endReturn()
  returning = true
}

/** Somebody acts, or goes to a new page. */
export function endReturn(): void {
  returning = false
  pixel = null
  release?.()
  release = null
}

function scrollToPlace(): void {
  if (release === null) return
  let found: number | null = null
  for (const find of finders) found ??= find()
  const top = found ?? pixel
  if (top !== null && Math.abs(window.scrollY - top) >= 1) window.scrollTo(0, top)
}

/** The page that a person came back to has rendered: it is scrolled to `top` px, and again each time it grows. */
export function holdPlace(top: number): void {
  if (!returning) return
  release?.()
  pixel = top
  let timer = setTimeout(endReturn, HOLD_MS)
  // A long list changes the page's height a little each time other rows are rendered. Only a page that is taller than before is still loading: a scroll by
  // assistive technology, which is none of the acts below, would otherwise be taken back for ever.
  let tallest = 0
  const growth = new ResizeObserver(() => {
    if (document.body.offsetHeight > tallest) {
      tallest = document.body.offsetHeight
      clearTimeout(timer)
      timer = setTimeout(endReturn, HOLD_MS)
    }
    scrollToPlace()
  })
  growth.observe(document.body)
  for (const act of ACTS) window.addEventListener(act, endReturn, { capture: true, passive: true })
  release = () => {
    clearTimeout(timer)
    growth.disconnect()
    for (const act of ACTS) window.removeEventListener(act, endReturn, { capture: true })
  }
  scrollToPlace()
}

/** A list that finds its own row, also where others were added above it. @returns stops it */
export function findPlaceBy(find: FindPlace): () => void {
  finders.add(find)
  scrollToPlace()
  return () => finders.delete(find)
}

/** The router's name of the present entry of the browser's history. */
function entryName(): string {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null && '__TSR_key' in state ? String(state.__TSR_key) : ''
}

/** Values that stay with an entry of the history while the app is open, by name: coming back finds them, a new visit does not. */
export function entryMemory<T>(): {
  recall: (name: string) => T | undefined
  remember: (name: string, value: T) => void
} {
  const kept = new Map<string, T>()
  const keyOf = (name: string): string => `${entryName()} ${name}`
  return {
    recall: (name) => kept.get(keyOf(name)),
    remember: (name, value) => kept.set(keyOf(name), value),
  }
}
