import { expect, it } from 'vitest'
import { nextAndLast, planAge, planReason, rdvWords } from './follow.ts'

const NOW = '2026-11-20 12:00'
const rdv = (from: string, to: string) => ({ RDV_DEBUT: from, RDV_FIN: to })
const past = rdv('2026-11-12 10:00', '2026-11-12 11:00')
const running = rdv('2026-11-20 11:30', '2026-11-20 12:30')
const coming = rdv('2026-11-23 10:00', '2026-11-23 11:00')

it('[MGR-06 next] a running appointment is the next one, one that ended is the last', () => {
  expect(nextAndLast([coming, running, past], NOW)).toEqual({ next: running, last: past })
  expect(nextAndLast([past], NOW)).toEqual({ next: null, last: past })
  expect(nextAndLast([rdv('2026-11-20 11:00', NOW)], NOW).next).toBeNull()
})

it('[MGR-06] names the next and the last appointment', () => {
  expect(rdvWords([coming, past], NOW)).toBe(
    'prochain rendez-vous lun. 23 nov. à 10:00 · dernier rendez-vous le 12/11/2026',
  )
  expect(rdvWords([], NOW)).toBe('aucun rendez-vous')
})

const projet = (values: object) => ({
  projet: {
    IDETAT_PROJET: 1,
    TYPE_PROJET: 0,
    IDRESPONSABLEPROJET: 'p1',
    RELANCE_INTERMEDIAIRE: null,
    DATE_SANS_SUITE: null,
    REFUSE: 0 as const,
    DATE_CREATION: '2026-11-18T09:00:00.000Z',
    ...values,
  },
  rdvs: [],
})

it('[MGR-06] says why a project waits for an appointment, and since when', () => {
  const zone = 'Europe/Paris'
  expect(planReason(projet({}))).toBe('jamais contacté')
  expect(planAge(projet({}), NOW, zone)).toEqual({ text: 'créé il y a 2 jours', late: false })
  const recalled = projet({ RELANCE_INTERMEDIAIRE: '2026-11-19' })
  expect(planReason(recalled)).toBe('contacté, rien de fixé, relance le 19/11/2026')
  expect(planAge(recalled, NOW, zone).late).toBe(true)
  expect(planAge(projet({ DATE_CREATION: '2026-11-01T09:00:00.000Z' }), NOW, zone).late).toBe(true)
  expect(planAge(projet({ DATE_CREATION: null }), NOW, zone)).toEqual({ text: 'créé à l’instant', late: false })
})
