import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { ChecklistEntry } from '../../../schemas/checklist.ts'
import type { Values } from '../../../schemas/merge.ts'
import { BASE } from '../../../schemas/protocol.ts'
import { PAPERS } from '../../../schemas/public-company.ts'
import { ADMIN, COMPANY_DIRECTORS, DIRECTORS } from '../../actor.ts'
import { audit } from '../../audit/audit.ts'
import { readChecklist } from '../../companies/checklist.ts'
import { assertSettings, CompanyAnswer, CompanyPatch, type Settings } from '../../companies/settings.ts'
import { readCompany, updateCompany } from '../../repositories/companies.ts'
import { assertUnchanged, Seen } from '../../writes/changed-meanwhile.ts'
import { once } from '../../writes/once.ts'
import { companyNeeded, idSchema } from '../admin/admin-request.ts'
import { many, one } from '../shared/answers.ts'
import { companyPictureRoute } from '../shared/company-picture.ts'
import { staffActor } from '../shared/staff-request.ts'

/** What directors set of their own company. Its name, address on the internet and time zone are the administrators'. */
const OWN = [
  'COLOR',
  'LOGO',
  'BACKGROUND',
  'AIDE_URL',
  'HORAIRES',
  ...PAPERS,
  'DELAI_CONTACT',
  'SECOND_FACTEUR',
  'RAPPEL_RDV',
] as const
const Answer = Type.Pick(CompanyAnswer, ['id', 'NOM', ...OWN])
/** A picture is set by its own call; here it is only taken down. */
const Patch = Type.Object(
  {
    ...Type.Pick(CompanyPatch, [...OWN]).properties,
    LOGO: Type.Optional(Type.Null()),
    BACKGROUND: Type.Optional(Type.Null()),
    [BASE]: Seen,
  },
  { additionalProperties: false },
)

/** A company set up by its own directors: what is done (SET-02), its look and its legal mentions. */
export async function entrepriseRoutes(app: FastifyInstance): Promise<void> {
  checklistRoutes(app)
  settingsRoutes(app)
  app.register(async (scope) =>
    companyPictureRoute(scope, {
      url: '/entreprise/pictures/:kind',
      access: COMPANY_DIRECTORS,
      companyOf: (request) => staffActor(request).companyId,
    }),
  )
}

function checklistRoutes(app: FastifyInstance): void {
  const response = { 200: many(ChecklistEntry) }
  app.get(
    '/entreprise/mise_en_route',
    {
      config: { access: DIRECTORS, does: 'reads' },
      schema: { summary: 'Ce que l’entreprise a déjà réglé, pour ses directeurs', response },
    },
    async (request) => ({ data: await app.db.inTenant(staffActor(request).companyId, readChecklist) }),
  )
  app.get<{ Params: { id: string } }>(
    '/admin/company/:id/mise_en_route',
    {
      config: { access: ADMIN, does: 'reads' },
      schema: { summary: 'Ce qu’une entreprise a déjà réglé', params: Type.Object({ id: idSchema }), response },
    },
    async (request) => ({
      data: await app.db.inTenant(await companyNeeded(app, request, request.params.id), readChecklist),
    }),
  )
}

function settingsRoutes(app: FastifyInstance): void {
  const response = { 200: one(Answer) }
  app.get(
    '/entreprise',
    {
      config: { access: DIRECTORS, does: 'reads' },
      schema: { summary: 'Réglages de l’entreprise, pour ses directeurs', response },
    },
    async (request) => ({
      data: await app.db.inTenant(staffActor(request).companyId, (tx) => readCompany(tx, ['NOM', ...OWN])),
    }),
  )
  app.put<{ Body: Settings }>(
    '/entreprise',
    {
      config: { access: COMPANY_DIRECTORS, does: 'acts' },
      schema: { summary: 'Change les réglages de l’entreprise', body: Patch, response },
    },
    async (request) => {
      const id = staffActor(request).companyId
      const { [BASE]: base, ...patch } = request.body
      assertSettings(patch)
      const data = await app.db.inTenant(id, (tx) =>
        once(tx, request, async () => {
          assertUnchanged((await readCompany(tx, ['NOM', ...OWN], true)) as Values, patch, base as Values | undefined)
          await updateCompany(tx, id, patch)
          const details = { fields: Object.keys(patch) }
          await audit(tx, request, { action: 'company.updated', target: `company:${id}`, details })
          return (await readCompany(tx, ['NOM', ...OWN])) as Values
        }),
      )
      app.companies.forget()
      return { data }
    },
  )
}
