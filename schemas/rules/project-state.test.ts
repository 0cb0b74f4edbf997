import { describe, expect, it } from 'vitest'
import { computeProjectState, ordersToPlan, PROJECT_STATES, projectState, UNKNOWN_STATE } from './project-state.ts'
import { returnNoteId } from './return-visits.ts'

const ZONE = 'Europe/Paris'
const SIGNED = '2026-11-10T09:00:00.000Z'
const open = { IDDEVIS: 'o', DEVIS_SIGNE: 0, REFUSE: 0, DATE_SIGNATURE: null } as const
const signed = { IDDEVIS: 'd', DEVIS_SIGNE: 1, REFUSE: 0, DATE_SIGNATURE: SIGNED } as const
const refused = { IDDEVIS: 'n', DEVIS_SIGNE: 0, REFUSE: 1, DATE_SIGNATURE: null } as const
const withdrawn = { IDDEVIS: 'w', DEVIS_SIGNE: 1, REFUSE: 1, DATE_SIGNATURE: SIGNED } as const
/** A second order of the project. */
const addition = (DATE_SIGNATURE: string | null) => ({ ...signed, IDDEVIS: 'e', DATE_SIGNATURE })
/** On site until 17:00 in Paris, with a result an hour before. */
const work = (IDINTERVENTION: string, FEEDBACK: string | null, of?: string, day = '2026-11-24') => ({
  IDINTERVENTION,
  IDDEVIS: 'd',
  RDV_DEBUT: `${day} 08:00`,
  RDV_FIN: `${day} 17:00`,
  FEEDBACK,
  DATE_FEEDBACK: FEEDBACK === null ? null : `${day}T15:00:00.000Z`,
  DATE_CREATION: '2026-11-12T09:00:00.000Z',
  NOTES: of === undefined ? [] : [{ id: returnNoteId(of) }],
})
const former = (IDINTERVENTION: string, FEEDBACK: string | null) => ({
  ...work(IDINTERVENTION, FEEDBACK),
  IDDEVIS: 'w',
})
const [running, good, bad] = [work('r', null), work('g', 'bon'), work('b', 'mauvais')]
const next = work('l', 'bon', undefined, '2026-11-25')
const made = (one: typeof next, DATE_CREATION: string) => ({ ...one, DATE_CREATION })
const of = (IDDEVIS: string | null, one: typeof next) => ({ ...one, IDDEVIS })

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
    ['later works that were planned after the failure', [signed], [bad, made(next, '2026-11-24T16:00:00.000Z')], 5],
    ['later works that were planned before the failure', [signed], [bad, next], 4],
    [
      'an order that was signed after the works of another one',
      [signed, addition('2026-11-27T09:00:00.000Z')],
      [good],
      4,
    ],
    ['one that was signed once they were said to be over', [signed, addition('2026-11-24T15:10:00.000Z')], [good], 4],
    [
      'one that was signed after their end, which was said later',
      [signed, addition('2026-11-24T16:10:00.000Z')],
      [{ ...good, DATE_FEEDBACK: '2026-11-25T09:00:00.000Z' }],
      4,
    ],
    ['one that was signed before they were over', [signed, addition('2026-11-24T14:00:00.000Z')], [good], 5],
    ['two orders and the works of both', [signed, addition('2026-11-24T18:00:00.000Z')], [good, of('e', next)], 5],
    [
      'two orders, of which one is under way',
      [signed, addition('2026-11-24T18:00:00.000Z')],
      [good, of('e', work('l', null, undefined, '2026-11-25'))],
      4,
    ],
    ['an order and finalised works without a quote', [signed], [of(null, good)], 5],
    ['an order and finalised works of another version of it', [signed, refused], [of('n', good)], 5],
    [
      'an order and works without a quote that were over before',
      [signed],
      [of(null, work('g', 'bon', undefined, '2026-11-09'))],
      4,
    ],
    ['an order without a time of signature', [signed, addition(null)], [good], 5],
    [
      'an ended order that was signed after the works',
      [signed, { ...withdrawn, DATE_SIGNATURE: '2026-11-27T09:00:00.000Z' }],
      [good],
      5,
    ],
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
    expect(computeProjectState(quotes, interventions, ZONE)).toBe(state)
  })

  it('[ENT-07] an order is left to plan by the clock of the company, whose works end at 17:00', () => {
    const quotes = [signed, addition('2026-11-24T14:00:00.000Z')]
    expect(ordersToPlan(quotes, [good], ZONE)).toEqual([])
    expect(ordersToPlan(quotes, [good], 'Indian/Reunion')).toEqual([quotes[1]])
    expect(ordersToPlan([...quotes, open, refused, withdrawn], [], ZONE)).toEqual(quotes)
  })
})
