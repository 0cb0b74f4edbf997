import { useEffect, useRef } from 'react'

/** What lies over the page (sheets, dialogs, menus, a photo), the latest last. « Précédent » closes the top one, as in a phone's own apps. */
const layers: { close: () => void }[] = []

/** Registers a layer while it is open. */
export function useLayer(opened: boolean, close: () => void): void {
  const latest = useRef(close)
  latest.current = close
  useEffect(() => {
    if (!opened) return
    const layer = { close: () => latest.current() }
    layers.push(layer)
    return () => void layers.splice(layers.indexOf(layer), 1)
  }, [opened])
}

let passes = false

/** The next « Précédent » is a step of the app itself, as after a save: it closes no layer. */
export function passNextBack(): void {
  passes = true
  // `watchBack` is asked before the next task.
  const ended = (): unknown => setTimeout(() => (passes = false))
  window.addEventListener('popstate', ended, { once: true })
}

/** @returns what closes the top layer, where one is open and « Précédent » is the person's */
export const topLayer = (): (() => void) | undefined => (passes ? undefined : layers.at(-1)?.close)
