import { type DebriefCategory, motivesOf, SOLD } from '../../../schemas/rules/debrief.ts'

/** What follows a sale: its quote is signed now, sent to be signed, or signed at an appointment. */
const AFTER_SALE = ['sign', 'send', 'meet'] as const
const OTHERWISE = ['none', 'r2', 'devis', 'relance'] as const
export type NextStepChoice = (typeof AFTER_SALE)[number] | (typeof OTHERWISE)[number]

/** The next steps that a sheet offers: after a sale those of its quote; without a quote there is one to make, by whoever makes quotes. */
export function nextChoices(
  category: DebriefCategory | null,
  { pending, mayQuote }: { pending: number; mayQuote: boolean },
): readonly NextStepChoice[] {
  const choices: readonly NextStepChoice[] =
    category !== SOLD ? OTHERWISE : pending > 0 ? AFTER_SALE : ['none', 'devis', 'r2']
  return mayQuote ? choices : choices.filter((choice) => choice !== 'devis')
}

/** Whether it is about one quote. */
export const isAfterSale = (next: NextStepChoice): boolean => (AFTER_SALE as readonly NextStepChoice[]).includes(next)

/** A debrief being filled. */
export type DebriefDraft = {
  category: DebriefCategory | null
  motive: string | null
  note: string
  next: NextStepChoice
  /** The quote that was sold; null until one is chosen. */
  quote: string | null
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
  quote: null,
  relance: '',
})

type MotiveRow = { id: string; LISTE: string; TYPE_MOTIF: number | null }

/** Another category keeps the motive only if the motive belongs to that category too; the next steps of a sale are its own. */
export function withCategory(
  draft: DebriefDraft,
  category: DebriefCategory,
  references: readonly MotiveRow[],
): DebriefDraft {
  const keeps = motivesOf(category, references).some((motive) => motive.id === draft.motive)
  const next = (draft.category === SOLD) === (category === SOLD) ? draft.next : 'none'
  return { ...draft, category, next, motive: keeps ? draft.motive : null }
}

/** Body of the command; null while there is nothing to save. A follow-up needs its date, what follows a sale its quote. */
export function debriefValues(draft: DebriefDraft): Debriefed | null {
  if (draft.category === null || (draft.next === 'relance' && draft.relance === '')) return null
  if (isAfterSale(draft.next) && draft.quote === null) return null
  return {
    DEBRIEF_CATEGORIE: draft.category,
    IDRDV_DEBRIEF: draft.motive,
    DEBRIEF_COMMENTAIRE: draft.note.trim() === '' ? null : draft.note.trim(),
  }
}
