import { describe, expect, it } from 'vitest'
import { newRecord } from '../../../schemas/entity.ts'
import { entityOf, type ResourceRecord } from '../../../schemas/resources.ts'
import {
  ageLabel,
  agoOf,
  followGroups,
  followState,
  longestFirst,
  pendingTotal,
  reminderLabel,
} from './devis-follow.ts'

const clock = { zone: 'Europe/Paris', day: '2026-11-21' }
const quote = (values: Partial<ResourceRecord<'devis'>>): ResourceRecord<'devis'> =>
  ({ ...newRecord(entityOf('devis'), {}), IDDEVIS: 'd', ...values }) as ResourceRecord<'devis'>

describe('following a quote', () => {
  it('[MGR-12] counts the days in the company’s time zone', () => {
    // 23:30 in Paris on the 20th is yesterday there, in any time zone of the machine.
    expect(agoOf('2026-11-20T22:30:00.000Z', clock)).toBe('hier')
    expect(agoOf('2026-11-20T23:30:00.000Z', clock)).toBe('aujourd’hui')
    expect(agoOf('2026-11-09T10:00:00.000Z', clock)).toBe('il y a 12 jours')
    // A time that was stored before anybody checked it crashes no list.
    for (const wrong of ['0000-01-01T00:00:00.000Z', '9999-12-31T23:30:00.000Z'])
      expect(agoOf(wrong, clock)).toMatch(/^il y a \d+ jours$|^aujourd’hui$/)
  })

  it('[MGR-12] a pending quote is a draft, transmitted, read or expired', () => {
    const given = { DATE_TRANSMISSION: '2026-11-01T09:00:00.000Z' }
    expect(followState(quote({}), clock)).toBe('brouillon')
    expect(followState(quote(given), clock)).toBe('transmis')
    expect(followState(quote({ ...given, DATE_CONSULTATION: '2026-11-02T09:00:00.000Z' }), clock)).toBe('consulte')
    expect(followState(quote({ ...given, DATE_VALIDITE: '2026-11-20' }), clock)).toBe('expire')
    expect(followState(quote({ ...given, DATE_VALIDITE: '2026-11-21' }), clock)).toBe('transmis')
  })

  it('[MGR-12] the longest wait comes first, an unsent quote later, an expired one last', () => {
    const list = [
      quote({ IDDEVIS: 'late', DATE_TRANSMISSION: '2026-01-01T09:00:00.000Z', DATE_VALIDITE: '2026-03-01' }),
      quote({ IDDEVIS: 'new' }),
      quote({ IDDEVIS: 'old', DATE_TRANSMISSION: '2026-10-01T09:00:00.000Z' }),
      quote({ IDDEVIS: 'draft', DATE_CREATION: '2026-11-01T09:00:00.000Z' }),
    ]
    expect(longestFirst(list, clock).map(({ IDDEVIS }) => IDDEVIS)).toEqual(['old', 'draft', 'new', 'late'])
    expect(ageLabel(list[2] as never, clock)).toBe('transmis il y a 51 jours')
    expect(ageLabel(list[3] as never, clock)).toBe('créé il y a 20 jours')
    expect(ageLabel(list[1] as never, clock)).toBeNull()
  })

  it('[DAY-17 variants] (reminders) variants are one line: the dearest that can be signed, with what was sent and read of any of them', () => {
    const sent = { DATE_TRANSMISSION: '2026-11-01T09:00:00.000Z', IDPROJET: 'p', DATE_VALIDITE: '2026-12-31' }
    const call = (id: string, LE: string) => ({ id, LE, CANAL: 'telephone' as const, IDPERSONNEL: 'camille' })
    const first = quote({ ...sent, IDDEVIS: 'a', PRIX_TTC: 1, RELANCES: [call('r2', '2026-11-10T09:00:00.000Z')] })
    const more = { ...sent, GROUPE_VARIANTES: 'a' }
    const list = [
      first,
      quote({ ...more, IDDEVIS: 'b', PRIX_TTC: 3, RELANCES: [call('r1', '2026-11-09T09:00:00.000Z')] }),
      quote({
        ...more,
        IDDEVIS: 'c',
        PRIX_TTC: 9,
        DATE_VALIDITE: '2026-11-20',
        DATE_CONSULTATION: '2026-11-02T09:00:00.000Z',
      }),
      quote({ ...more, IDDEVIS: 'd', PRIX_TTC: 12, DATE_TRANSMISSION: null }),
      quote({ ...sent, IDDEVIS: 'alone', PRIX_TTC: 7 }),
    ]
    const groups = followGroups(list, clock)
    expect(groups.map(({ devis, count }) => [devis.IDDEVIS, count])).toEqual([
      ['b', 4],
      ['alone', 1],
    ])
    expect(groups[0]?.devis.RELANCES.map(({ id }) => id)).toEqual(['r1', 'r2'])
    expect(groups[0]?.devis.DATE_CONSULTATION).toBe('2026-11-02T09:00:00.000Z')
    expect(followGroups([first], clock)[0]?.devis).toBe(first)
  })

  it('[DAY-17 variants] (reminders) the dearest is so with tax, as the list shows and adds up: variants may have other VAT rates', () => {
    const sent = { DATE_TRANSMISSION: '2026-11-01T09:00:00.000Z', IDPROJET: 'p', DATE_VALIDITE: '2026-12-31' }
    const list = [
      quote({ ...sent, IDDEVIS: 'energy', NET_HT: 10_000_00, PRIX_TTC: 10_550_00 }),
      quote({ ...sent, IDDEVIS: 'full', NET_HT: 9_900_00, PRIX_TTC: 11_880_00, GROUPE_VARIANTES: 'energy' }),
    ]
    expect(followGroups(list, clock).map(({ devis }) => devis.IDDEVIS)).toEqual(['full'])
  })

  it('[DAY-13 totals] pending amounts are totalled with tax, a choice of variants once', () => {
    const sent = { DATE_TRANSMISSION: '2026-11-01T09:00:00.000Z', IDPROJET: 'p', DATE_VALIDITE: '2026-12-31' }
    const list = [
      quote({ ...sent, IDDEVIS: 'eco', NET_HT: 90_00, PRIX_TTC: 99_00 }),
      quote({ ...sent, IDDEVIS: 'premium', NET_HT: 200_00, PRIX_TTC: 240_00, GROUPE_VARIANTES: 'eco' }),
      quote({ ...sent, IDDEVIS: 'alone', NET_HT: 10_00, PRIX_TTC: 10_55 }),
    ]
    expect(pendingTotal(followGroups(list, clock).map(({ devis }) => devis))).toBe(250_55)
    expect(pendingTotal([])).toBe(0)
  })

  it('[MGR-12] says when and how the customer was last reminded', () => {
    expect(reminderLabel(quote({}), clock)).toBe('jamais relancé')
    const one = { id: 'a', LE: '2026-11-18T09:00:00.000Z', CANAL: 'sms', IDPERSONNEL: 'p' } as const
    expect(reminderLabel(quote({ RELANCES: [one] }), clock)).toBe('relancé il y a 3 jours par SMS')
    const last = { ...one, id: 'b', CANAL: 'telephone', LE: '2026-11-21T08:00:00.000Z' } as const
    expect(reminderLabel(quote({ RELANCES: [one, last] }), clock)).toBe('relancé aujourd’hui par téléphone (2 fois)')
  })
})
