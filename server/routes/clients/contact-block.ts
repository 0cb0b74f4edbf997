import type { FastifyInstance } from 'fastify'
import { ContactState } from '../../../schemas/contact-block.ts'
import { AppError, notFound } from '../../../schemas/errors.ts'
import { STAFF } from '../../actor.ts'
import { audit } from '../../audit/audit.ts'
import { liftDenials, longestBlock, readContactHistories } from '../../contacts/contact-changes.ts'
import type { Tx } from '../../plugins/database/database.ts'
import { clientAccount } from '../../repositories/clients.ts'
import { once } from '../../writes/once.ts'
import { one } from '../shared/answers.ts'
import { assertReads, idParams } from '../shared/resource-routes.ts'
import { staffActor } from '../shared/staff-request.ts'

interface ById {
  Params: { id: string }
}

async function stateOf(tx: Tx, id: string): Promise<ContactState> {
  const block = longestBlock(await readContactHistories(tx, id), new Date())
  if (block === null) return { BLOCAGE: null }
  const { since, until, deniedAt, former } = block
  return {
    BLOCAGE: {
      DEPUIS: new Date(since).toISOString(),
      JUSQUA: until,
      CONTESTE_LE: deniedAt === null ? null : new Date(deniedAt).toISOString(),
      ANCIEN_NUMERO: former.phone,
      ANCIENNE_ADRESSE: former.mail,
    },
  }
}

async function assertClient(tx: Tx, id: string): Promise<void> {
  if ((await clientAccount(tx, id)).length === 0) throw notFound()
}

const response = { 200: one(ContactState) }

/** Why a client cannot sign by code, and the end of it: the former contact is restored in the client's form, or the office says that the denied one is right. */
export async function contactBlockRoutes(app: FastifyInstance): Promise<void> {
  const show = { summary: 'Ce qui suspend la signature par code du client', params: idParams(), response }
  app.get<ById>(
    '/clients/:id/coordonnees',
    { config: { access: STAFF, does: 'reads' }, schema: show },
    async (request) => {
      const actor = staffActor(request)
      assertReads(actor, 'client')
      const { id } = request.params
      const data = await app.db.inTenant(actor.companyId, async (tx) => {
        await assertClient(tx, id)
        return stateOf(tx, id)
      })
      return { data }
    },
  )

  const lift = {
    summary: 'Lève la suspension d’une signature par code, une fois le client interrogé',
    params: idParams(),
    response,
  }
  // Who holds a colleague's session, and wrote the number that was denied, must not end what keeps them from signing; nor an administrator in somebody's place.
  const config = {
    access: { kinds: ['personnel'], own: true },
    right: 'espace.ouvrir',
    does: 'acts',
    reauth: true,
  } as const
  app.post<ById>('/clients/:id/coordonnees/confirmer', { config, schema: lift }, async (request) => {
    const actor = staffActor(request)
    assertReads(actor, 'client')
    const { id } = request.params
    const data = await app.db.inTenant(actor.companyId, (tx) =>
      once(tx, request, async () => {
        await assertClient(tx, id)
        if ((await liftDenials(tx, id, actor.account)) === 0)
          throw new AppError(
            'CONFLICT',
            'Aucun changement de coordonnées n’est contesté : la signature n’est pas suspendue.',
          )
        await audit(tx, request, { action: 'client.contact_lifted', target: `client:${id}` })
        return stateOf(tx, id)
      }),
    )
    return { data }
  })
}
