import { expect, it } from 'vitest'
import { structuredText } from './stored-value.tsx'

it('[SYN-06] a structured value is read as people write it: days in French, no ids, one line for each item', () => {
  const call = { id: 'a', GENRE: 'appel', LE: '2026-11-29 20:09', IDPERSONNEL: 'p', TEXTE: 'Intéressé' }
  const times = { id: 'b', DEBUT: '2026-12-01 08:00', FIN: '2026-12-01 12:00' }
  expect(structuredText([call, times])).toBe(
    'appel · 29/11/2026 20:09 · Intéressé\n01/12/2026 08:00 · 01/12/2026 12:00',
  )
})
