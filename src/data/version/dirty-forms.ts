/** An open form that may hold unsaved work. */
export interface OpenForm {
  isDirty: () => boolean
  values: () => unknown
  /** What it makes does not exist yet. */
  isNew?: boolean
}

const PREFIX = 'lolapp.brouillon.'
const forms = new Map<string, OpenForm>()
let leaving = false
/** Where the drafts of this reload stand. */
let stored: string[] = []

/** The page of the tab's history that is shown, by the router's key for it. */
const historyKey = (): string => (globalThis.window?.history.state as { __TSR_key?: string } | null)?.__TSR_key ?? ''

/** The page that was loaded, or loaded again. */
const loadedAt = historyKey()

/**
 * Where a draft is stored. Nothing names what a form will make, so its draft belongs to the page of the tab's history where it was begun:
 * « Précédent » and a reload bring it back, another new form stays empty.
 */
const placeOf = (key: string, isNew = false): string => PREFIX + (isNew ? `${key}@${historyKey()}` : key)

/** Removes what is stored there. @returns null where nothing was */
function taken(place: string): string | null {
  const text = sessionStorage.getItem(place)
  sessionStorage.removeItem(place)
  return text
}

/** @returns where they are stored */
function keepAll(): string[] {
  const dirty = [...forms].filter(([, form]) => form.isDirty())
  return dirty.map(([key, form]) => {
    const place = placeOf(key, form.isNew)
    sessionStorage.setItem(place, JSON.stringify(form.values()))
    return place
  })
}

/**
 * Open forms by key (one per form and record). The update prompt saves the drafts of the dirty ones before it reloads the page;
 * sessionStorage, because a draft belongs to its tab and must not outlive it.
 */
export const dirtyForms = {
  register(key: string, form: OpenForm): () => void {
    forms.set(key, form)
    return () => {
      if (forms.get(key) === form) forms.delete(key)
    }
  },
  any: (): boolean => [...forms.values()].some((form) => form.isDirty()),
  /** True once the page reloads for an update: drafts are safe, the browser need not warn. */
  isLeavingSafely: (): boolean => leaving,
  /** Keeps every dirty form's values until the form is opened again: its person looks at another page meanwhile. */
  keepDrafts(): void {
    keepAll()
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
  },
  hasDraft: (key: string): boolean => sessionStorage.getItem(placeOf(key)) !== null,
  /** The draft kept for this form, once: reading it removes it. */
  takeDraft(key: string, isNew = false): unknown {
    // Builds before 27 November 2026 stored new forms without their page: theirs is of the page that the update has loaded again.
    const text = taken(placeOf(key, isNew)) ?? (isNew && historyKey() === loadedAt ? taken(placeOf(key)) : null)
    if (text === null) return undefined
    try {
      return JSON.parse(text)
    } catch {
      return undefined
    }
  },
}
