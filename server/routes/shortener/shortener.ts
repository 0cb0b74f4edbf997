import Type from 'typebox'
import { isSlug, SLUG_PATTERN } from '../../../schemas/rules/short-links.ts'
import { crudRoutes } from '../shared/crud-routes.ts'
import { targetUrl } from './target-url.ts'

/** Short links of a company (API-02); follow.ts serves them at the root of its host. Administrators name the company. */
export const shortenerRoutes = crudRoutes({
  path: '/shortener',
  title: 'Liens courts',
  name: 'short_link',
  table: 'short_link',
  owner: 'company',
  read: { kinds: ['personnel', 'admin'] },
  write: { kinds: ['personnel', 'admin'], roles: ['commercial_director', 'assistant'] },
  fields: {
    slug: { schema: Type.String({ pattern: SLUG_PATTERN, maxLength: 60 }) },
    url: { schema: Type.String({ minLength: 1, maxLength: 2000 }) },
    LIBELLE: { schema: Type.Union([Type.String({ maxLength: 120 }), Type.Null()]), initial: null },
  },
  shown: { clicks: Type.Integer(), created_at: Type.String({ format: 'lolapp-instant' }) },
  order: 'slug',
  check: async (_trx, row) => {
    const target = targetUrl(String(row.url))
    if ('href' in target) row.url = target.href
    return {
      ...(isSlug(String(row.slug)) ? {} : { slug: ["Ce mot est réservé à l'application"] }),
      ...('message' in target ? { url: [target.message] } : {}),
    }
  },
  broken: { short_link_company_id_slug_key: { field: 'slug', message: 'Ce lien court existe déjà' } },
})
