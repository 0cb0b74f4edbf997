import { expect, it } from 'vitest'
import { leadValues } from './lead-values.ts'

const centre = { LATITUDE: 47.2183719, LONGITUDE: -1.5536 }

it('[MGR-15] a lead opens with its point, its commune and a project', () => {
  expect(leadValues({ centre, place: null, commune: { VILLE: 'Nantes', CODE_POSTAL: '44000' } })).toEqual({
    projet: '1',
    VILLE: 'Nantes',
    CODE_POSTAL: '44000',
    LATITUDE: '47.21837',
    LONGITUDE: '-1.55360',
  })
})

it('[MGR-15] a search result is used rather than the commune around', () => {
  const place = {
    label: '12 Rue de la Paix 44000 Nantes',
    ADRESSE: '12 Rue de la Paix',
    CODE_POSTAL: '44000',
    VILLE: 'Nantes',
    ...centre,
    precision: 'housenumber' as const,
    score: 0.9,
  }
  expect(leadValues({ centre, place, commune: null })).toMatchObject({ ADRESSE: '12 Rue de la Paix', VILLE: 'Nantes' })
  expect(leadValues({ centre, place: null, commune: null })).not.toHaveProperty('VILLE')
})
