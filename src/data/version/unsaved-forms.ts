import { dirtyForms } from './dirty-forms.ts'

/** Tabs of this browser ask each other for forms that are not saved: a logout in one of them closes the screens of all. */
const CHANNEL = 'lolapp.saisies'
/** A tab that sleeps does not answer, and the logout does not wait for it. */
const ANSWER_MS = 300

const ASKED = 'asked'
const UNSAVED = 'unsaved'

let channel: BroadcastChannel | undefined
let listeners = 0

/** Answers other tabs while a form is open here. @returns a function that ends it */
function answerOthers(): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined
  listeners += 1
  if (!channel) {
    const opened = new BroadcastChannel(CHANNEL)
    opened.onmessage = ({ data }) => {
      if (data === ASKED && dirtyForms.wouldAsk()) opened.postMessage(UNSAVED)
    }
    channel = opened
  }
  return () => {
    listeners -= 1
    if (listeners > 0) return
    channel?.close()
    channel = undefined
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
      asking.onmessage = ({ data }) => {
        if (data === UNSAVED) resolve('elsewhere')
      }
      asking.postMessage(ASKED)
      setTimeout(() => resolve(null), ANSWER_MS)
    })
  } finally {
    asking.close()
  }
}
