import { expect, it } from 'vitest'
import type { FormValues } from '../../forms/payload.ts'
import {
  changedEntry,
  entriesOfDays,
  newEntry,
  type PlanningEntry,
  planningEntries,
  planningIssues,
  worksAdjuster,
} from './planning.ts'

const times = { RDV_DEBUT: '2026-11-20 08:00', RDV_FIN: '2026-11-20 17:00' }

it('a new planning entry takes the times of the intervention and asks for a person', () => {
  const entry = newEntry('a', times)
  expect(entry).toMatchObject({ DEBUT: times.RDV_DEBUT, FIN: times.RDV_FIN })
  expect(planningIssues(entry)).toEqual({ IDPERSONNEL: 'Ce champ est requis' })
})

it('a planning entry ends after it starts', () => {
  const entry = { id: 'a', IDPERSONNEL: 'p', DEBUT: '2026-11-20 08:00', FIN: '2026-11-20 08:00' }
  expect(planningIssues(entry)).toEqual({ FIN: 'La fin doit être après le début' })
  expect(planningIssues({ ...entry, FIN: '2026-11-20 ' })).toEqual({ FIN: 'Invalid date or time' })
  expect(planningIssues({ ...entry, FIN: '2026-11-20 09:00' })).toEqual({})
})

it('[RES-09 planning] the end of a planning entry moves with its start, one hour after it at least', () => {
  const entry = { id: 'a', IDPERSONNEL: 'p', DEBUT: '2026-11-20 08:00', FIN: '2026-11-20 12:00' }
  expect(changedEntry(entry, { DEBUT: '2026-11-21 14:00' })).toEqual({
    ...entry,
    DEBUT: '2026-11-21 14:00',
    FIN: '2026-11-21 18:00',
  })
  expect(changedEntry(entry, { FIN: '2026-11-20 07:00' }).FIN).toBe('2026-11-20 09:00')
  expect(changedEntry(entry, { DEBUT: '2026-11-2' }).FIN).toBe(entry.FIN)
  expect(changedEntry(entry, { IDPERSONNEL: 'q' })).toEqual({ ...entry, IDPERSONNEL: 'q' })
})

it('[RES-07 multiple] several days of planning are entries at the hours of the intervention, for the same person', () => {
  let n = 0
  const newId = () => String(n++)
  expect(entriesOfDays(['2026-12-01', '2026-12-03'], { person: 'p', times, newId })).toEqual([
    { id: '0', IDPERSONNEL: 'p', DEBUT: '2026-12-01 08:00', FIN: '2026-12-01 17:00' },
    { id: '1', IDPERSONNEL: 'p', DEBUT: '2026-12-03 08:00', FIN: '2026-12-03 17:00' },
  ])
  const night = { RDV_DEBUT: '2026-11-20 22:00', RDV_FIN: '2026-11-21 02:00' }
  expect(entriesOfDays(['2026-12-01'], { person: '', times: night, newId })[0]).toMatchObject({
    FIN: '2026-12-01 23:00',
  })
  expect(entriesOfDays(['2026-12-01'], { person: '', times: { RDV_DEBUT: '', RDV_FIN: '' }, newId })[0]).toMatchObject({
    DEBUT: '2026-12-01 08:00',
    FIN: '2026-12-01 09:00',
  })
})

const slot = (id: string, start: string, end: string): PlanningEntry => ({
  id,
  IDPERSONNEL: 'p',
  DEBUT: start,
  FIN: end,
})
const works = (RDV_DEBUT: string, RDV_FIN: string, ...IDINTERVENTION_PLANNING: PlanningEntry[]) => ({
  RDV_DEBUT,
  RDV_FIN,
  IDINTERVENTION_PLANNING,
})
const changedWorks = (previous: ReturnType<typeof works>, changed: string, value: unknown) => {
  const next = worksAdjuster()({ previous, next: { ...previous, [changed]: value }, changed })
  return {
    whole: [next.RDV_DEBUT, next.RDV_FIN],
    slots: planningEntries(next).map(({ DEBUT, FIN }) => [DEBUT, FIN]),
  }
}

it('works that are moved take along who has their hours, and nobody else', () => {
  const half = slot('b', '2026-11-20 14:00', '2026-11-20 16:00')
  const before = works('2026-11-20 08:00', '2026-11-20 17:00', slot('a', '2026-11-20 08:00', '2026-11-20 17:00'), half)
  expect(changedWorks(before, 'RDV_FIN', '2026-11-20 18:00').slots).toEqual([
    ['2026-11-20 08:00', '2026-11-20 18:00'],
    [half.DEBUT, half.FIN],
  ])
  expect(changedWorks(before, 'RDV_OBJET', 'Pose').slots).toEqual([
    ['2026-11-20 08:00', '2026-11-20 17:00'],
    [half.DEBUT, half.FIN],
  ])
})

it('works of several days that are moved as a whole take all of their planning along', () => {
  const before = works(
    '2026-11-19 08:00',
    '2026-11-20 17:00',
    slot('a', '2026-11-19 08:00', '2026-11-19 17:00'),
    slot('b', '2026-11-20 08:00', '2026-11-20 17:00'),
  )
  expect(changedWorks(before, 'RDV_DEBUT', '2026-11-26 09:00')).toEqual({
    whole: ['2026-11-26 09:00', '2026-11-27 18:00'],
    slots: [
      ['2026-11-26 09:00', '2026-11-26 18:00'],
      ['2026-11-27 09:00', '2026-11-27 18:00'],
    ],
  })
  // One end alone says nothing about the days between.
  expect(changedWorks(before, 'RDV_FIN', '2026-11-21 17:00').slots).toEqual([
    ['2026-11-19 08:00', '2026-11-19 17:00'],
    ['2026-11-20 08:00', '2026-11-20 17:00'],
  ])
})

const planningField = 'IDINTERVENTION_PLANNING'
/** The hours of the works after each of these changes of their planning, one after the other in one form. */
const worksAfter = (first: ReturnType<typeof works>, ...plannings: PlanningEntry[][]) => {
  const adjust = worksAdjuster()
  let values: FormValues = first
  return plannings.map((planning) => {
    const next = { ...values, [planningField]: planning }
    values = adjust({ previous: values, next, changed: planningField })
    return [values.RDV_DEBUT, values.RDV_FIN]
  })
}
const friday = slot('a', '2026-11-20 08:00', '2026-11-20 17:00')
const monday = slot('b', '2026-11-23 08:00', '2026-11-23 17:00')
const ONE_DAY = ['2026-11-20 08:00', '2026-11-20 17:00']
const FOUR_DAYS = ['2026-11-20 08:00', '2026-11-23 17:00']

it('days that are added outside the hours of the works widen these, and narrow them again when they are taken out', () => {
  const before = works('2026-11-20 08:00', '2026-11-20 17:00', friday)
  expect(worksAfter(before, [friday, monday], [friday], [])).toEqual([FOUR_DAYS, ONE_DAY, ONE_DAY])
  expect(worksAfter(before, [friday, slot('c', '2026-11-2', '')])).toEqual([ONE_DAY])
  expect(worksAfter(works('', '', friday), [friday, monday])).toEqual([['', '']])
  // Works without a planning: their own day is among those that are added.
  expect(worksAfter(works('2026-11-20 08:00', '2026-11-20 17:00'), [friday, monday], [monday])).toEqual([
    FOUR_DAYS,
    [monday.DEBUT, monday.FIN],
  ])
})

it('an entry that is added with the hours of the works and then moved takes the works along', () => {
  const before = works('2026-11-20 08:00', '2026-11-20 17:00', friday)
  const added = { ...friday, id: 'b' }
  // Its day is empty while the next one is typed.
  expect(worksAfter(before, [friday, added], [friday, { ...added, DEBUT: ' 08:00' }], [friday, monday])).toEqual([
    ONE_DAY,
    ONE_DAY,
    FOUR_DAYS,
  ])
  // The only one: nobody comes on the former day.
  const alone = works('2026-11-20 08:00', '2026-11-20 17:00')
  expect(worksAfter(alone, [added], [{ ...added, DEBUT: ' 08:00' }], [monday])).toEqual([
    ONE_DAY,
    ONE_DAY,
    [monday.DEBUT, monday.FIN],
  ])
})

it('works that last longer than their planning keep their own hours, and have them again', () => {
  const half = slot('a', '2026-11-20 09:00', '2026-11-20 12:00')
  const before = works('2026-11-20 08:00', '2026-11-20 17:00', half)
  const shorter = { ...half, FIN: '2026-11-20 11:00' }
  expect(worksAfter(before, [shorter], [half, monday], [half], [shorter])).toEqual([
    ONE_DAY,
    FOUR_DAYS,
    ONE_DAY,
    ONE_DAY,
  ])
  // An hour that is corrected at once.
  const early = { ...half, DEBUT: '2026-11-20 01:00' }
  expect(worksAfter(before, [early], [{ ...half, DEBUT: '2026-11-20 10:00' }])).toEqual([
    ['2026-11-20 01:00', '2026-11-20 17:00'],
    ONE_DAY,
  ])
  // Who comes for a part of the hours that somebody else has.
  const whole = works('2026-11-20 08:00', '2026-11-20 17:00', friday, { ...friday, id: 'b' })
  expect(worksAfter(whole, [friday, { ...half, id: 'b' }])).toEqual([ONE_DAY])
  // Nobody comes at the other hours: as in the agenda.
  const alone = works('2026-11-20 08:00', '2026-11-20 17:00', friday)
  expect(worksAfter(alone, [half], [friday])).toEqual([[half.DEBUT, half.FIN], ONE_DAY])
})

it('another person for an entry changes no hours', () => {
  const before = works('2026-11-20 08:00', '2026-11-20 17:00', monday)
  expect(worksAfter(before, [{ ...monday, IDPERSONNEL: 'q' }])).toEqual([ONE_DAY])
})

it('hours that are typed for the works are theirs from then on', () => {
  const adjust = worksAdjuster()
  const half = slot('a', '2026-11-20 09:00', '2026-11-20 12:00')
  const start = works('2026-11-20 08:00', '2026-11-20 17:00', half)
  const planned = (previous: FormValues, planning: PlanningEntry[]) =>
    adjust({ previous, next: { ...previous, [planningField]: planning }, changed: planningField })
  const widened = planned(start, [half, monday])
  const typed = adjust({ previous: widened, next: { ...widened, RDV_FIN: '2026-11-24 12:00' }, changed: 'RDV_FIN' })
  const theirs = { RDV_DEBUT: '2026-11-20 08:00', RDV_FIN: '2026-11-24 12:00' }
  expect(planned(typed, [half, { ...monday, IDPERSONNEL: 'q' }])).toMatchObject(theirs)
  expect(planned(typed, [half])).toMatchObject(theirs)
})

it('works that are given to another project lose the quote of the former one', () => {
  const quoteAfter = (changed: string, next: FormValues) =>
    worksAdjuster()({ previous: { IDPROJET: 'p1', IDDEVIS: 'd1' }, next, changed }).IDDEVIS
  expect(quoteAfter('IDPROJET', { IDPROJET: 'p2', IDDEVIS: 'd1' })).toBe('')
  expect(quoteAfter('IDPROJET', { IDPROJET: 'p1', IDDEVIS: 'd1' })).toBe('d1')
  // Both are given at once: the quote is the new project's.
  expect(quoteAfter('IDPROJET', { IDPROJET: 'p2', IDDEVIS: 'd2' })).toBe('d2')
  expect(quoteAfter('IDDEVIS', { IDPROJET: 'p1', IDDEVIS: 'd2' })).toBe('d2')
})
