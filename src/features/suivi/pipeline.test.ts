import { describe, expect, it } from 'vitest'
import { newRecord } from '../../../schemas/entity.ts'
import { entityOf, type ResourceRecord } from '../../../schemas/resources.ts'
import { inOrder, pipeline } from './pipeline.ts'

const projet = (IDPROJET: string, values: Partial<ResourceRecord<'projet'>> = {}): ResourceRecord<'projet'> =>
  ({
    ...newRecord(entityOf('projet'), {}),
    IDPROJET,
    IDAGENCE: 'lyon',
    IDRESPONSABLEPROJET: 'camille',
    ...values,
  }) as ResourceRecord<'projet'>
let made = 0
const quote = (IDPROJET: string, NET_HT: number, DEVIS_SIGNE: 0 | 1 = 0, REFUSE: 0 | 1 = 0) => ({
  IDDEVIS: `d${++made}`,
  GROUPE_VARIANTES: null,
  IDPROJET,
  NET_HT,
  DEVIS_SIGNE,
  REFUSE,
  DATE_TRANSMISSION: '2026-11-01T09:00:00.000Z',
  DATE_SIGNATURE: DEVIS_SIGNE === 1 ? '2026-11-02T09:00:00.000Z' : null,
})

describe('the pipeline', () => {
  const projets = [
    projet('contact'),
    projet('follow', { RELANCE_INTERMEDIAIRE: '2026-12-01' }),
    projet('met'),
    projet('quoted', { IDETAT_PROJET: 2 }),
    projet('ordered', { IDETAT_PROJET: 4 }),
    projet('stopped', { IDETAT_PROJET: 4, DATE_SANS_SUITE: '2026-11-01' }),
    projet('lost', { IDETAT_PROJET: 2, REFUSE: 1 }),
    projet('orphan', { IDRESPONSABLEPROJET: null }),
    projet('orphan-met', { IDRESPONSABLEPROJET: null, IDAGENCE: 'brest' }),
  ]
  const devis = [
    quote('quoted', 100_00),
    quote('quoted', 20_00),
    quote('quoted', 7_00, 0, 1),
    quote('ordered', 300_00, 1),
    quote('ordered', 50_00, 1, 1),
    quote('lost', 9_00),
    quote('stopped', 8_00, 1),
  ]
  const input = { projets, devis, withRdv: new Set(['met', 'orphan-met']), agence: null }

  it('[MGR-17] [ENT-08] counts every list, closed projects under their own only', () => {
    const { total } = pipeline(input)
    expect(total.lists).toEqual({
      to_assignment: 2,
      to_contact: 1,
      without_rdv: 1,
      without_quote: 2,
      with_quote: 1,
      with_signed_quote: 1,
      annule: 1,
      sans_suite: 1,
    })
    // orphan-met is in two lists and counts once.
    expect(total.total).toBe(9)
  })

  it('[MGR-17] adds up pending quotes and orders, without refused, withdrawn and stopped ones', () => {
    expect(pipeline(input).total).toMatchObject({ pending: 120_00, signed: 300_00 })
  })

  it('[MGR-17] leaves out drafts, and versions of a quote of which another one was signed', () => {
    const more = [quote('ordered', 40_00), { ...quote('quoted', 5_00), DATE_TRANSMISSION: null }]
    expect(pipeline({ ...input, devis: [...devis, ...more] }).total).toMatchObject({ pending: 120_00, signed: 300_00 })
  })

  it('[DAY-17 variants] (figures) variants that wait count once, the dearest; none once one of them is signed', () => {
    const first = quote('quoted', 40_00)
    const dearer = { ...quote('quoted', 60_00), GROUPE_VARIANTES: first.IDDEVIS }
    const pending = (...more: object[]) =>
      pipeline({ ...input, devis: [...devis, ...(more as typeof devis)] }).total.pending
    expect([pending(first), pending(first, dearer)]).toEqual([160_00, 180_00])
    const signed = { ...dearer, DEVIS_SIGNE: 1, DATE_SIGNATURE: '2020-01-01T00:00:00.000Z' }
    expect(pending(first, signed)).toBe(120_00)
  })

  it('[MGR-17] has a row per person and agency, whose sums are the totals', () => {
    const { people, agencies, total } = pipeline(input)
    expect(people.map(({ agence, responsable, total: n }) => [agence, responsable, n])).toEqual([
      ['lyon', 'camille', 7],
      ['lyon', '', 1],
      ['brest', '', 1],
    ])
    for (const rows of [people, agencies]) {
      expect(rows.reduce((sum, row) => sum + row.total, 0)).toBe(total.total)
      expect(rows.reduce((sum, row) => sum + row.lists.to_assignment, 0)).toBe(total.lists.to_assignment)
    }
    expect(pipeline({ ...input, agence: 'brest' }).total.total).toBe(1)
  })

  it('[MGR-17 everybody] who sells has a row in their agency, also without any project; nobody has two', () => {
    const sellers = [
      { id: 'camille', agence: 'lyon' },
      { id: 'noe', agence: 'lyon' },
      { id: 'lea', agence: 'dijon' },
      { id: 'sam', agence: '' },
    ]
    const { people, agencies, total } = pipeline({ ...input, sellers })
    const totals = people.map(({ agence, responsable, total: n }) => [agence, responsable, n])
    expect(totals.filter(([, who]) => who !== '')).toEqual([
      ['lyon', 'camille', 7],
      ['lyon', 'noe', 0],
      ['dijon', 'lea', 0],
      ['', 'sam', 0],
    ])
    expect(agencies.map(({ agence, total: n }) => [agence, n])).toEqual([
      ['lyon', 8],
      ['dijon', 0],
      ['', 0],
      ['brest', 1],
    ])
    expect(total).toEqual(pipeline(input).total)
    expect(pipeline({ ...input, sellers, agence: 'dijon' }).people.map(({ responsable }) => responsable)).toEqual([
      'lea',
    ])
  })

  it('[MGR-17] orders by names, those without one last', () => {
    const { people } = pipeline(input)
    const names = { agence: (id: string) => ({ lyon: 'Lyon', brest: 'Brest' })[id] ?? '', person: (id: string) => id }
    expect(inOrder(people, names).map(({ agence, responsable }) => [agence, responsable])).toEqual([
      ['brest', ''],
      ['lyon', 'camille'],
      ['lyon', ''],
    ])
  })
})
