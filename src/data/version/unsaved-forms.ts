import { dirtyForms } from './dirty-forms.ts'

/** Tabs of this browser ask each other for forms that are not saved: a logout in one of them closes the screens of all. */
const CHANNEL = 'lolapp.saisies'
/** Every tab with an open form holds it: whoever asks knows how many answers come. */
const LOCK = 'lolapp.saisies'
/** Nobody goes on before it: a tab of a former version holds no lock. */
const ANSWER_MS = 300
/** Time for a tab that has a form: a slow device answers late, a tab that sleeps does not answer at all. */
const PATIENCE_MS = 3000

const ASKED = 'asked'
const UNSAVED = 'unsaved'
const SAVED = 'saved'

let channel: BroadcastChannel | undefined
let letGo = (): void => undefined
let listeners = 0

/** Holds the lock until the returned function is called. */
function holdLock(): () => void {
  let end = (): void => undefined
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  navigator.locks?.request(LOCK, { mode: 'shared' }, () => ended).catch(() => undefined)
  return end
}

/** How many tabs have an open form, this one included. */
async function formTabs(): Promise<number> {
  const known = await navigator.locks?.query().catch(() => undefined)
  return known?.held?.filter(({ name }) => name === LOCK).length ?? 0
}

/** Answers other tabs while a form is open here. @returns a function that ends it */
function answerOthers(): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined
  listeners += 1
  if (!channel) {
    const opened = new BroadcastChannel(CHANNEL)
    opened.onmessage = ({ data }) => {
      if (data === ASKED) opened.postMessage(dirtyForms.wouldAsk() ? UNSAVED : SAVED)
    }
    channel = opened
    letGo = holdLock()
  }
  return () => {
    listeners -= 1
    if (listeners > 0) return
    channel?.close()
    channel = undefined
    letGo()
  }
}

/** A form that asks before it is left, as long as it is open. @returns a function that ends it */
export function guardForm(wouldAsk: () => boolean): () => void {
  const ends = [dirtyForms.guard(wouldAsk), answerOthers()]
  return () => {
    for (const end of ends) end()
  }
}

/** Where a form stands that would be lost by a logout: in this tab, in another one of this browser, or nowhere. */
export async function whereUnsaved(): Promise<'here' | 'elsewhere' | null> {
  if (dirtyForms.wouldAsk()) return 'here'
  if (typeof BroadcastChannel === 'undefined') return null
  const asking = new BroadcastChannel(CHANNEL)
  try {
    return await new Promise((resolve) => {
      let saved = 0
      let expected = Number.POSITIVE_INFINITY
      const look = (): void => {
        if (saved >= expected) resolve(null)
      }
      asking.onmessage = ({ data }) => {
        if (data === UNSAVED) resolve('elsewhere')
        if (data === SAVED) saved += 1
        look()
      }
      asking.postMessage(ASKED)
      setTimeout(async () => {
        expected = await formTabs()
        look()
      }, ANSWER_MS)
      setTimeout(() => resolve(null), PATIENCE_MS)
    })
  } finally {
    asking.close()
  }
}
