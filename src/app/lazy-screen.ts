import { lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'

/** A module whose export of this name is a screen. */
export type Load<K extends string> = () => Promise<Record<K, ComponentType>>

/** Time in which a navigation that has begun replaces the page. One that replaces nothing, a download for example, only delays the failure. */
const LEAVES_MS = 5000

/**
 * Loads a screen. WebKit ends the loading of a page's files when the next page is asked for, before this page is gone; the router answers a file that is
 * missing by a reload, which would take the place of the next page. So a failure after the page began to leave is told only if the page stays.
 */
export async function loadUnlessLeft<T>(load: () => Promise<T>, page: EventTarget = window): Promise<T> {
  let isLeft = false
  const leave = (): void => {
    isLeft = true
  }
  page.addEventListener('beforeunload', leave)
  try {
    return await load()
  } catch (error) {
    if (isLeft) await new Promise((resolve) => setTimeout(resolve, LEAVES_MS))
    throw error
  } finally {
    // Firefox keeps no page for « Précédent » that listens to this.
    page.removeEventListener('beforeunload', leave)
  }
}

/** A screen that is loaded when somebody goes there. Its file and name are checked by the compiler. */
export const lazyScreen = <K extends string>(load: Load<K>, exported: K) =>
  lazyRouteComponent(() => loadUnlessLeft(load as Load<string>), exported)
