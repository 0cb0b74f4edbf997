import { expect, it } from 'vitest'
import { rankingDays } from '../../../schemas/rules/ranking.ts'
import { doneCount, heldCount, lastMonths, monthTotals } from './month-stats.ts'

it('the last months are complete, oldest first, over a new year', () => {
  expect(lastMonths('2027-01-31', 3)).toEqual([
    { from: '2026-11-01', to: '2026-11-30' },
    { from: '2026-12-01', to: '2026-12-31' },
    { from: '2027-01-01', to: '2027-01-31' },
  ])
})

it('[MGR-01] a month counts the quotes signed in it minus those cancelled in it after signature', () => {
  const quote = (NET_HT: number, DATE_SIGNATURE: string | null, DATE_REFUSE: string | null = null, by = 'p1') => ({
    IDRESPONSABLEPROJET: by,
    NET_HT,
    DATE_SIGNATURE,
    DATE_REFUSE,
  })
  const totals = monthTotals({
    months: lastMonths('2026-11-20', 2),
    days: rankingDays(
      [
        quote(100_000, '2026-10-31T23:30:00.000Z'),
        quote(50_000, '2026-10-10T10:00:00.000Z', '2026-11-05T10:00:00.000Z'),
        quote(70_000, null, '2026-11-05T10:00:00.000Z'),
        quote(900_000, '2026-11-05T10:00:00.000Z', null, 'p2'),
      ],
      'Europe/Paris',
    ),
    people: [{ IDPERSONNEL: 'p1', NOM_COMPLET: 'Camille', ROLES: ['commercial'], HORS_STATS: 0, IDCOMPANY: null }],
    company: 'demo',
    only: null,
  })
  expect(totals.map(({ net, signed, sales }) => [net, signed, sales])).toEqual([
    [50_000, 1, 1],
    [50_000, 1, 0],
  ])
})

it('[MGR-01] whoever is hidden from the ranking has their own figures, and is not in the team’s', () => {
  const asked = {
    months: lastMonths('2026-11-20', 1),
    days: rankingDays(
      [
        { IDRESPONSABLEPROJET: 'p1', NET_HT: 70_000, DATE_SIGNATURE: '2026-11-05T10:00:00.000Z', DATE_REFUSE: null },
        { IDRESPONSABLEPROJET: 'p2', NET_HT: 10_000, DATE_SIGNATURE: '2026-11-05T10:00:00.000Z', DATE_REFUSE: null },
      ],
      'Europe/Paris',
    ),
    people: (['p1', 'p2'] as const).map((IDPERSONNEL) => ({
      IDPERSONNEL,
      NOM_COMPLET: IDPERSONNEL,
      ROLES: ['commercial' as const],
      HORS_STATS: IDPERSONNEL === 'p1' ? (1 as const) : (0 as const),
      IDCOMPANY: null,
    })),
    company: 'demo',
  }
  expect(monthTotals({ ...asked, only: 'p1' })).toMatchObject([{ net: 70_000, signed: 1 }])
  expect(monthTotals({ ...asked, only: null })).toMatchObject([{ net: 10_000, signed: 1 }])
})

it('counts my active past appointments of the month', () => {
  const period = { from: '2026-11-01', to: '2026-11-30' }
  const rdv = (RDV_DEBUT: string, RDV_FIN: string, values: object = {}) => ({
    RDV_DEBUT,
    RDV_FIN,
    SUPPRIME: 0 as const,
    IDPERSONNELS: ['p1'],
    ...values,
  })
  const rdvs = [
    rdv('2026-11-03 09:00', '2026-11-03 10:00'),
    rdv('2026-11-20 11:30', '2026-11-20 12:30'),
    rdv('2026-10-31 09:00', '2026-10-31 10:00'),
    rdv('2026-11-04 09:00', '2026-11-04 10:00', { IDPERSONNELS: ['p2'] }),
    rdv('2026-11-05 09:00', '2026-11-05 10:00', { SUPPRIME: 1 }),
  ]
  expect(heldCount(rdvs, { me: 'p1', now: '2026-11-20 12:00', period })).toBe(1)
})

it('[MGR-01] works count in the month of the company in which they were finalised, whichever month they began in', () => {
  const work = (DATE_FEEDBACK: string | null, who = 'p1', FEEDBACK: string | null = 'bon') => ({
    FEEDBACK: DATE_FEEDBACK === null ? null : FEEDBACK,
    DATE_FEEDBACK,
    IDINTERVENTION_PLANNING: [{ IDPERSONNEL: who }],
  })
  const works = [
    // In Réunion the first of November, and the first of December.
    work('2026-10-31T20:30:00.000Z'),
    work('2026-11-30T20:30:00.000Z'),
    work('2026-11-04T10:00:00.000Z', 'p1', 'mauvais'),
    work('2026-11-04T10:00:00.000Z', 'p2'),
    work(null),
  ]
  const period = { from: '2026-11-01', to: '2026-11-30' }
  expect(doneCount(works, { me: 'p1', zone: 'Indian/Reunion', period })).toBe(2)
})
