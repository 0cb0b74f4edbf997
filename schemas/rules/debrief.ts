import { DEBRIEF_CATEGORIES } from '../entities/rdv.ts'
import type { Issue } from '../entity.ts'

export type DebriefCategory = (typeof DEBRIEF_CATEGORIES)[number]

/** The outcome of an appointment, in the product's words (CAL-09). */
export const DEBRIEF_LABELS: Readonly<Record<DebriefCategory, string>> = {
  0: 'Non debrief',
  1: 'Non entrée',
  2: 'Non déballe',
  3: 'Non vendu',
  4: 'Vendu',
}

/** « Vendu ». */
export const SOLD: DebriefCategory = 4

export const isDebriefCategory = (value: unknown): value is DebriefCategory =>
  (DEBRIEF_CATEGORIES as readonly unknown[]).includes(value)

/** « Non debrief » as long as nobody said how it went. */
export const debriefLabel = (category: number | null | undefined): string =>
  isDebriefCategory(category) ? DEBRIEF_LABELS[category] : DEBRIEF_LABELS[0]

export const isDebriefed = (rdv: { DEBRIEF_CATEGORIE: number }): boolean => rdv.DEBRIEF_CATEGORIE !== 0

/** A row of the list RDV_DEBRIEF. */
export interface Motive {
  LISTE: string
  TYPE_MOTIF: number | null
}

const explains = (motive: Motive, category: number): boolean =>
  motive.LISTE === 'RDV_DEBRIEF' && motive.TYPE_MOTIF === category

/** The motives to choose from for a category, in the order given. */
export const motivesOf = <M extends Motive>(category: number, references: readonly M[]): M[] =>
  references.filter((reference) => explains(reference, category))

/**
 * What is wrong with a debrief; empty when nothing is. A motive is optional; one that is given must exist (`motive` is its reference,
 * null when there is none of that id) and be of the category. Checked by the form, and by the server after merging (MERGE-3).
 */
export function debriefIssues(
  debrief: { DEBRIEF_CATEGORIE: unknown; IDRDV_DEBRIEF: string | null },
  motive: Motive | null | undefined,
): Issue[] {
  const category = debrief.DEBRIEF_CATEGORIE
  if (!isDebriefCategory(category)) {
    return [{ field: 'DEBRIEF_CATEGORIE', message: 'Veuillez choisir une valeur de la liste' }]
  }
  if (debrief.IDRDV_DEBRIEF === null || (motive && explains(motive, category))) return []
  return [{ field: 'IDRDV_DEBRIEF', message: `Ce motif n'est pas un motif « ${DEBRIEF_LABELS[category]} »` }]
}
