import { describe, expect, it } from 'vitest'
import { computeProjectState, PROJECT_STATES, projectState, UNKNOWN_STATE } from './project-state.ts'
import { returnNoteId } from './return-visits.ts'

const open = { IDDEVIS: 'o', DEVIS_SIGNE: 0, REFUSE: 0 } as const
const signed = { IDDEVIS: 'd', DEVIS_SIGNE: 1, REFUSE: 0 } as const
const refused = { IDDEVIS: 'n', DEVIS_SIGNE: 0, REFUSE: 1 } as const
const withdrawn = { IDDEVIS: 'w', DEVIS_SIGNE: 1, REFUSE: 1 } as const
const work = (IDINTERVENTION: string, FEEDBACK: string | null, of?: string, day = '2026-11-24') => ({
  IDINTERVENTION,
  IDDEVIS: 'd',
  RDV_DEBUT: `${day} 08:00`,
  FEEDBACK,
  NOTES: of === undefined ? [] : [{ id: returnNoteId(of) }],
})
const former = (IDINTERVENTION: string, FEEDBACK: string | null) => ({
  ...work(IDINTERVENTION, FEEDBACK),
  IDDEVIS: 'w',
})
const [running, good, bad] = [work('r', null), work('g', 'bon'), work('b', 'mauvais')]

describe('project states', () => {
  it('[ENT-07] are those of the product, each with words for the customer', () => {
    const shown = Object.entries(PROJECT_STATES).map(([state, { title, color }]) => [Number(state), title, color])
    expect(shown).toEqual([
      [1, 'Nouveau projet', 'green'],
      [2, 'Devis prêt', 'green'],
      [4, 'Commande en cours', 'orange'],
      [5, 'Projet finalisé', 'purple'],
    ])
    for (const { customer } of Object.values(PROJECT_STATES)) expect(customer.length).toBeGreaterThan(20)
  })

  it('[ENT-07] 3 and any other value show as an unknown state', () => {
    for (const state of [3, 0, 6, -1, Number.NaN]) expect(projectState(state)).toBe(UNKNOWN_STATE)
    expect(projectState(4).title).toBe('Commande en cours')
  })

  it.each([
    ['no quote', [], [], 1],
    ['a quote', [open], [], 2],
    ['a refused quote was made', [refused], [], 2],
    ['a signed quote', [open, signed], [], 4],
    ['a withdrawn order', [withdrawn], [], 2],
    ['an order and works under way', [signed], [good, running], 4],
    ['an order and all works finalised', [signed, refused], [good, good], 5],
    ['an order and works that ended badly', [signed], [good, bad], 4],
    ['an order and a return visit to come', [signed], [bad, work('v', null, 'b')], 4],
    ['an order and a return visit that ended well', [signed], [bad, work('v', 'bon', 'b')], 5],
    ['an order and later works that ended well', [signed], [bad, work('l', 'bon', undefined, '2026-11-25')], 5],
    [
      'an order with finalised works, beside a withdrawn one whose works nobody did',
      [withdrawn, signed],
      [former('f', null), good],
      5,
    ],
    [
      'an order without works, beside one that was cancelled after its works',
      [withdrawn, signed],
      [former('f', 'bon')],
      4,
    ],
    ['finalised works without an order', [open], [good], 2],
    ['finalised works without a quote', [], [good], 1],
  ] as const)('[ENT-07] %s', (_name, quotes, interventions, state) => {
    expect(computeProjectState(quotes, interventions)).toBe(state)
  })
})
