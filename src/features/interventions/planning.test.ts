import { expect, it } from 'vitest'
import { changedEntry, entriesOfDays, newEntry, planningIssues } from './planning.ts'

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
