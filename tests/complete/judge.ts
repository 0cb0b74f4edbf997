import type { Check } from './check.ts'
import type { Company, Viewer } from './company.ts'
import { differences, sizeOf } from './compare.ts'
import { askedAt } from './moments.ts'

/** Compares one thing of a screen with what the database answers. */

/** An answer that changes while it is read is read again, so many times at most. */
const TRIES = 3
/** The app's clock is read every fifteen seconds, and shows minutes. */
const CLOCK_S = 90

export interface Judged {
  /** Null when both say the same. */
  fault: string | null
  /** How much was compared. */
  size: number
  /** Why it was read again, each time. */
  again: string[]
}

/**
 * Reads a screen once. It is read again only where the database's own answer changed with the time meanwhile: a list or a number that is shown before it is
 * whole is a fault of the app (DAY-03), not of the reading. `open` opens the screen and gives what it says.
 */
export async function judge(
  { ask, mayBeEmpty }: Pick<Check, 'ask' | 'mayBeEmpty'>,
  { company, viewer, open }: { company: Company; viewer: Viewer; open: (company: Company) => Promise<unknown> },
): Promise<Judged> {
  const again: string[] = []
  for (;;) {
    const begun = Date.now()
    const watched = askedAt(company)
    let size = 0
    const fault = await Promise.all([open(watched), ask({ company: watched, viewer })]).then(
      ([screen, database]) => {
        size = sizeOf(database)
        return differences(screen, database)
      },
      (error: Error) => error.message.split('\n')[0] ?? 'not read',
    )
    if (fault === null) {
      const isEmpty = size === 0 && mayBeEmpty === undefined
      return { fault: isEmpty ? 'nothing to compare: the company has no such record' : null, size, again }
    }
    const moved = watched.asksTime() ? await movedSince(begun) : null
    if (moved === null || again.length === TRIES - 1) return { fault, size, again }
    again.push(`its answer changed with the time: ${moved}`)
  }

  /** What the answer has become since the clock that the screen may show. */
  async function movedSince(begun: number): Promise<string | null> {
    const seconds = Math.ceil((Date.now() - begun) / 1000) + CLOCK_S
    const before = await ask({ company: askedAt(company, seconds), viewer })
    return differences(before, await ask({ company, viewer }))
  }
}
