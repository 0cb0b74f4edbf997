import { expect, it } from 'vitest'
import { linkChoices, otherQuoteOf } from './intervention-devis.ts'

const quote = (IDDEVIS: string, DEVIS_SIGNE: 0 | 1, REFUSE: 0 | 1, more: object = {}) => ({
  ...{ IDDEVIS, IDPROJET: 'j1', DEVIS_SIGNE, REFUSE },
  ...{ GROUPE_VARIANTES: null, DATE_CREATION: null, DATE_TRANSMISSION: null, DATE_SIGNATURE: null },
  ...more,
})

it('[MGR-11] links works to an order that stands first, and chooses no quote that has ended', () => {
  const cancelled = quote('annulée', 1, 1, { DATE_CREATION: '2026-11-20' })
  const quotes = [
    cancelled,
    quote('refusé', 0, 1),
    quote('brouillon', 0, 0),
    quote('commande', 1, 0, { DATE_CREATION: '2026-11-01' }),
    quote('autre', 1, 0, { DATE_CREATION: '2026-11-02' }),
  ]
  const { ordered, only } = linkChoices(quotes)
  expect(ordered.map(({ IDDEVIS }) => IDDEVIS)).toEqual(['autre', 'commande', 'brouillon', 'refusé', 'annulée'])
  expect(only).toBeUndefined()
  expect(linkChoices([quote('commande', 1, 0)]).only?.IDDEVIS).toBe('commande')
  expect(linkChoices([cancelled]).only).toBeUndefined()
})

it('[MGR-11] chooses the only order among quotes, and nothing among quotes without one', () => {
  const [order, draft, refused] = [quote('commande', 1, 0), quote('brouillon', 0, 0), quote('refusé', 0, 1)]
  expect(linkChoices([draft, refused, order]).only?.IDDEVIS).toBe('commande')
  expect(linkChoices([draft, refused]).only).toBeUndefined()
  expect(linkChoices([draft]).only?.IDDEVIS).toBe('brouillon')
  expect(linkChoices([]).only).toBeUndefined()
})

const signed = quote('confort', 1, 0, { GROUPE_VARIANTES: 'eco', DATE_SIGNATURE: '2026-11-10T09:00:00.000Z' })
const sent = (DATE_TRANSMISSION: string) => ({ DATE_TRANSMISSION })

it.each([
  ['another variant was signed', quote('eco', 0, 0), true],
  ['it was refused', quote('refusé', 0, 1), true],
  ['another version was signed since', quote('v1', 0, 0, sent('2026-11-02T09:00:00.000Z')), true],
  ['it is an addition, sent after the order', quote('plus', 0, 0, sent('2026-11-12T09:00:00.000Z')), false],
  ['it is a draft', quote('brouillon', 0, 0), false],
  ['it is an order too', quote('autre', 1, 0), false],
  ['it was an order, and has ended', quote('finie', 1, 1), false],
])('[MGR-11] works name a quote that their customer did not choose: %s', (_why, named, other) => {
  const found = otherQuoteOf({ IDDEVIS: named.IDDEVIS }, [named, signed])
  expect(found && [found.named, found.orders.map(({ IDDEVIS }) => IDDEVIS).filter((id) => id === 'confort')]).toEqual(
    other ? [named, ['confort']] : null,
  )
  // Without an order the customer has chosen nothing yet.
  expect(otherQuoteOf({ IDDEVIS: named.IDDEVIS }, [named])).toBeNull()
})

it('[MGR-11] a quote that was deleted is another one too; works without a quote name none', () => {
  expect(otherQuoteOf({ IDDEVIS: 'supprimé' }, [signed])).toEqual({ named: null, orders: [signed] })
  expect(otherQuoteOf({ IDDEVIS: null }, [signed])).toBeNull()
})
