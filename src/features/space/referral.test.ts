import { expect, it } from 'vitest'
import { EMPTY_FRIEND, friendErrors, friendOf } from './referral.ts'

it('[SPA-05 referral] a referral needs a name and a phone number or mail address', () => {
  expect(Object.keys(friendErrors(EMPTY_FRIEND)).sort()).toEqual(['NOM', 'PORTABLE'])
  expect(friendErrors({ ...EMPTY_FRIEND, NOM: 'Martin', MAIL: 'a@example.com' })).toEqual({})
  expect(friendErrors({ ...EMPTY_FRIEND, NOM: 'Martin', PORTABLE: '06 39 98 00 01' })).toEqual({})
  expect(Object.keys(friendErrors({ ...EMPTY_FRIEND, NOM: 'Martin', PORTABLE: '06' }))).toEqual(['PORTABLE'])
  expect(Object.keys(friendErrors({ ...EMPTY_FRIEND, NOM: 'Martin', MAIL: 'martin' }))).toEqual(['MAIL'])
})

it('[SPA-05] empty fields are not sent', () => {
  expect(friendOf({ ...EMPTY_FRIEND, NOM: ' Martin ', PORTABLE: '0639980001', VILLE: ' ' })).toEqual({
    NOM: 'Martin',
    PORTABLE: '0639980001',
  })
})
