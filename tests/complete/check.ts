import type { Page } from 'playwright'
import type { Asker } from './answers.ts'

/** One thing that a screen says, and what the database answers. */
export interface Check {
  /** The screen and the thing, in words. */
  what: string
  path: string
  /** What the screen says, once it is open. */
  read: (page: Page, asker: Asker) => Promise<unknown>
  ask: (asker: Asker) => Promise<unknown>
}
