import { expect, it } from 'vitest'
import { fileRefusal, worksRefusal } from './deletion.ts'

it('[API-05] works of a signed quote are not deleted; those of one that its customer withdrew from are', () => {
  expect(worksRefusal({ DEVIS_SIGNE: 1, REFUSE: 0 })).toMatch(/devis signé/)
  expect(worksRefusal({ DEVIS_SIGNE: 1, REFUSE: 1 })).toBeNull()
  expect(worksRefusal({ DEVIS_SIGNE: 0, REFUSE: 0 })).toBeNull()
  expect(worksRefusal(null)).toBeNull()
})

it('[I13] the picture of a reserve is sealed with the PV, other pictures are not', () => {
  expect(fileRefusal('photo_reserve', true)).toMatch(/PV est signé/)
  expect(fileRefusal('photo_reserve', false)).toBeNull()
  expect(fileRefusal('photo', true)).toBeNull()
  expect(fileRefusal('intervention_sign_pv', true)).toMatch(/signé/)
})
