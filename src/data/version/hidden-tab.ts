import { dirtyForms } from './dirty-forms.ts'

/** The browser may ask before this page goes, and nothing says yet that its person stays. */
let asking: Event | null = null
/** They let the page go. */
let letGo = false

function stays(): void {
  asking = null
  letGo = false
}

/**
 * A phone ends a tab that is not shown, without a word to the page: while the camera is open, or another app. So every dirty form is kept from the
 * moment when the tab is hidden until it is shown again, and the tab that the browser restores finds the drafts. This module is loaded with the first form.
 */
globalThis.document?.addEventListener('visibilitychange', () => {
  if (!document.hidden) {
    stays()
    // The new page of an update may still come: it takes them.
    if (!dirtyForms.isLeavingSafely()) dirtyForms.forgetHidden()
  } else if (!letGo) dirtyForms.keepHidden()
})

/**
 * A page that goes is hidden too, before it goes or after, by the browser. Whoever was asked and let it go does not want its drafts. Only what goes
 * tells that answer: who stays, or opened the telephone by a link, may be covered by another app next.
 */
globalThis.window?.addEventListener('beforeunload', (event) => {
  // Browsers do not ask about a page that nobody has touched.
  asking = dirtyForms.isLeavingSafely() || navigator.userActivation?.hasBeenActive === false ? null : event
  for (const deed of ['pointerdown', 'keydown']) window.addEventListener(deed, stays, { capture: true, once: true })
})
globalThis.window?.addEventListener('pagehide', () => {
  // Listeners of a window are called in the order in which they were added, so a form may have prevented it later than the one above.
  if (!asking?.defaultPrevented) return
  letGo = true
  dirtyForms.forgetHidden()
})

/** The form was rendered: in a hidden tab its draft follows, but not in a page that its person let go. */
export function formRendered(key: string): void {
  if (!letGo) dirtyForms.rendered(key)
}
