import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { AppError } from '../../../schemas/errors.ts'
import { PUBLIC } from '../../actor.ts'
import { COMPANY_FIELDS } from '../../presenters/company.ts'
import { one } from '../shared/answers.ts'

const schema = {
  summary: 'Entreprise de cette adresse : thème, fuseau, aide, mentions de ses documents',
  response: { 200: one(Type.Object({ ...COMPANY_FIELDS, demo: Type.Boolean() })) },
}

/**
 * GET /lolapp/start: the company of the host or key (theme, zone, help link, legal mentions, epoch), before and after login. On an unknown host the 404 lists
 * the demo companies, in demo mode only: elsewhere nobody may learn which companies exist.
 */
export function startRoutes({ demo, port }: { demo: boolean; port: number }) {
  return async (app: FastifyInstance): Promise<void> => {
    const proposals = async (request: FastifyRequest) => {
      if (!demo) return []
      const at = request.host.match(/:(\d+)$/)?.[1] ?? String(port)
      const companies = await app.companies.list()
      return companies.map(({ key, NOM }) => ({ key, NOM, url: `http://${key}.localhost:${at}` }))
    }

    app.get('/lolapp/start', { config: { access: PUBLIC, does: 'reads' }, schema }, async (request) => {
      if (request.company) return { data: { ...request.company, demo } }
      throw new AppError('NOT_FOUND', "Aucune entreprise n'est connue à cette adresse.", {
        details: { companies: await proposals(request) },
      })
    })
  }
}
