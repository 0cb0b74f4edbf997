import type { Company } from '../../plugins/tenant/companies.ts'

const DEFAULT_COLOR = '#BD1734'

/** The manifest of the installable app of one host, in French, with the company's name and colour. */
export const manifestOf = (company: Company | null): Record<string, unknown> => ({
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
    // First: a browser takes the first of several icons that suit it as well.
    ...(company?.LOGO?.startsWith('/') ? [{ src: company.LOGO, sizes: 'any', purpose: 'any' }] : []),
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
})
