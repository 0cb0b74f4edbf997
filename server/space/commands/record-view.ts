import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { notFound } from '../../../schemas/errors.ts'
import { uuidv7 } from '../../../schemas/uuid.ts'
import type { ClientActor } from '../../actor.ts'
import { serviceWrite } from '../../writes/service-write.ts'
import { readQuote } from '../repositories/devis.ts'
import { userAgentOf } from '../request-facts.ts'

/** Two readings of a page within this time count as one view: devices need not learn of each reload. */
const SAME_VIEW_MINUTES = 5

interface View {
  app: FastifyInstance
  request: FastifyRequest
  actor: ClientActor
  id: string
}

/**
 * Notes that the customer read a quote. A reading by an administrator who acts as the customer does not count.
 * @returns DATE_CONSULTATION of the quote
 * @throws AppError NOT_FOUND
 */
export function recordView({ app, request, actor, id }: View): Promise<string | null> {
  return serviceWrite(app, actor.companyId, async ({ tx, lock, set }) => {
    const row = await lock('devis', id)
    if (!row) throw notFound()
    const quote = await readQuote(tx, actor, id)
    if (actor.impersonator !== null) return quote.DATE_CONSULTATION
    const { rows: recent } = await sql`select 1 from devis_consultation
      where company_id = current_setting('app.company_id') and devis_id = ${id} and client_id = ${actor.id}
      and at > now() - make_interval(mins => ${SAME_VIEW_MINUTES}::integer)`.execute(tx)
    // Lines that changed meanwhile are read anew.
    if (recent.length > 0 && quote.DATE_CONSULTATION !== null) return quote.DATE_CONSULTATION
    const now = new Date()
    await sql`insert into devis_consultation (company_id, id, devis_id, client_id, origine, ip, user_agent, at)
      values (current_setting('app.company_id'), ${uuidv7()}, ${id}, ${actor.id},
        ${actor.limitedTo === null ? 'espace' : 'lien'}, ${request.ip}, ${userAgentOf(request)}, ${now})`.execute(tx)
    set('devis', row, { DATE_CONSULTATION: now.toISOString() })
    return now.toISOString()
  })
}
