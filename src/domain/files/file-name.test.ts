import { expect, it } from 'vitest'
import { fileNameOf, generatedName, givenWords, nameOf } from './file-name.ts'

it('[DAY-04 files] a photo is called by the name that a person gave it, and by its origin while the app’s own stands there', () => {
  expect(nameOf({ origin: 'photo', name: 'Pignon côté nord.jpg' })).toBe('Pignon côté nord')
  expect(nameOf({ origin: 'photo_avant', name: 'Pignon.jpg' })).toBe('Avant · Pignon')
  expect(nameOf({ origin: 'photo', name: 'Photo façade.jpg' })).toBe('Photo façade')
  expect(nameOf({ origin: 'photo', name: 'photo-1a2b3c.jpg' })).toBe('Photo')
  expect(nameOf({ origin: 'photo_apres', name: 'photo-apres-1a2b3c.jpg' })).toBe('Après')
  expect(nameOf({ origin: 'photo', name: 'photo-client-1a2b3c.heic' })).toBe('Photo')
  expect(givenWords({ name: generatedName('photo_reserve') })).toBe('')
  expect(nameOf({ origin: 'document', name: 'Plan de pose.pdf' })).toBe('Plan de pose.pdf')
})

it('words become the name that the server will keep, with one ending', () => {
  expect(fileNameOf(' Pignon nord ', 'image/jpeg')).toBe('Pignon nord.jpg')
  expect(fileNameOf('Plan v1.2', 'application/pdf')).toBe('Plan v1.2.pdf')
  expect(fileNameOf('Plan.PDF', 'application/pdf')).toBe('Plan.pdf')
  expect(fileNameOf('Cuisine / salon : avant ?', 'image/png')).toBe('Cuisine - salon _ avant _.png')
})
