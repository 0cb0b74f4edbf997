import { expect, it } from 'vitest'
import { finder } from '../../../schemas/search.ts'
import { foundBy } from './use-orphan-columns.ts'
import type { Orphan } from './use-orphans.ts'

it('[DAY-02 journal] [DAY-12 lists] a project is found by the words of its journal', () => {
  const JOURNAL = [
    { id: 'a', GENRE: 'note', LE: '2026-11-20 09:00', AUTEUR: 'Julie Martin', TEXTE: 'Clé chez le voisin' },
  ]
  const orphan = { projet: { DESCRIPTION: 'Toiture', JOURNAL }, name: 'ROUX Ana', town: 'Lyon', client: undefined }
  const found = (text: string): boolean => finder(text)(foundBy(orphan as unknown as Orphan))
  expect(['voisin', 'roux cle', 'julie'].map(found)).toEqual([true, true, true])
  expect(found('échelle')).toBe(false)
})
