/** An open form that may hold unsaved work. */
export interface OpenForm {
  isDirty: () => boolean
  values: () => unknown
  /** What it makes does not exist yet. */
  isNew?: boolean
  /** Pictures: kept where the tab has room for them beside the words of all forms. */
  bulky?: boolean
}

const PREFIX = 'lolapp.brouillon.'
const forms = new Map<string, OpenForm>()
/** Of each form that asks before it is left: whether it would ask now. */
const guards = new Set<() => boolean>()
const watchers = new Set<() => void>()
let leaving = false
/** Where the drafts of this reload stand. */
let stored: string[] = []
/** Of each form by its key: where its draft stands while this tab is not shown. */
const hidden = new Map<string, string>()
/** Where drafts wait for the login of their person: only the form that takes them removes them. */
const forReturn = new Set<string>()

/** The page of the tab's history that is shown, by the router's key for it. */
const historyKey = (): string => (globalThis.window?.history.state as { __TSR_key?: string } | null)?.__TSR_key ?? ''

/** The page that was loaded, or loaded again. */
const loadedAt = historyKey()

/**
 * Where a draft is stored. Nothing names what a form will make, so its draft belongs to the page of the tab's history where it was begun:
 * « Précédent » and a reload bring it back, another new form stays empty.
 */
const placeOf = (key: string, isNew = false): string => PREFIX + (isNew ? `${key}@${historyKey()}` : key)

/** The same for whoever comes back by the login, which makes a new page of the history: a new form is known by its address then. */
const returnPlaceOf = (key: string, isNew = false): string =>
  PREFIX + (isNew ? `${key}@${window.location.pathname}${window.location.search}` : key)

/** Removes what is stored there. @returns null where nothing was */
function taken(place: string): string | null {
  const text = sessionStorage.getItem(place)
  sessionStorage.removeItem(place)
  forReturn.delete(place)
  return text
}

/** @returns where it is stored */
function keep(key: string, form: OpenForm, at = placeOf): string {
  const place = at(key, form.isNew)
  sessionStorage.setItem(place, JSON.stringify(form.values()))
  return place
}

const wordsFirst = (): [string, OpenForm][] =>
  [...forms].toSorted(([, a], [, b]) => Number(a.bulky === true) - Number(b.bulky === true))

/** @returns where they are stored @throws the browser's QuotaExceededError where the words of a form have no room */
const keepAll = (at = placeOf): string[] =>
  wordsFirst()
    .filter(([, form]) => form.isDirty())
    .flatMap(([key, form]) => {
      try {
        return [keep(key, form, at)]
      } catch (error) {
        if (form.bulky) return []
        throw error
      }
    })

/** The form is shown again, saved or closed: what it holds is newer than its draft. */
function forgetHidden(key: string): void {
  const place = hidden.get(key)
  if (place !== undefined) sessionStorage.removeItem(place)
  hidden.delete(key)
}

function forgetAllHidden(): void {
  for (const key of [...hidden.keys()]) forgetHidden(key)
}

function keepHidden(key: string, form: OpenForm): void {
  if (!form.isDirty()) {
    forgetHidden(key)
    return
  }
  try {
    const place = keep(key, form)
    if (!forReturn.has(place)) hidden.set(key, place)
  } catch {
    // The tab has no room for it: smaller drafts are kept all the same.
  }
}

function tellWatchers(): void {
  for (const watcher of watchers) watcher()
}

/**
 * Open forms by key (one per form and record). The update prompt saves the drafts of the dirty ones before it reloads the page, and a tab that is
 * hidden keeps them until it is shown again; sessionStorage, because a draft belongs to its tab and must not outlive it.
 */
export const dirtyForms = {
  register(key: string, form: OpenForm): () => void {
    forms.set(key, form)
    return () => {
      if (forms.get(key) !== form) return
      forms.delete(key)
      forgetHidden(key)
    }
  },
  /** The tab is hidden (hidden-tab.ts): every dirty form is kept until it is shown again, or until that form is saved or closed. */
  keepHidden(): void {
    for (const [key, form] of wordsFirst()) keepHidden(key, form)
  },
  forgetHidden: forgetAllHidden,
  /** The form was rendered. In a hidden tab its draft follows: what is saved there meanwhile must not be offered again, what is restored there stays. */
  rendered(key: string): void {
    const form = forms.get(key)
    if (form && document.hidden) keepHidden(key, form)
    tellWatchers()
  },
  guard(wouldAsk: () => boolean): () => void {
    guards.add(wouldAsk)
    return () => {
      guards.delete(wouldAsk)
      tellWatchers()
    }
  },
  /** `watcher` is called when `wouldAsk` may have changed: a form was rendered or closed. @returns a function that ends it */
  subscribe(watcher: () => void): () => void {
    watchers.add(watcher)
    return () => watchers.delete(watcher)
  },
  /** Whether this tab shows a form that would ask before it is left. */
  wouldAsk: (): boolean => [...guards].some((wouldAsk) => wouldAsk()),
  /** True once the page reloads for an update: drafts are safe, the browser need not warn. */
  isLeavingSafely: (): boolean => leaving,
  /** Keeps every dirty form's values until the form is opened again. */
  keepDrafts(): void {
    keepAll()
  },
  /**
   * The same, where their person looks at another page: they come back to this page of the history. A later edit of the same record begins with what the
   * record says, and not with words that they may have left on purpose.
   */
  keepForBack(): void {
    keepAll((key) => placeOf(key, true))
  },
  /** The session has ended by itself: keeps every dirty form's values for its person, who logs in again and is led back to this address. */
  keepForReturn(): void {
    forgetAllHidden()
    try {
      for (const place of keepAll(returnPlaceOf)) forReturn.add(place)
    } catch {
      // The tab has no room for it: the session ends all the same.
    }
  },
  /** Their person has logged out, or somebody else is here: the forms that are still open are not kept any more either. */
  forgetDrafts(): void {
    forms.clear()
    hidden.clear()
    forReturn.clear()
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
  },
  /** Keeps every dirty form's values for after the reload. */
  saveDrafts(): void {
    stored = keepAll()
    leaving = true
  },
  /** Its person refused that reload: the forms are guarded as before, and what is typed later is newer than the drafts. */
  stayed(): void {
    leaving = false
    for (const place of stored) sessionStorage.removeItem(place)
    stored = []
    if (document.hidden) dirtyForms.keepHidden()
    else forgetAllHidden()
  },
  hasDraft: (key: string): boolean => sessionStorage.getItem(placeOf(key)) !== null,
  /** The draft kept for this form, once: reading it removes it. */
  takeDraft(key: string, isNew = false): unknown {
    // Builds before 27 November 2026 stored new forms without their page: theirs is of the page that the update has loaded again.
    const text =
      taken(placeOf(key, isNew)) ??
      taken(placeOf(key, true)) ??
      taken(returnPlaceOf(key, isNew)) ??
      (isNew && historyKey() === loadedAt ? taken(placeOf(key)) : null)
    if (text === null) return undefined
    try {
      return JSON.parse(text)
    } catch {
      return undefined
    }
  },
}
