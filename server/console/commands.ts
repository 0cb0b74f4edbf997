import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import Type, { type Static, type TSchema } from 'typebox'
import Value from 'typebox/value'
import { notFound, validationError } from '../../schemas/errors.ts'
import { ID_PATTERN } from '../../schemas/fields.ts'
import { messages } from '../../schemas/messages.ts'
import { endSessions } from '../accounts/end-sessions.ts'
import { audit } from '../audit/audit.ts'
import { addStarters } from '../companies/starter.ts'
import { requeueFailed, wordlessFailures } from '../messages/message-rows.ts'

export interface Command {
  name: string
  /** French, one line. */
  summary: string
  args: TSchema
  run: (app: FastifyInstance, request: FastifyRequest, args: unknown) => Promise<unknown>
}

const id = Type.String({ pattern: ID_PATTERN, maxLength: 64 })
const object = <P extends Record<string, TSchema>>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })

interface Definition<S extends TSchema> {
  summary: string
  args: S
  run: (app: FastifyInstance, request: FastifyRequest, args: Static<S>) => Promise<unknown>
}

/** A command whose arguments are checked before it runs. */
const command = <S extends TSchema>(name: string, { summary, args, run }: Definition<S>): Command => ({
  name,
  summary,
  args,
  run: (app, request, given) => {
    if (!Value.Check(args, given)) {
      const [error] = Value.Errors(args, given)
      throw validationError({ args: [`${messages.pattern} ${error?.instancePath ?? ''}`.trim()] })
    }
    return run(app, request, given as Static<S>)
  },
})

/** Commands that an administrator may run by name (ADM-03): never code, and each is noted in the trail. */
export const COMMANDS: readonly Command[] = [
  command('maintain', {
    summary: 'Met à jour les statistiques de la base et récupère la place perdue',
    args: object({}),
    run: async (app) => {
      await app.db.maintain()
      return { done: true }
    },
  }),
  command('sessions.revoke', {
    summary: "Ferme toutes les sessions d'un compte d'une entreprise",
    args: object({
      company_id: id,
      account: Type.String({ pattern: '^(personnel|client):[0-9a-zA-Z_.:-]{1,64}$', maxLength: 80 }),
    }),
    run: async (app, request, { company_id, account }) => {
      await app.db.inTenant(company_id, async (tx) => {
        await knownCompany(tx)
        await endSessions(tx, account)
        await audit(tx, request, { action: 'session.revoked', target: account })
      })
      await app.sessions.forget(account)
      return { done: true }
    },
  }),
  command('company.reseed_references', {
    summary: 'Rend à une entreprise les listes et rôles de départ qui lui manquent',
    args: object({ company_id: id }),
    run: async (app, request, { company_id }) => {
      const { added, hints } = await app.db.inTenant(company_id, async (tx) => {
        await knownCompany(tx)
        const made = await addStarters(tx)
        await audit(tx, request, { action: 'company.reseeded', target: `company:${company_id}` })
        return made
      })
      app.hints.publish(company_id, hints)
      return { added }
    },
  }),
  command('messages.retry', {
    summary: "Remet en file les messages d'une entreprise dont l'envoi a échoué",
    args: object({ company_id: id }),
    run: async (app, request, { company_id }) => {
      const done = await app.db.inTenant(company_id, async (tx) => {
        await knownCompany(tx)
        const count = await requeueFailed(tx, { companyId: company_id })
        await audit(tx, request, { action: 'message.retried', target: `company:${company_id}` })
        return { count, erased: await wordlessFailures(tx) }
      })
      app.messages.wake(company_id)
      return done
    },
  }),
  command('audit.export', {
    summary: "Lit jusqu'à 5 000 lignes du journal d'une entreprise, les plus récentes d'abord",
    args: object({ company_id: id }),
    run: async (app, request, { company_id }) =>
      app.db.inTenant(company_id, async (tx) => {
        await knownCompany(tx)
        const { rows } = await sql`select at, actor, impersonator, action, target, ip, device, details from audit
          order by at desc, id desc limit 5000`.execute(tx)
        await audit(tx, request, { action: 'audit.exported', target: `company:${company_id}` })
        return { rows }
      }),
  }),
]

async function knownCompany(tx: Parameters<typeof endSessions>[0]): Promise<void> {
  const { rows } = await sql`select 1 from company where id = current_setting('app.company_id')`.execute(tx)
  if (rows.length === 0) throw notFound()
}
