// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { setFavicon } from './favicon.ts'

it('[PWA-01 icon] an iPhone puts the company’s logo on its screen, without the dot of the tab', () => {
  document.head.innerHTML = '<link rel="apple-touch-icon" href="/icon-192.png">'
  const touch = () => document.querySelector('link[rel="apple-touch-icon"]')?.getAttribute('href')
  setFavicon({ logo: '/logo.png' })
  expect(touch()).toBe('/logo.png')
  setFavicon({ pending: true })
  expect(touch()).toBe('/logo.png')
  setFavicon({ pending: false, logo: null })
  expect(touch()).toBe('/icon-192.png')
})
