import { expect, it } from 'vitest'
import { softHyphens } from './soft-hyphens.ts'

const shown = (text: string): string => softHyphens(text).replaceAll('\u00AD', '·')

it('breaks a long word between syllables, and leaves the others', () => {
  expect(shown('Synchronisation')).toBe('Synchro·ni·sa·tion')
  expect(shown('Données personnelles')).toBe('Données personnelles')
  expect(shown('Établissements recommandés')).toBe('É·tablisse·ments recommandés')
})
