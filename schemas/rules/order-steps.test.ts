import { describe, expect, it } from 'vitest'
import { orderSteps } from './order-steps.ts'

const now = '2026-11-20 12:00'
const done = (facts: Parameters<typeof orderSteps>[0]): string[] =>
  orderSteps(facts, now)
    .filter((step) => step.done)
    .map((step) => step.code)
const signedAt = '2026-10-01 18:00'
const measure = { RDV_DEBUT: '2026-10-10 09:00', RDV_FIN: '2026-10-10 10:00' }
const planned = { RDV_DEBUT: '2026-12-01 08:00', RDV_FIN: '2026-12-02 17:00', finished: false }
const past = { RDV_DEBUT: '2026-11-02 08:00', RDV_FIN: '2026-11-03 17:00', finished: false }

describe('order tracking', () => {
  it('follows the facts from the signature to the end, one after the other', () => {
    expect(done({ signedAt, measures: [], works: [] })).toEqual(['signature'])
    expect(done({ signedAt, measures: [measure], works: [] })).toEqual(['signature', 'metre'])
    expect(done({ signedAt, measures: [measure], works: [planned] })).toEqual(['signature', 'metre', 'planification'])
    expect(done({ signedAt, measures: [], works: [past] })).toEqual(['signature', 'metre', 'planification', 'travaux'])
    expect(done({ signedAt, measures: [], works: [{ ...past, finished: true }] })).toHaveLength(5)
  })

  it('is not finished while some of its works are still to come', () => {
    expect(done({ signedAt, measures: [], works: [past, planned] })).toEqual(['signature', 'metre', 'planification'])
  })

  it('shows a measure as done, with its day, only once it was made', () => {
    const coming = { RDV_DEBUT: '2026-11-24 09:00', RDV_FIN: '2026-11-24 10:00' }
    const metre = (measures: (typeof measure)[]) => orderSteps({ signedAt, measures, works: [planned] }, now)[1]
    expect(metre([coming])).toMatchObject({ done: false, date: coming.RDV_DEBUT })
    expect(metre([coming, measure])).toMatchObject({ done: true, date: measure.RDV_DEBUT })
  })

  it('counts what ends at this minute as over, and nothing that ends a minute later', () => {
    const ending = (RDV_FIN: string) => {
      const one = { RDV_DEBUT: '2026-11-20 08:00', RDV_FIN }
      return done({ signedAt, measures: [one], works: [{ ...one, finished: false }] })
    }
    expect(ending(now)).toEqual(['signature', 'metre', 'planification', 'travaux'])
    expect(ending('2026-11-20 12:01')).toEqual(['signature', 'planification'])
  })

  it('gives the date: the first day of the works, and none for what is not known', () => {
    const steps = orderSteps({ signedAt, measures: [], works: [past, planned] }, now)
    expect(steps.map((step) => step.date)).toEqual([signedAt, null, past.RDV_DEBUT, planned.RDV_FIN, null])
  })
})
