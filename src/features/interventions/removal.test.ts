import { expect, it } from 'vitest'
import { removalRefusal } from './removal.ts'

const order = { DEVIS_SIGNE: 1, REFUSE: 0 } as never
const draft = { DEVIS_SIGNE: 0, REFUSE: 0 } as never
const planned = { IDDEVIS: 'd1' }

it.each([
  ['an order', { intervention: planned, devis: order, files: [] }, /devis signé/],
  ['a quote that is not signed', { intervention: planned, devis: draft, files: [] }, null],
  ['no quote', { intervention: { IDDEVIS: null }, devis: null, files: [] }, null],
  ['a quote that is still read', { intervention: planned, devis: undefined, files: [] }, /Réessayez/],
  ['files that are still read', { intervention: planned, devis: draft, files: undefined }, /Réessayez/],
  [
    'a quote that has not come to this device',
    { intervention: planned, devis: null, files: [] },
    /pas encore sur cet appareil/,
  ],
])('[API-05] the deletion of works with %s is refused here, before the server does', (_title, works, said) => {
  const refusal = removalRefusal(works)
  if (said === null) expect(refusal).toBeNull()
  else expect(refusal).toMatch(said)
})
