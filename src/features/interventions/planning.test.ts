import { expect, it } from 'vitest'
import { newEntry, planningIssues } from './planning.ts'

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
