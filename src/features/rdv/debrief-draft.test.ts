import { describe, expect, it } from 'vitest'
import { rdvText } from '../../text/rdv.ts'
import { debriefValues, draftOf, nextChoices, withCategory } from './debrief-draft.ts'

const motive = (id: string, TYPE_MOTIF: number) => ({ id, LISTE: 'RDV_DEBRIEF', TYPE_MOTIF })
const references = [motive('absent', 1), motive('prix', 3), motive('signe', 4)]
const empty = draftOf({ DEBRIEF_CATEGORIE: 0, IDRDV_DEBRIEF: null, DEBRIEF_COMMENTAIRE: null })

describe('debrief being filled', () => {
  it('opens empty on an appointment without debrief, filled on another', () => {
    expect(empty).toEqual({ category: null, motive: null, note: '', next: 'none', quote: null, relance: '' })
    const again = draftOf({ DEBRIEF_CATEGORIE: 3, IDRDV_DEBRIEF: 'prix', DEBRIEF_COMMENTAIRE: 'Cher' })
    expect(again).toMatchObject({ category: 3, motive: 'prix', note: 'Cher' })
  })

  it('[CAL-09] drops the motive of another category', () => {
    const draft = { ...empty, category: 3 as const, motive: 'prix' }
    expect(withCategory(draft, 4, references)).toMatchObject({ category: 4, motive: null })
    expect(withCategory(draft, 3, references)).toMatchObject({ category: 3, motive: 'prix' })
  })

  it('[CAL-09] saves a category with its motive and note; category alone is enough', () => {
    expect(debriefValues(empty)).toBeNull()
    expect(debriefValues({ ...empty, category: 4 })).toEqual({
      DEBRIEF_CATEGORIE: 4,
      IDRDV_DEBRIEF: null,
      DEBRIEF_COMMENTAIRE: null,
    })
    expect(debriefValues({ ...empty, category: 4, motive: 'signe', note: ' Oui ' })).toEqual({
      DEBRIEF_CATEGORIE: 4,
      IDRDV_DEBRIEF: 'signe',
      DEBRIEF_COMMENTAIRE: 'Oui',
    })
    expect(debriefValues({ ...empty, category: 0 })?.DEBRIEF_CATEGORIE).toBe(0)
  })

  it('a follow-up needs its date', () => {
    const draft = { ...empty, category: 3 as const, next: 'relance' as const }
    expect(debriefValues(draft)).toBeNull()
    expect(debriefValues({ ...draft, relance: '2026-12-01' })).not.toBeNull()
  })
})

it('names a second appointment once, whichever it follows', () => {
  const { r2Title } = rdvText.debriefForm
  expect(r2Title('fenêtres')).toBe('R2 fenêtres')
  expect(r2Title('R2 fenêtres')).toBe('R2 fenêtres')
})

it('[CAL-09] [AUT-10] a measurer, who makes no quotes, is not led to the form of one', () => {
  const mayQuote = false
  expect(nextChoices(3, { pending: 0, mayQuote })).toEqual(['none', 'r2', 'relance'])
  expect(nextChoices(4, { pending: 0, mayQuote })).toEqual(['none', 'r2'])
  expect(nextChoices(4, { pending: 0, mayQuote: true })).toEqual(['none', 'devis', 'r2'])
})
