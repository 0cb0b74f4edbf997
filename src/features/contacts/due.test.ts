import { expect, it } from 'vitest'
import { byDue, contactDue, quoteDue, recallDue, type Waiting } from './due.ts'

const NOW = '2026-11-20 12:00'
const ZONE = 'Europe/Paris'
const project = (values: Partial<Waiting['projet']>, rdvs: Waiting['rdvs'] = []): Waiting => ({
  projet: { DATE_CREATION: null, RELANCE_INTERMEDIAIRE: null, ...values },
  rdvs,
})
const rdv = (day: string) => ({ RDV_DEBUT: `${day} 10:00`, RDV_FIN: `${day} 11:00` })

it.each([
  // 23:30 in London's winter is the next day in Paris.
  ['2026-11-19T23:30:00.000Z', 'créé aujourd’hui', false],
  ['2026-11-18T09:00:00.000Z', 'créé il y a 2 jours', false],
  ['2026-11-17T09:00:00.000Z', 'créé il y a 3 jours', true],
  [null, 'créé à l’instant', false],
])('[MGR-07] a lead of %s: %s', (DATE_CREATION, words, late) => {
  expect(contactDue(project({ DATE_CREATION }), NOW, ZONE)).toMatchObject({ text: words, late })
})

it.each([
  ['2026-11-20', 'à rappeler aujourd’hui', false],
  ['2026-11-19', 'en retard d’un jour', true],
  ['2026-11-10', 'en retard de 10 jours', true],
  ['2026-11-24', 'à rappeler le 24/11/2026', false],
])('[MGR-16] a follow-up of %s: %s', (RELANCE_INTERMEDIAIRE, words, late) => {
  expect(recallDue(project({ RELANCE_INTERMEDIAIRE }), NOW)).toMatchObject({ text: words, late })
})

it.each([
  ['2026-11-20 18:30', 'à rappeler aujourd’hui à 18:30', false],
  ['2026-11-20 11:30', 'à rappeler depuis 11:30', true],
  ['2026-11-24 14:00', 'à rappeler le 24/11/2026 à 14:00', false],
])('[MGR-16] a follow-up at %s: %s', (RELANCE_A, words, late) => {
  const RELANCE_INTERMEDIAIRE = RELANCE_A.slice(0, 10)
  expect(recallDue(project({ RELANCE_INTERMEDIAIRE, RELANCE_A }), NOW)).toMatchObject({ text: words, late })
})

it('[MGR-16] a call that is planned after a visit is due on its day, with its time, until a later appointment answers it', () => {
  const planned = { RELANCE_INTERMEDIAIRE: '2026-11-24', RELANCE_A: '2026-11-24 14:00' }
  const visited = project(planned, [rdv('2026-11-19')])
  expect(quoteDue(visited, NOW).text).toBe('à rappeler le 24/11/2026 à 14:00')
  expect(quoteDue(visited, '2026-11-26 09:00')).toMatchObject({ text: 'en retard de 2 jours', late: true })
  const seenAgain = project(planned, [rdv('2026-11-19'), rdv('2026-11-25')])
  expect(quoteDue(seenAgain, '2026-11-26 09:00').text).toBe('vu hier')
  expect(quoteDue(seenAgain, '2026-11-24 09:00').text).toBe('à rappeler aujourd’hui à 14:00')
})

it('[MGR-16 age] a project without a quote is as old as its last visit, and projects still to be visited come last', () => {
  const old = project({}, [rdv('2026-10-01'), rdv('2026-11-05')])
  const fresh = project({}, [rdv('2026-11-19'), rdv('2026-11-27')])
  const coming = project({}, [rdv('2026-11-23')])
  const rows = byDue([coming, fresh, old], (one) => quoteDue(one, NOW))
  expect(rows.map((row) => row.due.text)).toEqual(['vu il y a 15 jours', 'vu hier', 'rendez-vous le 23/11/2026'])
  expect(rows.map((row) => row.due.late)).toEqual([true, false, false])
})
