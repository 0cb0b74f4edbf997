import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { ChecklistEntry } from '../../../schemas/checklist.ts'
import { validationError } from '../../../schemas/errors.ts'
import type { Values } from '../../../schemas/merge.ts'
import { PAPERS } from '../../../schemas/public-company.ts'
import { ADMIN, COMPANY_DIRECTORS, DIRECTORS } from '../../actor.ts'
import { audit } from '../../audit/audit.ts'
import { readChecklist } from '../../companies/checklist.ts'
import { hangPicture, MAX_PICTURE, PICTURES, type PictureKind, readPicture } from '../../companies/pictures.ts'
import { assertSettings, CompanyAnswer, CompanyPatch, type Settings } from '../../companies/settings.ts'
import { lockCompany, readCompany, updateCompany } from '../../repositories/companies.ts'
import { once } from '../../writes/once.ts'
import { companyNeeded, idSchema } from '../admin/admin-request.ts'
import { many, one } from '../shared/answers.ts'
import { staffActor } from '../shared/staff-request.ts'

/** What directors set of their own company. Its name, address on the internet and time zone are the administrators'. */
const OWN = ['COLOR', 'LOGO', 'BACKGROUND', 'AIDE_URL', ...PAPERS, 'DELAI_CONTACT', 'SECOND_FACTEUR'] as const
const Answer = Type.Pick(CompanyAnswer, ['id', 'NOM', ...OWN])
/** A picture is set by its own call; here it is only taken down. */
const Patch = Type.Object(
  {
    ...Type.Pick(CompanyPatch, [...OWN]).properties,
    LOGO: Type.Optional(Type.Null()),
    BACKGROUND: Type.Optional(Type.Null()),
  },
  { additionalProperties: false },
)
const kindParams = Type.Object({ kind: Type.Enum(Object.keys(PICTURES) as PictureKind[]) })

/** A company set up by its own directors: what is done (SET-02), its look and its legal mentions. */
export async function entrepriseRoutes(app: FastifyInstance): Promise<void> {
  checklistRoutes(app)
  settingsRoutes(app)
  pictureRoute(app)
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
      assertSettings(request.body)
      const data = await app.db.inTenant(id, (tx) =>
        once(tx, request, async () => {
          await lockCompany(tx, id)
          await updateCompany(tx, id, request.body)
          const details = { fields: Object.keys(request.body) }
          await audit(tx, request, { action: 'company.updated', target: `company:${id}`, details })
          return (await readCompany(tx, ['NOM', ...OWN])) as Values
        }),
      )
      app.companies.forget()
      return { data }
    },
  )
}

function pictureRoute(app: FastifyInstance): void {
  app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/octet-stream',
      { parseAs: 'buffer', bodyLimit: MAX_PICTURE },
      (_request, body, done) => done(null, body),
    )
    scope.put<{ Params: { kind: PictureKind }; Body: Buffer }>(
      '/entreprise/pictures/:kind',
      {
        config: { access: COMPANY_DIRECTORS, does: 'acts' },
        schema: {
          summary: 'Logo ou fond de l’entreprise',
          consumes: ['application/octet-stream'],
          params: kindParams,
          body: Type.Unsafe<Buffer>({ description: 'Image PNG ou JPEG, 1 Mo au plus' }),
          response: { 200: one(Type.Object({ url: Type.String() })) },
        },
      },
      async (request) => {
        const id = staffActor(request).companyId
        const { kind } = request.params
        if (!Buffer.isBuffer(request.body)) throw validationError({ file: ["Ce n'est pas un fichier."] })
        const picture = await readPicture(request.body)
        const url = await app.db.inTenant(id, async (tx) => {
          await lockCompany(tx, id)
          const details = { fields: [PICTURES[kind]] }
          await audit(tx, request, { action: 'company.updated', target: `company:${id}`, details })
          return hangPicture(tx, id, kind, picture)
        })
        app.companies.forget()
        return { data: { url } }
      },
    )
  })
}
