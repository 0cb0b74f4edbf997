import { expect, it } from 'vitest'
import { isAppPath } from './navigation-scope.ts'

it.each(['/', '/manager', '/manager/client/42/edit', '/login/manager', '/confidentialite', '/space', '/foo/bar'])(
  'the service worker answers %s with the app',
  (path) => expect(isAppPath(path)).toBe(true),
)

it.each([
  '/api/lolapp/start',
  '/api',
  '/ics/abcdef',
  '/manifest.webmanifest',
  '/fichiers/devis.pdf',
  '/promo-ete',
  '/promo-ete/',
])('the service worker leaves %s to the network', (path) => expect(isAppPath(path)).toBe(false))
