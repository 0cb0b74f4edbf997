import { describe, expect, it } from 'vitest'
import {
  balanceOf,
  FILTERS,
  inOrder,
  isFirstOfQuote,
  isShown,
  leftToPay,
  phaseOf,
  planningWords,
  pvOf,
  type Work,
} from './interventions.ts'

const NOW = '2026-11-20 12:00'
const GOING = { now: NOW, stopped: false }
const work = (values: Partial<Work> = {}): Work => ({
  RDV_DEBUT: '2026-11-23 08:00',
  RDV_FIN: '2026-11-23 17:00',
  IDDEVIS: 'd1',
  IDINTERVENTION_PLANNING: [],
  FEEDBACK: null,
  SOLDE_DEVIS: 0,
  SOLDE_DEVIS_POURCENTAGE: 0,
  ...values,
})
const past = { RDV_DEBUT: '2026-11-18 08:00', RDV_FIN: '2026-11-19 17:00' }
const running = { RDV_DEBUT: '2026-11-20 08:00', RDV_FIN: '2026-11-20 17:00' }

it('[MGR-09] an intervention is to come, running, or from its last minute on over', () => {
  expect(phaseOf(work(), NOW)).toBe('coming')
  expect(phaseOf(running, NOW)).toBe('running')
  expect(phaseOf({ ...running, RDV_FIN: NOW }, NOW)).toBe('over')
})

it.each([
  [[], 'coming', null],
  [['photo'], 'over', 'attendu'],
  [[], 'running', 'attendu'],
  [['intervention_sign_pv'], 'over', 'signe'],
  [['intervention_levee_reserves', 'intervention_sign_pv'], 'over', 'leve'],
] as const)('[MGR-09] [MGR-11] the PV of %j while %s: %s', (origines, phase, pv) => {
  expect(pvOf(origines, phase)).toBe(pv)
})

describe('[MGR-09 balance] [ENT-05 balance] the balance', () => {
  it('counts once where one quote has several works, in the total and in the file', () => {
    const due = { SOLDE_DEVIS: 90_000, SOLDE_DEVIS_POURCENTAGE: 75 }
    const none = { IDDEVIS: null, SOLDE_DEVIS: null, SOLDE_DEVIS_POURCENTAGE: null }
    const works = [work(due), work(none), work(due), work({ ...due, IDDEVIS: 'd2', SOLDE_DEVIS: 5_000 }), work(none)]
    expect(leftToPay(works)).toBe(95_000)
    expect(works.map((one) => isFirstOfQuote(one, works))).toEqual([true, true, false, true, true])
  })
  it('says the amount and its share of the price, late once the works are over', () => {
    const due = { SOLDE_DEVIS: 123_450, SOLDE_DEVIS_POURCENTAGE: 40 }
    const { text, late } = balanceOf(work({ ...past, ...due }), NOW)
    expect(text.replace(/\s/g, ' ')).toBe('Solde 1 234,50 € (40 %)')
    expect(late).toBe(true)
    expect(balanceOf(work(due), NOW).late).toBe(false)
  })
  it('says when it is paid, and when there is no quote to pay, or none that is signed', () => {
    expect(balanceOf(work(), NOW).text).toBe('Soldé')
    expect(balanceOf(work({ IDDEVIS: null, SOLDE_DEVIS: null }), NOW).text).toBe('Sans devis')
    expect(balanceOf(work({ ...past, SOLDE_DEVIS: null }), NOW)).toEqual({ text: 'Devis non signé', late: false })
  })
})

it('[MGR-09] « À suivre » leaves out interventions that are finalised and paid for', () => {
  const done = work({ ...past, FEEDBACK: 'bon' })
  const unpaid = work({ ...past, FEEDBACK: 'bon', SOLDE_DEVIS: 100 })
  const bad = work({ ...past, FEEDBACK: 'mauvais' })
  expect([done, unpaid, bad, work()].map((one) => isShown(one, 'suivre', GOING))).toEqual([false, true, true, true])
  expect([done, unpaid, work()].map((one) => isShown(one, 'solde', GOING))).toEqual([false, true, false])
  expect([done, work()].map((one) => isShown(one, 'venir', GOING))).toEqual([false, true])
  expect(isShown(done, 'toutes', GOING)).toBe(true)
})

it('[MGR-09] lists what was stopped under « Toutes » alone, and while something is due', () => {
  const stopped = { now: NOW, stopped: true }
  const shown = (one: ReturnType<typeof work>) => FILTERS.filter((filter) => isShown(one, filter, stopped))
  expect(shown(work())).toEqual(['toutes'])
  expect(shown(work({ SOLDE_DEVIS: 100 }))).toEqual(['suivre', 'solde', 'toutes'])
})

it('[MGR-09] [MGR-11] gives the planning: time and people', () => {
  const entry = (IDPERSONNEL: string) => ({ IDPERSONNEL, DEBUT: '2026-11-23 08:00', FIN: '2026-11-23 17:00' })
  const people = ['tom', 'zoe', 'tom', 'ana'].map(entry)
  const nameOf = (id: string): string => id.toUpperCase()
  expect(planningWords(work({ IDINTERVENTION_PLANNING: people }), nameOf, NOW)).toBe(
    'lun. 23 nov. 08:00 – 17:00 · TOM, ZOE et 1 autre',
  )
  expect(planningWords(work(past), nameOf, NOW)).toBe('mer. 18 nov. – jeu. 19 nov. · personne n’est planifié')
  const old = { RDV_DEBUT: '2024-11-25 08:00', RDV_FIN: '2024-11-25 17:00' }
  expect(planningWords(work(old), nameOf, NOW)).toBe('lun. 25 nov. 2024 08:00 – 17:00 · personne n’est planifié')
})

it('running first, then the soonest, then the latest that is over', () => {
  const soon = work()
  const later = work({ RDV_DEBUT: '2026-11-30 08:00', RDV_FIN: '2026-11-30 17:00' })
  const older = { RDV_DEBUT: '2026-11-02 08:00', RDV_FIN: '2026-11-02 17:00' }
  expect(inOrder([older, later, past, soon, running], NOW)).toEqual([running, soon, later, past, older])
})
