import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { type Access, PUBLIC } from '../../actor.ts'
import { withComponents } from './components.ts'
import { ERROR_SCHEMA, type Operation, operationSchema, TAGS } from './operations.ts'

const DESCRIPTION = `Réponses : \`{ "data": … }\` ; listes : \`{ "data": […] }\`, avec \`checkpoint\` et \`complete\` quand \`since\` est donné.
Erreurs : \`{ "code", "message", "errors"? }\`. L’enregistrement d’autrui répond 404, comme un enregistrement qui n’existe pas.
Dates \`yyyy-MM-dd HH:mm\` à l’heure de l’entreprise ; instants ISO 8601 en UTC ; montants en centimes entiers.
Chaque écriture porte \`Idempotency-Key\` : même clé, même réponse. Exemples : docs/api.md.`

const PAGES = '/api/docs'
/** The list of every route would help strangers to search for a weak one. The demonstration shows it, because its pages have no session. */
const READERS: Access = { kinds: ['personnel', 'admin'] }

/** The OpenAPI 3.1 document of the API (API-12) at /api/docs/json, from what the routes declare, and its pages at /api/docs. */
export const openapiPlugin = fp<{ demo: boolean }>(
  async (app: FastifyInstance, { demo }) => {
    // The pages' own routes declare nothing.
    app.addHook('onRoute', (route) => {
      if (route.url === PAGES || route.url.startsWith(`${PAGES}/`))
        route.config = { access: demo ? PUBLIC : READERS, does: 'reads', ...route.config }
    })
    await app.register(swagger, {
      convertConstToEnum: false,
      openapi: {
        openapi: '3.1.0',
        info: { title: 'Lolapp', version: '1', description: DESCRIPTION },
        servers: [{ url: '/' }],
        tags: TAGS.map((name) => ({ name })),
        components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
      },
      transform: ({ schema, url, route }) => ({
        schema: operationSchema({ ...route, schema, url } as unknown as Operation),
        url,
      }),
      transformObject: (made) =>
        'openapiObject' in made
          ? (withComponents(made.openapiObject as never, ERROR_SCHEMA) as never)
          : made.swaggerObject,
    })
  },
  { name: 'openapi' },
)

/** The browsable pages; their files come from this server, and none of their scripts is inline. */
export async function docsRoutes(app: FastifyInstance): Promise<void> {
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    indexPrefix: '/api',
    theme: { title: 'API de Lolapp' },
    uiConfig: { docExpansion: 'none', validatorUrl: null, tryItOutEnabled: false },
  })
}
