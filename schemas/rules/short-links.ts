/**
 * First path segments that are no short links (decisions: short links): the web app's own pages, the API, files and what browsers
 * and robots ask for by themselves. A new page at the root is added here first: a
 * redirect keeps what follows `#`, so a link in the place of a page would hand over the secrets of the links that messages carry.
 */
export const RESERVED_SEGMENTS: readonly string[] = [
  'api',
  'ics',
  'files',
  'drive',
  'manager',
  'admin',
  'space',
  'login',
  'logout',
  'lolapp',
  'lola',
  'password',
  'confidentialite',
  'mentions-legales',
  'devis',
  'rdv',
  'coordonnees',
  'public',
  'lien',
  'assets',
  'static',
  'docs',
  'health',
  'config',
  'manifest',
  'offline',
  'index',
  'sw',
  'theme',
  'favicon',
  'robots',
  'sitemap',
  'well-known',
]

/** Lower case letters, digits and dashes: a slug never looks like a file. */
export const SLUG_PATTERN = '^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])$'
const SLUG = new RegExp(SLUG_PATTERN)

/** May this first segment of a path be a short link? (`sw.js` and `manifest.webmanifest` are reserved with their stem.) */
export const isSlug = (segment: string): boolean => SLUG.test(segment) && !RESERVED_SEGMENTS.includes(segment)
