import { expect, it } from 'vitest'
import { declaredBefore, submittedWords } from './withdrawal-receipt.ts'

const LATE = { declared: new Date('2026-12-12T22:58:00.000Z'), confirmed: new Date('2026-12-12T23:03:00.000Z') }

it('[API-13] the receipt of a withdrawal that was declared on its last day says that day, though it was confirmed after midnight', () => {
  expect(submittedWords(LATE, 'Europe/Paris')).toBe('déclarée le 12/12/2026 à 23:58 et confirmée le 13/12/2026 à 00:03')
  expect(declaredBefore(LATE, 'Europe/Paris')).toBe(' (déclaré le 12/12/2026 à 23:58)')
})

it('[API-13] the receipt says one instant where the day of the company is the same: when the withdrawal was declared', () => {
  expect(submittedWords(LATE, 'Indian/Reunion')).toBe('reçue le 13/12/2026 à 02:58')
  expect(declaredBefore(LATE, 'Indian/Reunion')).toBe('')
})
