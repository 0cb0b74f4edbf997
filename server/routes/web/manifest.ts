import type { Company } from '../../plugins/tenant/companies.ts'

const DEFAULT_COLOR = '#BD1734'
const OUR_MASKABLE = [{ src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' }]

/** The company's logo as an icon; null without one of this host. */
const ownIcon = (company: Company | null) =>
  company?.LOGO?.startsWith('/') ? { src: company.LOGO, sizes: 'any', purpose: 'any' } : null

/** The manifest of the installable app of one host, in French, with the company's name, colour and icon. */
export function manifestOf(company: Company | null): Record<string, unknown> {
  const own = ownIcon(company)
  return {
    id: '/',
    name: company ? `${company.NOM} · Lolapp` : 'Lolapp',
    short_name: company?.NOM ?? 'Lolapp',
    description: 'La vente et la pose à domicile, avec ou sans réseau.',
    lang: 'fr',
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: company?.COLOR ?? DEFAULT_COLOR,
    background_color: '#ffffff',
    icons: [
      // A browser takes the first of several icons that suit it as well; Android takes a maskable one before any other, so ours would hide the company's.
      ...(own ? [own] : OUR_MASKABLE),
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    ],
  }
}
