import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../dates.ts'
import { countsInRanking, type RankedPerson, type RankedQuote, ranking, rankingDays, rankingOfDays } from './ranking.ts'

const person = (IDPERSONNEL: string, more: Partial<RankedPerson> = {}): RankedPerson => ({
  IDPERSONNEL,
  NOM_COMPLET: `Nom ${IDPERSONNEL}`,
  ROLES: ['commercial'],
  HORS_STATS: 0,
  IDCOMPANY: 'demo',
  ...more,
})
const quote = (
  IDRESPONSABLEPROJET: string | null,
  NET_HT: number,
  signed: string | null,
  refused: string | null = null,
): RankedQuote => ({
  IDRESPONSABLEPROJET,
  NET_HT,
  DATE_SIGNATURE: signed,
  DATE_REFUSE: refused,
})
const november = { from: '2026-11-01', to: '2026-11-30' }
const rank = (quotes: RankedQuote[], people: RankedPerson[], zone = 'Europe/Paris', period = november) =>
  ranking({ quotes, people, period, zone, company: 'demo' })
const totals = (rows: ReturnType<typeof ranking>) => rows.map((row) => [row.rank, row.IDPERSONNEL, row.total])

const IN = '2026-11-10T10:00:00.000Z'
const BEFORE = '2026-10-10T10:00:00.000Z'
const AFTER = '2026-12-10T10:00:00.000Z'

describe('ranking', () => {
  it('is the sum signed in the period minus what was signed before and refused in it', () => {
    const rows = rank(
      [
        quote('a', 100_00, IN),
        quote('a', 50_00, BEFORE, IN),
        quote('b', 30_00, BEFORE, IN),
        quote('c', 70_00, IN, AFTER),
        quote('c', 20_00, IN, '2026-11-20T10:00:00.000Z'),
        quote('d', 99_00, BEFORE, AFTER),
        quote('d', 99_00, null, IN),
        quote('d', 99_00, null),
        quote('d', 99_00, AFTER),
        quote(null, 99_00, IN),
      ],
      ['a', 'b', 'c', 'd'].map((id) => person(id)),
    )
    expect(totals(rows)).toEqual([
      [1, 'c', 70_00],
      [2, 'a', 50_00],
      [3, 'd', 0],
      [4, 'b', -30_00],
    ])
    expect(rows[0]).toMatchObject({ signed: { count: 2, NET_HT: 90_00 }, refused: { count: 1, NET_HT: 20_00 } })
  })

  it('counts only commercials of the company who are not HORS_STATS', () => {
    const people = [
      person('ok', { ROLES: ['commercial', 'metreur'] }),
      person('local', { IDCOMPANY: null }),
      person('director', { ROLES: ['commercial_director'] }),
      person('out', { HORS_STATS: 1 }),
      person('other', { IDCOMPANY: 'autre' }),
    ]
    expect(people.filter((one) => countsInRanking(one, 'demo')).map((one) => one.IDPERSONNEL)).toEqual(['ok', 'local'])
    expect(
      rank(
        people.map((one) => quote(one.IDPERSONNEL, 1, IN)),
        people,
      ),
    ).toHaveLength(2)
  })

  it('[MGR-05 everybody] gives a row to who sold nothing; to who has left only with something in the period', () => {
    const input = { people: [person('a'), person('b'), person('c')], company: 'demo', left: new Set(['b', 'c']) }
    const quotes = [quote('b', 10, BEFORE, IN)]
    const within = { ...input, quotes, period: november, zone: 'Europe/Paris' }
    expect(totals(ranking(within))).toEqual([
      [1, 'a', 0],
      [2, 'b', -10],
    ])
    expect(rankingOfDays({ ...input, days: rankingDays(quotes, 'Europe/Paris'), period: november })).toEqual(
      ranking(within),
    )
  })

  it('gives equal totals one rank, in the French order of names', () => {
    const people = [
      person('1', { NOM_COMPLET: 'Zoé' }),
      person('2', { NOM_COMPLET: 'Éric' }),
      person('3', { NOM_COMPLET: 'Fabrice' }),
    ]
    expect(totals(rank([quote('1', -5, IN)], people))).toEqual([
      [1, '2', 0],
      [1, '3', 0],
      [3, '1', -5],
    ])
  })

  it("bounds the period by the company's days, not by those of Greenwich", () => {
    const night = [
      quote('a', 1, '2026-10-31T22:59:00.000Z'),
      quote('a', 10, '2026-10-31T23:00:00.000Z'),
      quote('a', 100, '2026-11-30T22:59:59.999Z'),
      quote('a', 1000, '2026-11-30T23:00:00.000Z'),
    ]
    expect(totals(rank(night, [person('a')]))).toEqual([[1, 'a', 110]])
    expect(totals(rank(night, [person('a')], 'UTC'))).toEqual([[1, 'a', 1100]])
    // Beirut skips midnight on 29/03/2026: its day begins at one o'clock.
    const beirut = [quote('a', 1, '2026-03-28T21:59:00.000Z'), quote('a', 10, '2026-03-28T22:00:00.000Z')]
    const day = { from: '2026-03-29', to: '2026-03-29' }
    expect(totals(rank(beirut, [person('a')], 'Asia/Beirut', day))).toEqual([[1, 'a', 10]])
  })

  it('refuses an invalid period', () => {
    expect(() => rank([], [], 'Europe/Paris', { from: '2026-02-31', to: '2026-03-01' })).toThrow('Invalid date')
  })
})

describe('ranking by days', () => {
  it('[MGR-05] gives the same as the quotes, for any period (property)', () => {
    const instant = fc
      .integer({ min: 0, max: 60 * 24 * 40 })
      .map((minutes) => new Date(Date.UTC(2026, 9, 15) + minutes * 60_000).toISOString())
    const quotes = fc.array(
      fc.record({
        IDRESPONSABLEPROJET: fc.constantFrom('a', 'b', 'c', null),
        NET_HT: fc.integer({ min: 0, max: 5_000_000 }),
        DATE_SIGNATURE: fc.option(instant, { freq: 4 }),
        DATE_REFUSE: fc.option(instant, { freq: 2 }),
      }),
    )
    const period = fc
      .tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 20 }))
      .map(([from, days]) => ({ from: addDays('2026-10-15', from), to: addDays('2026-10-15', from + days) }))
    // Summer time ends inside these days.
    fc.assert(
      fc.property(quotes, period, (list, within) => {
        const people = ['a', 'b'].map((id) => person(id))
        const days = rankingDays(list, 'Europe/Paris')
        expect(rankingOfDays({ days, people, period: within, company: 'demo' })).toEqual(
          rank(list, people, 'Europe/Paris', within),
        )
      }),
    )
  })
})
