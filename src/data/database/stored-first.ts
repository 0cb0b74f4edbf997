import { type Identity, localDatabaseName } from '../../../sync/identity.ts'
import type { EarlyRows } from '../../../sync/replicate/early-rows.ts'
import { dismissPicture } from '../first-picture/stored-picture.ts'

/** WORK-12: on a device that has its records, an agenda is drawn from IndexedDB itself, before the code of the local database is loaded. */

/** Reading takes some milliseconds; where it takes longer, the local database is opened beside it. */
const READING_MS = 1000
/** How long the opening waits for the drawing of what was read. */
const DRAWING_MS = 600

/** What is being read; `late` resolves when it has taken too long to wait for. */
interface Reading {
  rows: Promise<EarlyRows | null>
  late: Promise<void>
}

let reading: (Reading & { name: string }) | undefined
let drawn: () => void = () => undefined

/** Begins to read; the provider of the local database takes the answer. */
export function readFirst(identity: Identity): void {
  const late = new Promise<void>((resolve) => setTimeout(resolve, READING_MS))
  const rows = import('./read-weeks.ts').then(({ readWeeks }) => readWeeks(identity)).catch(() => null)
  reading = { name: localDatabaseName(identity), rows, late }
}

/** What is being read for this account, once; null where nothing is. */
export function takeFirst(identity: Identity): Reading | null {
  const taken = reading
  reading = undefined
  return taken?.name === localDatabaseName(identity) ? taken : null
}

/** Resolves when a screen has drawn what was read, or gives up waiting. */
export const untilDrawn = (): Promise<void> =>
  new Promise((resolve) => {
    drawn = resolve
    setTimeout(resolve, DRAWING_MS)
  })

/** Called by the screen, once its records are on the page, or where there are none to be drawn. */
export const tellDrawn = (): void => {
  // After the frame that shows them.
  requestAnimationFrame(() =>
    setTimeout(() => {
      drawn()
      dismissPicture()
    }),
  )
}
