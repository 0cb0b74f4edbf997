import { describe, expect, it } from 'vitest'
import type { SiteNote } from './intervention-site.ts'
import { isFinished, needsReturn, type Repeatable, repeatedBy, returnNoteId, returnsOf } from './return-visits.ts'

const work = (IDINTERVENTION: string, FEEDBACK: string | null, of?: string): Repeatable => ({
  IDINTERVENTION,
  IDDEVIS: 'd',
  RDV_DEBUT: '2026-11-24 08:00',
  RDV_FIN: '2026-11-24 17:00',
  FEEDBACK,
  DATE_FEEDBACK: FEEDBACK === null ? null : '2026-11-24T16:00:00.000Z',
  DATE_CREATION: '2026-11-10T09:00:00.000Z',
  NOTES: of === undefined ? [] : [{ id: returnNoteId(of) }],
})

/** Two days later, planned on the day between. */
const later = (one: Repeatable, more: Partial<Repeatable> = {}): Repeatable => ({
  ...one,
  RDV_DEBUT: '2026-11-26 08:00',
  RDV_FIN: '2026-11-26 17:00',
  DATE_CREATION: '2026-11-25T09:00:00.000Z',
  ...more,
})
const bad = work('a', 'mauvais')
const ZONE = 'Europe/Paris'

/** « Mauvais » that somebody enters two days after the visit. */
const lateBad = { ...bad, DATE_FEEDBACK: '2026-11-26T18:00:00.000Z' }
const fromMonday = { RDV_DEBUT: '2026-11-23 08:00', RDV_FIN: '2026-11-27 17:00' }
const plannedAt = (DATE_CREATION: string, day = '2026-11-26') =>
  later(work('b', 'bon'), { DATE_CREATION, RDV_DEBUT: `${day} 08:00`, RDV_FIN: `${day} 17:00` })

describe('[INT-03] return visits', () => {
  it.each([
    ['good works', [work('a', 'bon')], true],
    ['bad works', [work('a', 'mauvais')], false],
    ['bad works and good ones that are no return', [work('a', 'mauvais'), work('b', 'bon')], false],
    ['a return that is planned', [work('a', 'mauvais'), work('b', null, 'a')], false],
    ['a return that ended well', [work('a', 'mauvais'), work('b', 'bon', 'a')], true],
    ['a return that ended badly', [work('a', 'mauvais'), work('b', 'mauvais', 'a')], false],
    ['the return of a return', [work('a', 'mauvais'), work('b', 'mauvais', 'a'), work('c', 'bon', 'b')], true],
    ['records that name each other', [work('a', 'mauvais', 'b'), work('b', 'mauvais', 'a')], false],
    ['a record that names itself', [work('a', 'mauvais', 'a')], false],
    ['later works that ended well, without a mark', [bad, later(work('b', 'bon'))], true],
    [
      'later works that were planned before',
      [bad, later(work('b', 'bon'), { DATE_CREATION: bad.DATE_CREATION })],
      false,
    ],
    [
      'later works that were planned after the visit, whose result is entered later',
      [lateBad, plannedAt('2026-11-24T17:00:00.000Z')],
      true,
    ],
    [
      'later works that were planned while somebody was on site, that day',
      [lateBad, plannedAt('2026-11-24T09:00:00.000Z')],
      true,
    ],
    [
      'later works that were planned before the visit of that day',
      [lateBad, plannedAt('2026-11-24T06:59:00.000Z')],
      false,
    ],
    [
      'later works that were planned while the first ones went on for days, and before their result',
      [
        { ...bad, ...fromMonday, DATE_FEEDBACK: '2026-11-27T15:00:00.000Z' },
        plannedAt('2026-11-25T09:00:00.000Z', '2026-12-01'),
      ],
      false,
    ],
    [
      'later works that were planned on the last of several days',
      [
        { ...bad, ...fromMonday, DATE_FEEDBACK: '2026-11-30T08:00:00.000Z' },
        plannedAt('2026-11-26T23:30:00.000Z', '2026-12-01'),
      ],
      true,
    ],
    [
      'later works that were planned once the result was given before the last day',
      [
        { ...bad, ...fromMonday, DATE_FEEDBACK: '2026-11-24T15:00:00.000Z' },
        plannedAt('2026-11-24T16:00:00.000Z', '2026-12-01'),
      ],
      true,
    ],
    ['later works that this device has not sent yet', [bad, later(work('b', 'bon'), { DATE_CREATION: null })], true],
    ['a result of which nobody knows when', [{ ...bad, DATE_FEEDBACK: null }, later(work('b', 'bon'))], true],
    ['a return visit that was planned before', [bad, work('b', 'bon', 'a')], true],
    ['later works that are planned', [bad, later(work('b', null))], false],
    ['later works that ended badly', [bad, later(work('b', 'mauvais'))], false],
    ['earlier works that ended well', [later(bad), work('b', 'bon')], false],
    ['later works of another quote', [bad, later(work('b', 'bon'), { IDDEVIS: 'e' })], false],
    ['later works without a quote', [bad, later(work('b', 'bon'), { IDDEVIS: null })], false],
    ['the return visit of other works', [bad, work('o', 'mauvais'), later(work('b', 'bon', 'o'))], false],
    [
      'a return that ended badly, and later works that ended well',
      [bad, work('b', 'mauvais', 'a'), later(work('c', 'bon'))],
      true,
    ],
  ] as const)('%s', (_title, works, finished) => {
    expect(isFinished(works[0], works, ZONE)).toBe(finished)
  })

  it('are planned after a visit by the clock of the company', () => {
    const works = [lateBad, plannedAt('2026-11-24T05:00:00.000Z')]
    expect(isFinished(lateBad, works, ZONE)).toBe(false)
    expect(isFinished(lateBad, works, 'Indian/Reunion')).toBe(true)
  })

  it('are found from both sides', () => {
    const [first, second] = [work('a', 'mauvais'), work('b', null, 'a')]
    expect(returnsOf(first, [first, second])).toEqual([second])
    expect(repeatedBy(second, [first, second])).toBe(first)
    expect(repeatedBy(first, [first, second])).toBeUndefined()
  })

  it('are needed after « Mauvais » and after a signed PV with reserves that are not lifted', () => {
    const reserve = (LEVEE?: string): SiteNote => ({
      id: 'r',
      TEXTE: 'Joint',
      LE: '2026-11-20T10:00:00.000Z',
      IDPERSONNEL: 'p',
      GENRE: 'reserve',
      ...(LEVEE === undefined ? {} : { LEVEE }),
    })
    const needs = (FEEDBACK: string | null, NOTES: SiteNote[], signed: boolean) =>
      needsReturn({ ...work('i1', FEEDBACK), NOTES }, { signed, works: [], zone: ZONE })
    expect(needs('mauvais', [], false)).toBe(true)
    expect(needs('bon', [reserve()], true)).toBe(true)
    expect(needs(null, [reserve()], true)).toBe(true)
    expect(needs(null, [reserve()], false)).toBe(false)
    expect(needs('bon', [reserve('f')], true)).toBe(false)
    expect(needs(null, [], true)).toBe(false)
    const bad = { ...work('i1', 'mauvais'), NOTES: [] }
    expect(needsReturn(bad, { signed: true, works: [bad, later(work('i2', 'bon'))], zone: ZONE })).toBe(false)
  })
})
