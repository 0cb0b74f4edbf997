import { describe, expect, it } from 'vitest'
import { conflictsOf, type TakenTime, takenMondays, takenTimes, toTakenWeeks, unseenTimes } from './occupation.ts'

const time = (IDPERSONNEL: string, debut: string, fin: string, kind: TakenTime['kind'] = 'rdv'): TakenTime => ({
  IDPERSONNEL,
  kind,
  debut,
  fin,
})
const DAY = '2026-11-25'

describe('taken times by week', () => {
  const mondays = takenMondays(DAY)

  it('[DAY-01 busy] are those of last week, this one and the next eight', () => {
    expect([mondays.length, mondays[0], mondays.at(-1)]).toEqual([10, '2026-11-16', '2027-01-18'])
  })

  it('[DAY-01 busy] come back as they went in, once, by the week of their start; one that began earlier is in the first', () => {
    const times = [
      time('a', '2026-11-10 09:00', '2026-11-17 10:00'),
      time('a', '2026-11-25 09:00', '2026-11-25 10:00'),
      time('b', '2026-11-29 20:00', '2026-11-30 02:00', 'intervention'),
    ]
    const weeks = toTakenWeeks(
      mondays,
      times.flatMap((one) => [one, { ...one }]),
    )
    const busy = weeks.filter(({ PRIS }) => PRIS.length > 0)
    expect(busy.map(({ SEMAINE }) => SEMAINE)).toEqual(['2026-11-16', '2026-11-23'])
    expect(takenTimes(weeks)).toEqual(times)
  })

  it('[DAY-01 busy] leave out what has come into sight since', () => {
    const [seen, hidden] = [time('a', `${DAY} 09:00`, `${DAY} 10:00`), time('b', `${DAY} 09:00`, `${DAY} 10:00`)]
    expect(unseenTimes([seen, hidden], [{ ...seen }])).toEqual([hidden])
  })
})

describe('[DAY-10 absence] times of absences among the taken ones', () => {
  const absent = time('a', `${DAY} 00:00`, '2026-11-28 00:00', 'absence')

  it('travel with their kind; weeks of a server that does not know them have none', () => {
    const weeks = toTakenWeeks(takenMondays(DAY), [absent])
    expect(takenTimes(weeks)).toEqual([absent])
    const older = weeks.map(({ SEMAINE, PRIS }) => ({
      SEMAINE,
      PRIS: PRIS.map(({ ABSENCE: _, ...person }) => person),
    }))
    expect(takenTimes(older)).toEqual([])
  })

  it('a meeting that has come into sight is not told twice, though it was told as an appointment', () => {
    const [told, seen] = [
      time('a', `${DAY} 09:00`, `${DAY} 10:00`),
      time('a', `${DAY} 09:00`, `${DAY} 10:00`, 'absence'),
    ]
    expect(unseenTimes([told], [seen])).toEqual([])
  })

  it('meet an appointment, and not the absence that is being changed', () => {
    const planned = { people: ['a'], start: `${DAY} 10:00`, end: `${DAY} 11:00`, id: 'x1' }
    expect(conflictsOf(planned, [{ ...absent, id: null }])).toHaveLength(1)
    expect(conflictsOf(planned, [{ ...absent, id: 'x1' }])).toEqual([])
  })
})

describe('conflicts of an appointment that is planned', () => {
  const planned = { people: ['a', 'b'], start: `${DAY} 10:00`, end: `${DAY} 11:00`, id: 'r1' }
  const found = (...times: (TakenTime & { id: string | null })[]) => conflictsOf(planned, times)

  it('[DAY-01 busy] are the times of its people that meet it, known or not', () => {
    const known = { ...time('a', `${DAY} 10:59`, `${DAY} 12:00`), id: 'r2' }
    const unknown = { ...time('b', `${DAY} 09:00`, `${DAY} 10:01`, 'intervention'), id: null }
    expect(found(known, unknown)).toEqual([unknown, known])
  })

  it('[DAY-01 busy] are not itself, other people’s times, nor those that end or begin with it', () => {
    expect(
      found(
        { ...time('a', `${DAY} 10:00`, `${DAY} 11:00`), id: 'r1' },
        { ...time('c', `${DAY} 10:00`, `${DAY} 11:00`), id: null },
        { ...time('a', `${DAY} 09:00`, `${DAY} 10:00`), id: null },
        { ...time('a', `${DAY} 11:00`, `${DAY} 12:00`), id: null },
      ),
    ).toEqual([])
  })
})
