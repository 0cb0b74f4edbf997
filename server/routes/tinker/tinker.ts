import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { AppError, notFound, validationError } from '../../../schemas/errors.ts'
import { messages } from '../../../schemas/messages.ts'
import { ADMIN } from '../../actor.ts'
import { type AuditEntry, audit } from '../../audit/audit.ts'
import { sqlFault } from '../../console/check-sql.ts'
import { COMMANDS } from '../../console/commands.ts'
import { companyNeeded, idSchema } from '../admin/admin-request.ts'
import { one } from '../shared/answers.ts'

const ROW_LIMIT = 500
const TIMEOUT_MS = 5000

const Body = Type.Object(
  {
    command: Type.Optional(Type.String({ maxLength: 60 })),
    args: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    sql: Type.Optional(Type.String({ minLength: 1, maxLength: 10_000 })),
    company_id: Type.Optional(idSchema),
  },
  { additionalProperties: false },
)
const Result = Type.Object({
  /** Of a query: its rows, 500 at most, and whether there were more. */
  rows: Type.Optional(Type.Array(Type.Unknown())),
  more: Type.Optional(Type.Boolean()),
  /** Of a command: what it answers. */
  result: Type.Optional(Type.Unknown()),
})
type Asked = FastifyRequest<{ Body: Static<typeof Body> }>

export interface ConsoleConfig {
  /** TINKER=1: without it none of these calls exists. */
  tinker: boolean
  /** Milliseconds of one query. */
  consoleTimeout?: number
}

/** The administrators' console (ADM-03): named commands, and one SELECT at a time over one company. No code of any kind. */
export function tinkerRoutes({ tinker, consoleTimeout: timeout = TIMEOUT_MS }: ConsoleConfig) {
  return async (app: FastifyInstance): Promise<void> => {
    const onRequest = async (): Promise<void> => {
      if (!tinker) throw notFound()
    }
    const described = Type.Object({ name: Type.String(), summary: Type.String(), args: Type.Array(Type.String()) })
    const list = { summary: 'Commandes de la console', response: { 200: one(Type.Array(described)) } }
    app.get('/tinker', { config: { access: ADMIN, does: 'reads' }, schema: list, onRequest }, async () => ({
      data: COMMANDS.map(({ name, summary, args }) => ({ name, summary, args: argumentsOf(args) })),
    }))

    const schema = { summary: 'Exécute une commande ou une lecture', body: Body, response: { 200: one(Result) } }
    const run = async (request: Asked, reply: FastifyReply) =>
      reply.send({
        data: request.body.sql === undefined ? await command(app, request) : await read(app, request, timeout),
      })
    const acts = { access: ADMIN, does: 'acts', reauth: true } as const
    app.post('/tinker', { config: acts, schema, onRequest }, run)
    app.post('/admin/execute', { config: acts, schema, onRequest }, run)
  }
}

const argumentsOf = (schema: unknown): string[] => Object.keys((schema as { properties?: object }).properties ?? {})

async function command(app: FastifyInstance, request: Asked): Promise<{ result: unknown }> {
  const { command: name, args = {} } = request.body
  const found = COMMANDS.find((one) => one.name === name)
  if (!found) throw validationError({ command: [name === undefined ? messages.required : messages.choice] })
  await told(app, request, { action: 'console.command', details: { command: found.name, args } })
  return { result: await found.run(app, request, args) }
}

async function read(app: FastifyInstance, request: Asked, timeout: number): Promise<object> {
  const text = (request.body.sql as string).trim().replace(/;$/, '')
  const companyId = await companyNeeded(app, request, request.body.company_id ?? null)
  // Before it runs, and for refused ones too: an attempt must be in the trail.
  await told(app, request, { action: 'console.query', details: { sql: text, company_id: companyId } })
  const fault = sqlFault(text)
  if (fault !== null) throw validationError({ sql: [fault] })
  if (!app.db.consoleQuery) {
    throw new AppError(
      'UNAVAILABLE',
      "La base n'a pas de rôle pour la console : le propriétaire doit pouvoir en créer un.",
    )
  }
  return app.db.consoleQuery({ companyId, text, limit: ROW_LIMIT, timeout }).catch((error: unknown) => {
    throw asAnswer(error)
  })
}

/** The engine's own message about a query: its author is an administrator, and the message holds no secret. */
function asAnswer(error: unknown): unknown {
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (error instanceof AppError || typeof code !== 'string' || !/^(0A|21|22|25|42|53|54)\w{3}$/.test(code)) return error
  return validationError({ sql: [String(message)] })
}

const told = (app: FastifyInstance, request: FastifyRequest, line: AuditEntry) =>
  app.db.transaction({ platform: true }, (tx) => audit(tx, request, line))
