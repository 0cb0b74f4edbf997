import Value from 'typebox/value'
import { expect, it, vi } from 'vitest'
import { type JournalEntry, journalSchema } from '../../../schemas/journal.ts'
import { callEntry, lastCall, noteEntry } from './call-note.ts'

const NOW = '2026-11-22 12:00'
const call = {
  at: '2026-11-20 09:05',
  by: { id: 'julie', name: 'Julie Martin' },
  outcome: 'Pas de réponse',
  remark: '',
}

it('[MGR-07] [DAY-02 journal] a call is an entry of the journal: person, time, result and text', () => {
  expect(callEntry(call)).toEqual({
    id: expect.any(String),
    GENRE: 'appel',
    LE: '2026-11-20 09:05',
    AUTEUR: 'Julie Martin',
    IDPERSONNEL: 'julie',
    RESULTAT: 'Pas de réponse',
  })
  expect(callEntry({ ...call, remark: 'rappeler\naprès 19 h ' }).TEXTE).toBe('rappeler après 19 h')
  expect(callEntry(call).id).not.toBe(callEntry(call).id)
})

it('[DAY-02 journal] a note is an entry of the journal: person, time and words, no result', () => {
  const entry = noteEntry({
    at: '2026-11-20 18:05',
    by: { id: 'julie', name: 'Julie' },
    words: ' Clé chez le voisin\n3e étage ',
  })
  expect(Value.Check(journalSchema, [entry])).toBe(true)
  expect(entry).toEqual({
    id: expect.any(String),
    GENRE: 'note',
    LE: '2026-11-20 18:05',
    AUTEUR: 'Julie',
    IDPERSONNEL: 'julie',
    TEXTE: 'Clé chez le voisin\n3e étage',
  })
})

it('[MGR-07] the last call is the latest one, in any order of the journal', () => {
  const first = callEntry(call)
  const second = callEntry({ ...call, at: '2026-11-21 18:00', outcome: 'Joint', remark: 'rappeler après 19 h' })
  for (const journal of [
    [first, second],
    [second, first],
  ])
    expect(lastCall(journal, NOW)).toBe('21/11 : Joint. rappeler après 19 h')
  const note: JournalEntry = { ...first, id: 'note', GENRE: 'note', LE: '2026-11-22 08:00' }
  expect(lastCall([first, note], NOW)).toBe('20/11 : Pas de réponse.')
})

it('[MGR-07] of two calls within a minute the last one is the one that was noted last', () => {
  vi.useFakeTimers()
  try {
    // Twenty times: ids without an order would pass once in a million.
    for (let n = 0; n < 20; n++) {
      vi.setSystemTime(Date.UTC(2026, 10, 20, 8, 5, 2 * n))
      const first = callEntry(call)
      vi.advanceTimersByTime(1000)
      const second = callEntry({ ...call, outcome: 'Joint' })
      expect(lastCall([second, first], NOW)).toBe('20/11 : Joint.')
    }
  } finally {
    vi.useRealTimers()
  }
})

it('[MGR-07] a call of another year says its year, and a file always does', () => {
  const journal = [callEntry({ ...call, at: '2025-12-03 10:00' })]
  expect(lastCall(journal, '2026-01-05 09:00')).toBe('03/12/2025 : Pas de réponse.')
  expect(lastCall(journal, '2025-12-31 23:59')).toBe('03/12 : Pas de réponse.')
  expect(lastCall(journal, null)).toBe('03/12/2025 : Pas de réponse.')
})

it('gives null where no call was noted', () => {
  expect(lastCall([], NOW)).toBeNull()
})
