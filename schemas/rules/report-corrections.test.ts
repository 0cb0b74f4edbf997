import { expect, it } from 'vitest'
import { corrected } from './report-corrections.ts'

const first = { id: 'c1', LE: '2026-11-25T09:00:00.000Z', IDPERSONNEL: 'julie', AVANT: { besoin: 'Combles' } }
const next = {
  id: 'c2',
  at: '2026-11-25T11:00:00.000Z',
  by: 'julie',
  before: { besoin: 'Murs', vu: true, etage: 2 },
  after: { besoin: 'Sols', vu: true, acces: 'cour' },
}

it('[DAY-11 corrected] a correction keeps who, when, and what the changed answers said before', () => {
  expect(corrected([first], next)).toEqual([
    first,
    { id: 'c2', LE: next.at, IDPERSONNEL: 'julie', AVANT: { besoin: 'Murs', etage: 2, acces: null } },
  ])
})

it('[DAY-11 reports] corrections of one person within ten minutes are one, with what stood before the first', () => {
  expect(corrected([first], { ...next, at: '2026-11-25T09:09:00.000Z' })).toEqual([
    { ...first, LE: '2026-11-25T09:09:00.000Z', AVANT: { besoin: 'Combles', etage: 2, acces: null } },
  ])
  expect(corrected([first], { ...next, at: '2026-11-25T09:09:00.000Z', by: 'diane' })).toHaveLength(2)
  expect(corrected([first], { ...next, at: '2026-11-25T09:09:59.999Z' })).toHaveLength(1)
  expect(corrected([first], { ...next, at: '2026-11-25T09:10:00.000Z' })).toHaveLength(2)
})

it('[DAY-11 reports] an edit that says nothing else is no correction', () => {
  expect(corrected([first], { ...next, after: { ...next.before, vide: null } })).toEqual([first])
})
