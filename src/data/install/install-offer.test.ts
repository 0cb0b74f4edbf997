import { expect, it } from 'vitest'
import { isOfferDue, type OfferMark } from './install-offer.ts'
import type { InstallWay } from './installation.ts'

const SINCE = '2026-11-25T08:00:00.000Z'
const after = (minutes: number): number => Date.parse(SINCE) + minutes * 60_000
const mark = (answer: OfferMark['answer'] = 'none'): OfferMark => ({ since: SINCE, answer })

it.each<[string, OfferMark | null, InstallWay, number, boolean]>([
  ['at the first second', mark(), 'dialog', after(0), false],
  ['after nine minutes', mark(), 'dialog', after(9), false],
  ['after ten minutes', mark(), 'dialog', after(10), true],
  ['the next day, on iOS', mark(), 'ios', after(24 * 60), true],
  ['put off for good', mark('declined'), 'dialog', after(24 * 60), false],
  ['installed', mark(), 'installed', after(24 * 60), false],
  ['a browser that cannot', mark(), 'unknown', after(24 * 60), false],
  ['a device whose first use is not known', null, 'dialog', after(24 * 60), false],
])('[DAY-16 install] (offer) is due once the app was used: %s', (_what, known, way, now, due) => {
  expect(isOfferDue(known, { way, now })).toBe(due)
})
