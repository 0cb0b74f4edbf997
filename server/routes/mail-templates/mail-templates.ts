import type { FastifyInstance } from 'fastify'
import Type, { type Static } from 'typebox'
import { template } from '../../../schemas/entities/template.ts'
import { type FieldErrors, notFound } from '../../../schemas/errors.ts'
import { mapOf } from '../../../schemas/fields.ts'
import type { Values } from '../../../schemas/merge.ts'
import { messages } from '../../../schemas/messages.ts'
import { sameJson } from '../../../schemas/same-json.ts'
import { ADMIN } from '../../actor.ts'
import { gluedLink, type MailWords, renderMail, unknownVariables } from '../../mail-templates/render.ts'
import { MAIL_CODES, missingLink } from '../../mail-templates/render-template.ts'
import { findTemplate, variablesOf } from '../../mail-templates/templates.ts'
import { one } from '../shared/answers.ts'
import { crudRoutes } from '../shared/crud-routes.ts'
import { companyNamed, companyQuery } from '../shared/named-company.ts'
import { idParams } from '../shared/resource-routes.ts'

const isOurs = (row: Values): boolean => (MAIL_CODES as readonly unknown[]).includes(row.code)

/** Somebody at a screen that was left open must not write them: some of these mails carry the links by which others choose their password. */
const PROVEN = { read: ADMIN, write: ADMIN, reauth: true } as const

const wrongWords = (row: Values, known: readonly string[]): FieldErrors => ({
  ...gluedLink(row as unknown as MailWords),
  ...missingLink(row.code, row.body as string),
  ...unknownVariables(row as unknown as MailWords, known),
})

const words = {
  code: { schema: Type.String({ pattern: '^[a-z][a-z0-9_]{0,59}$', maxLength: 60 }), fixed: true },
  subject: { schema: template.fields.subject.schema },
  body: { schema: template.fields.body.schema, initial: '' },
} as const
const sameCode = { mail_template_code: { field: 'code', message: 'Ce modèle existe déjà' } }

const defaults = crudRoutes({
  path: '/admin/mailtemplates',
  title: 'Modèles de mail par défaut',
  name: 'mail_template',
  table: 'mail_template',
  owner: 'platform',
  withoutCompany: true,
  ...PROVEN,
  fields: { ...words, variables: { schema: template.fields.variables.schema, initial: [], json: true } },
  order: 'code',
  check: async (_trx, row, before): Promise<FieldErrors> => {
    // Our code sends these mails with exactly these variables.
    if (before && isOurs(row) && !sameJson(before.variables, row.variables)) {
      return { variables: ["Ces variables sont données par l'application"] }
    }
    return wrongWords(row, row.variables as string[])
  },
  checkRemoval: async (_trx, row): Promise<FieldErrors> =>
    isOurs(row) ? { _: ["Ce modèle sert à l'application : il se modifie, il ne s'efface pas"] } : {},
  broken: sameCode,
})

const ofCompanies = crudRoutes({
  path: '/admin/mailtemplatescustomer',
  title: "Modèles de mail d'une entreprise",
  name: 'mail_template_customer',
  table: 'mail_template',
  owner: 'company',
  ...PROVEN,
  fields: words,
  order: 'code',
  check: async (trx, row): Promise<FieldErrors> => {
    const known = await variablesOf(trx, row.code)
    return known === null ? { code: [messages.choice] } : wrongWords(row, known)
  },
  broken: sameCode,
})

const Preview = Type.Object(
  { variables: Type.Optional(mapOf<string>(Type.String({ maxLength: 4000 }))) },
  { additionalProperties: false },
)
const Mail = Type.Object({ subject: Type.String(), text: Type.String(), html: Type.String() })

/** Mail templates (API-03): the platform's defaults, a company's replacements, and a preview with values. */
export async function mailTemplateRoutes(app: FastifyInstance): Promise<void> {
  await app.register(defaults)
  await app.register(ofCompanies)
  app.post<{ Params: { id: string }; Querystring: { company_id?: string }; Body: Static<typeof Preview> }>(
    '/admin/mailtemplates/:id/preview',
    {
      config: { access: ADMIN, does: 'reads' },
      schema: {
        summary: "Aperçu d'un modèle de mail, par défaut ou d'une entreprise",
        params: idParams(),
        querystring: Type.Object(companyQuery),
        body: Preview,
        response: { 200: one(Mail) },
      },
    },
    async (request) => {
      const { company_id } = request.query
      const scope =
        company_id === undefined ? ({ platform: true } as const) : { companyId: await companyNamed(app, request) }
      const data = await app.db.transaction(scope, async (trx) => {
        const found = await findTemplate(trx, request.params.id)
        if (!found) throw notFound()
        const known = (await variablesOf(trx, found.code)) ?? []
        const examples = Object.fromEntries(known.map((name) => [name, `[${name}]`]))
        const variables = { entreprise: found.entreprise ?? 'Lolapp', ...examples, ...request.body.variables }
        return renderMail(found, { variables, known, color: found.color })
      })
      return { data }
    },
  )
}
