import { describe, expect, it } from 'vitest'
import { addDays } from '../../../schemas/dates.ts'
import { myWorks, stageOf, type Work } from './my-interventions.ts'

const DAY = '2026-11-20'
const work = (IDINTERVENTION: string, day: string, more: Partial<Work> = {}): Work => ({
  IDINTERVENTION,
  RDV_DEBUT: `${day} 08:00`,
  RDV_FIN: `${day} 17:00`,
  IDINTERVENTION_PLANNING: [slot('me', `${day} 08:00`, `${day} 17:00`)],
  NOTES: [],
  FEEDBACK: null,
  DATE_FEEDBACK: null,
  ...more,
})
const slot = (IDPERSONNEL: string, from: string, to: string) => ({
  id: from,
  IDPERSONNEL,
  DEBUT: from,
  FIN: to,
})
const ids = (list: { work: Work }[]): string[] => list.map((one) => one.work.IDINTERVENTION)

describe('« Mes interventions »', () => {
  it('[MGR-10] today first, by the hour, then those that should be over, those to come, and those that I ended lately', () => {
    const sections = myWorks(
      [
        work('afternoon', DAY, { IDINTERVENTION_PLANNING: [slot('me', `${DAY} 14:00`, `${DAY} 17:00`)] }),
        work('morning', DAY),
        work('tomorrow', '2026-11-21'),
        work('forgotten', '2026-11-02'),
        work('yesterday', '2026-11-19'),
        work('ended', '2026-11-18', { FEEDBACK: 'bon', DATE_FEEDBACK: '2026-11-18T17:00:00.000Z' }),
        work('ended long ago', '2026-10-01', { FEEDBACK: 'bon', DATE_FEEDBACK: '2026-10-01T17:00:00.000Z' }),
        work('of somebody else', DAY, { IDINTERVENTION_PLANNING: [slot('other', `${DAY} 08:00`, `${DAY} 17:00`)] }),
      ],
      { me: 'me', day: DAY },
    )
    expect(ids(sections.today)).toEqual(['morning', 'afternoon'])
    expect(ids(sections.late)).toEqual(['forgotten', 'yesterday'])
    expect(ids(sections.next)).toEqual(['tomorrow'])
    expect(ids(sections.done)).toEqual(['ended'])
  })

  it('[MGR-10 today] an intervention of several days counts as today on each of my days, and shows my hours, not its own', () => {
    const long = work('long', '2026-11-18', {
      RDV_FIN: '2026-11-24 17:00',
      IDINTERVENTION_PLANNING: [
        slot('me', '2026-11-23 08:00', '2026-11-23 12:00'),
        slot('me', '2026-11-19 08:00', '2026-11-20 12:00'),
        slot('other', '2026-11-18 08:00', '2026-11-24 17:00'),
      ],
    })
    expect(myWorks([long], { me: 'me', day: DAY }).today).toMatchObject([{ start: '2026-11-19 08:00' }])
    expect(myWorks([long], { me: 'me', day: '2026-11-21' }).next).toMatchObject([{ start: '2026-11-23 08:00' }])
    expect(ids(myWorks([long], { me: 'me', day: '2026-11-25' }).late)).toEqual(['long'])
  })

  it('[MGR-10] what ended at midnight is not of the day that began then', () => {
    const night = work('night', '2026-11-19', {
      IDINTERVENTION_PLANNING: [slot('me', '2026-11-19 20:00', `${DAY} 00:00`)],
    })
    const sections = myWorks([night], { me: 'me', day: DAY })
    expect([ids(sections.today), ids(sections.late)]).toEqual([[], ['night']])
  })

  it('[MGR-10] two of my planned times of today are two rows, by the hour; of another day there is one', () => {
    const planning = [slot('me', `${DAY} 14:00`, `${DAY} 17:00`), slot('me', `${DAY} 08:00`, `${DAY} 10:00`)]
    const twice = work('twice', DAY, { IDINTERVENTION_PLANNING: planning })
    const { today } = myWorks([twice, work('between', DAY)], { me: 'me', day: DAY })
    expect(today.map(({ work, start }) => [work.IDINTERVENTION, start.slice(11)])).toEqual([
      ['between', '08:00'],
      ['twice', '08:00'],
      ['twice', '14:00'],
    ])
    expect(new Set(today.map(({ key }) => key)).size).toBe(3)
    expect(ids(myWorks([twice], { me: 'me', day: '2026-11-21' }).late)).toEqual(['twice'])
  })

  it('[MGR-10] works that ended badly and have a coming slot are to come', () => {
    const again = {
      FEEDBACK: 'mauvais',
      DATE_FEEDBACK: '2026-11-18T17:00:00.000Z',
      IDINTERVENTION_PLANNING: [
        slot('me', '2026-11-18 08:00', '2026-11-18 17:00'),
        slot('me', '2026-11-25 08:00', '2026-11-25 12:00'),
      ],
    }
    const { next, done } = myWorks([work('again', '2026-11-18', again)], { me: 'me', day: DAY })
    expect(next).toMatchObject([{ start: '2026-11-25 08:00' }])
    expect(done).toEqual([])
    expect(ids(myWorks([work('again', '2026-11-18', again)], { me: 'me', day: '2026-11-26' }).done)).toEqual(['again'])
  })

  it('[DAY-08 later] « À venir » goes on without limit, with each of them counted', () => {
    const far = Array.from({ length: 700 }, (_, i) => work(`w${i}`, addDays(DAY, i + 1)))
    const { next } = myWorks(far.toReversed(), { me: 'me', day: DAY })
    expect(next).toHaveLength(700)
    expect(next.at(-1)?.start.slice(0, 10)).toBe(addDays(DAY, 700))
  })

  it.each([
    ['todo', {}, false],
    [
      'running',
      { NOTES: [{ id: 'a', TEXTE: 'x', LE: '2026-11-20T08:00:00.000Z', IDPERSONNEL: 'me', GENRE: 'debut' }] },
      false,
    ],
    ['signed', {}, true],
    ['good', { FEEDBACK: 'bon' }, true],
    ['bad', { FEEDBACK: 'mauvais' }, false],
  ] as const)('[MGR-10 feedback] stands at « %s »', (stage, more, signed) => {
    expect(stageOf(work('a', DAY, more as Partial<Work>), signed)).toBe(stage)
  })
})
