// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import { cachedRdv, cacheRdv, clearRdvCache } from './rdv-cache.ts'

beforeEach(clearRdvCache)

it('[CAL-05] keeps a rescheduled appointment as a cached form with its current item', () => {
  cacheRdv('r1', { RDV_OBJET: 'Visite', RDV_DEBUT: '2026-11-20 09:00' })
  expect(cachedRdv()).toEqual({
    current: 'r1',
    cached: true,
    values: { RDV_OBJET: 'Visite', RDV_DEBUT: '2026-11-20 09:00' },
  })
})

it('[CAL-05] a cached form with no current item is a creation started elsewhere', () => {
  cacheRdv(null, { IDPROJET: 'p1' })
  expect(cachedRdv()).toEqual({ current: null, cached: true, values: { IDPROJET: 'p1' } })
  clearRdvCache()
  expect(cachedRdv()).toBeNull()
})

it('[OUT-11] [CAL-05] keeps the snapshot that the copy is an edit of, and refuses an incomplete one', () => {
  const base = { RDV_OBJET: 'Visite', RDV_DEBUT: '2026-11-20 09:00', VERSION: 3 }
  cacheRdv('r1', { RDV_OBJET: 'Visite 2' }, base)
  expect(cachedRdv()).toEqual({ current: 'r1', cached: true, values: { RDV_OBJET: 'Visite 2' }, base })
  sessionStorage.setItem('lolapp.rdv', '{"cached":true,"current":"r1","values":{},"base":{"RDV_OBJET":"Visite"}}')
  expect(cachedRdv()).toEqual({ current: 'r1', cached: true, values: {} })
})

it.each(['{', '[]', 'null', '{"cached":false}', '{"cached":true,"values":null}'])(
  'ignores an entry that another build left (%s)',
  (text) => {
    sessionStorage.setItem('lolapp.rdv', text)
    expect(cachedRdv()).toBeNull()
  },
)
