import { describe, expect, it } from 'vitest'
import { createValues, rescheduledValues } from './rdv-opening.ts'

const opening = { id: undefined, cache: null, query: {}, defaults: { RDV_DEBUT: 'd', IDPERSONNELS: ['me'] } }
const cached = (current: string | null) => ({
  current,
  cached: true as const,
  values: { RDV_DEBUT: '2026-11-20 09:00', IDPROJET: 'p1', IDADRESSE: null },
})

describe('the first values of the appointment form', () => {
  it('[CAL-05] takes a cached creation that started elsewhere, over the defaults', () => {
    expect(createValues({ ...opening, cache: cached(null) })).toEqual({
      RDV_DEBUT: '2026-11-20 09:00',
      IDPROJET: 'p1',
      IDPERSONNELS: ['me'],
    })
  })

  it('[CAL-05] leaves a rescheduled appointment out of a creation', () => {
    expect(createValues({ ...opening, cache: cached('r1') })).toEqual(opening.defaults)
  })

  it('[CAL-05] shows a rescheduling’s copy on its own appointment only', () => {
    expect(rescheduledValues({ ...opening, id: 'r1', cache: cached('r1') })).toMatchObject({
      RDV_DEBUT: '2026-11-20 09:00',
    })
    expect(rescheduledValues({ ...opening, id: 'r2', cache: cached('r1') })).toBeUndefined()
    expect(rescheduledValues({ ...opening, id: 'r1', cache: cached(null) })).toBeUndefined()
  })

  it('reads the address', () => {
    expect(createValues({ ...opening, query: { IDPROJET: 'p9', participants: 'a,b' } })).toMatchObject({
      IDPROJET: 'p9',
      IDPERSONNELS: ['a', 'b'],
    })
  })
})
