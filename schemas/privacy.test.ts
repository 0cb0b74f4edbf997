import { describe, expect, it } from 'vitest'
import { answerDue } from './privacy.ts'

const ZONE = 'Europe/Paris'

describe('the day by which a request for erasure is answered', () => {
  it.each([
    ['the same day of the next month', '2026-11-24T13:00:00.000Z', '2026-12-24'],
    ['over the end of a year', '2026-12-15T08:00:00.000Z', '2027-01-15'],
    ['the last day of a shorter month', '2027-01-31T08:00:00.000Z', '2027-02-28'],
    ['of a leap year too', '2028-01-31T08:00:00.000Z', '2028-02-29'],
    ['the day is the company’s, not that of Greenwich', '2026-11-23T23:30:00.000Z', '2026-12-24'],
  ])('%s', (_, asked_at, due) => expect(answerDue({ why: 'demande', asked_at }, ZONE)).toBe(due))

  it('is none where the company asks because the period is over: nobody waits for an answer', () => {
    expect(answerDue({ why: 'duree', asked_at: '2026-11-24T13:00:00.000Z' }, ZONE)).toBeNull()
  })
})
