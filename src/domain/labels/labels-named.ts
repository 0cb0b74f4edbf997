import { normalise } from '../../../schemas/search.ts'

/** Labels of which a word starts with each typed word, archived ones too: clients still have them. */
export function labelsNamed<L extends { LIBELLE: string }>(text: string, labels: readonly L[]): L[] {
  const wanted = normalise(text)
  if (wanted === '') return []
  const words = wanted.split(' ')
  return labels.filter(({ LIBELLE }) => words.every((word) => ` ${normalise(LIBELLE)}`.includes(` ${word}`)))
}
