import { type DebriefCategory, motivesOf } from '../../../schemas/rules/debrief.ts'

export type NextStepChoice = 'none' | 'r2' | 'devis' | 'relance'

/** A debrief being filled. */
export type DebriefDraft = {
  category: DebriefCategory | null
  motive: string | null
  note: string
  next: NextStepChoice
  /** `yyyy-MM-dd`, for a follow-up. */
  relance: string
}

interface Debriefed {
  DEBRIEF_CATEGORIE: DebriefCategory
  IDRDV_DEBRIEF: string | null
  DEBRIEF_COMMENTAIRE: string | null
}

/** The first values of the sheet; « Non debrief » on an appointment counts as no choice yet. */
export const draftOf = (rdv: Debriefed): DebriefDraft => ({
  category: rdv.DEBRIEF_CATEGORIE === 0 ? null : rdv.DEBRIEF_CATEGORIE,
  motive: rdv.IDRDV_DEBRIEF,
  note: rdv.DEBRIEF_COMMENTAIRE ?? '',
  next: 'none',
  relance: '',
})

type MotiveRow = { id: string; LISTE: string; TYPE_MOTIF: number | null }

/** Another category keeps the motive only if the motive belongs to that category too. */
export function withCategory(
  draft: DebriefDraft,
  category: DebriefCategory,
  references: readonly MotiveRow[],
): DebriefDraft {
  const keeps = motivesOf(category, references).some((motive) => motive.id === draft.motive)
  return { ...draft, category, motive: keeps ? draft.motive : null }
}

/** Body of the command; null while there is nothing to save. A follow-up needs its date. */
export function debriefValues(draft: DebriefDraft): Debriefed | null {
  if (draft.category === null || (draft.next === 'relance' && draft.relance === '')) return null
  return {
    DEBRIEF_CATEGORIE: draft.category,
    IDRDV_DEBRIEF: draft.motive,
    DEBRIEF_COMMENTAIRE: draft.note.trim() === '' ? null : draft.note.trim(),
  }
}
