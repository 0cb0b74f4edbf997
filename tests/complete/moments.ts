import type { Company } from './company.ts'

/** Which questions depend on the time, and what the database answers to them at another moment. */

export interface Watched extends Company {
  /** Whether one of the questions so far names the time. */
  asksTime: () => boolean
}

const TIME = 'now()'

/** The company as it is asked now, or as it would have answered so many seconds ago. */
export function askedAt(company: Company, secondsAgo = 0): Watched {
  let named = false
  return {
    ...company,
    asksTime: () => named,
    ask: (text, values) => {
      if (text.includes(TIME)) named = true
      return company.ask(
        secondsAgo === 0 ? text : text.replaceAll(TIME, `(now() - interval '${secondsAgo} seconds')`),
        values,
      )
    },
  }
}
