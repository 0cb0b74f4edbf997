import { describe, expect, it } from 'vitest'
import { isPdfName, pvSays, reservesOf, type SiteNote, siteState } from './intervention-site.ts'

const note = (id: string, LE: string, more: Partial<SiteNote> = {}): SiteNote => ({
  id,
  TEXTE: `note ${id}`,
  LE: `2026-11-20T${LE}:00.000Z`,
  IDPERSONNEL: 'theo',
  ...more,
})

describe('works on site', () => {
  it.each([
    ['nobody has begun', [], null, null],
    ['under way', [note('a', '08:00', { GENRE: 'debut' })], '08:00', null],
    [
      'ended, whatever the order of arrival',
      [note('b', '12:00', { GENRE: 'fin' }), note('a', '08:00', { GENRE: 'debut' })],
      '08:00',
      '12:00',
    ],
    [
      'begun again after a pause',
      [
        note('a', '08:00', { GENRE: 'debut' }),
        note('b', '12:00', { GENRE: 'fin' }),
        note('c', '13:00', { GENRE: 'debut' }),
      ],
      '08:00',
      null,
    ],
    ['an end that nothing began', [note('b', '12:00', { GENRE: 'fin' })], null, null],
  ] as const)('[MGR-10] are %s', (_, NOTES, started, ended) => {
    const at = (hour: string | null) => hour && `2026-11-20T${hour}:00.000Z`
    expect(siteState({ NOTES })).toEqual({ startedAt: at(started), endedAt: at(ended) })
  })

  const works = {
    IDPROJET: 'p',
    IDDEVIS: 'd',
    RDV_OBJET: 'Pose',
    RDV_DEBUT: '2026-11-20 08:00',
    RDV_FIN: '2026-11-20 17:00',
    NOTES: [note('r', '16:00', { GENRE: 'reserve', PHOTO: 'f' }), note('n', '10:00')],
  }

  it('[INT-01] list their reserves in the order in which they were written, and nothing else', () => {
    const later = { NOTES: [note('z', '09:00', { GENRE: 'reserve' }), ...works.NOTES] }
    expect(reservesOf(later).map(({ id }) => id)).toEqual(['z', 'r'])
  })

  it.each([
    ['another time', { RDV_FIN: '2026-11-20 18:00' }, false],
    ['another quote', { IDDEVIS: 'e' }, false],
    ['a reserve less', { NOTES: [note('n', '10:00')] }, false],
    [
      'a reserve in other words',
      { NOTES: [note('r', '16:00', { GENRE: 'reserve', PHOTO: 'f', TEXTE: 'autre' })] },
      false,
    ],
    ['one more reserve', { NOTES: [...works.NOTES, note('s', '17:00', { GENRE: 'reserve' })] }, false],
    ['one more note', { NOTES: [...works.NOTES, note('s', '17:00')] }, true],
  ])('[INT-02] [I13] compared for their PV, %s: same = %s', (_, change, same) => {
    expect(pvSays({ ...works, ...change }) === pvSays(works)).toBe(same)
  })

  it('[INT-02] a PV is a .pdf by its name, in any case', () => {
    expect(['pv.pdf', 'PV.PDF', 'pv.jpg', 'pdf'].map(isPdfName)).toEqual([true, true, false, false])
  })
})
