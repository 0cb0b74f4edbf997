import type { Page } from 'playwright'
import type { Asker } from './answers.ts'

/** What a screen does with its records: a new one without a check fails `coverage.test.ts`. */
export const PARTS = ['list', 'count', 'search', 'export'] as const
export type Part = (typeof PARTS)[number]

/** One thing that a screen says, and what the database answers. */
export interface Check {
  /** The screen and the thing, in words. */
  what: string
  path: string
  /** Which of them it compares. Of a file, also the list that it is written from: it has all its rows. */
  parts: readonly Part[]
  /** What the screen says, once it is open. */
  read: (page: Page, asker: Asker) => Promise<unknown>
  ask: (asker: Asker) => Promise<unknown>
  /** Why the database may answer with nothing. Of any other check nothing to compare is a fault: an empty screen would be the same as an empty answer. */
  mayBeEmpty?: string
}
