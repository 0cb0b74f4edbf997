/** First segments that belong to the app's own routes; any other single segment may be a short link (`/{slug}`). */
const APP_SEGMENTS = new Set(['', 'manager', 'space', 'admin', 'login', 'password', 'confidentialite'])

/**
 * Whether the service worker answers a navigation with the app's page. Everything else goes to the network: the API, files,
 * calendars (`/ics/…`) and short links, which only the server can resolve.
 */
export function isAppPath(pathname: string): boolean {
  const segments = pathname.split('/').filter((segment) => segment !== '')
  const [first = '', ...rest] = segments
  if (first === 'api' || first === 'ics') return false
  if (segments.at(-1)?.includes('.')) return false
  return APP_SEGMENTS.has(first) || rest.length > 0
}
