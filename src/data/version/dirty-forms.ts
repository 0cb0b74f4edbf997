/** An open form that may hold unsaved work. */
export interface OpenForm {
  isDirty: () => boolean
  values: () => unknown
}

const PREFIX = 'lolapp.brouillon.'
const forms = new Map<string, OpenForm>()
let leaving = false

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
    for (const [key, form] of forms) {
      if (form.isDirty()) sessionStorage.setItem(PREFIX + key, JSON.stringify(form.values()))
    }
  },
  /** Keeps every dirty form's values for after the reload. */
  saveDrafts(): void {
    dirtyForms.keepDrafts()
    leaving = true
  },
  hasDraft: (key: string): boolean => sessionStorage.getItem(PREFIX + key) !== null,
  /** The draft kept for this form, once: reading it removes it. */
  takeDraft(key: string): unknown {
    const text = sessionStorage.getItem(PREFIX + key)
    if (text === null) return undefined
    sessionStorage.removeItem(PREFIX + key)
    try {
      return JSON.parse(text)
    } catch {
      return undefined
    }
  },
}
