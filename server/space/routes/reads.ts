import type { FastifyInstance } from 'fastify'
import { today, wallClock } from '../../../schemas/dates.ts'
import { notFound } from '../../../schemas/errors.ts'
import { orderSteps } from '../../../schemas/rules/order-steps.ts'
import { mayAskPayment } from '../../../schemas/rules/payments.ts'
import { stopOf } from '../../../schemas/rules/stopped.ts'
import { Me } from '../../../schemas/space/cards.ts'
import { QuoteSummary, SpaceFile, SpaceOrder } from '../../../schemas/space/devis.ts'
import { ProjectSummary, ProjectView } from '../../../schemas/space/project.ts'
import { SpaceIntervention, SpaceRdv } from '../../../schemas/space/rdvs.ts'
import { SpaceDemande } from '../../../schemas/space/requests.ts'
import { CUSTOMER } from '../../actor.ts'
import type { Tx } from '../../plugins/database/database.ts'
import { many, one } from '../../routes/shared/answers.ts'
import { idParams } from '../../routes/shared/resource-routes.ts'
import { presentDemande } from '../presenters/demande.ts'
import { type Devis, isRetractable, quoteSummary } from '../presenters/devis.ts'
import { withUrl } from '../presenters/file.ts'
import { projectSummary } from '../presenters/project.ts'
import { readContact, readCustomer } from '../repositories/client.ts'
import { readDemandes } from '../repositories/demandes.ts'
import { readQuotes } from '../repositories/devis.ts'
import { readProjectFiles } from '../repositories/files.ts'
import { readAddresses, readAgency, readPeople } from '../repositories/people.ts'
import { readProjects } from '../repositories/projects.ts'
import { readInterventions, readRdvs } from '../repositories/rdvs.ts'
import { customerOf, zoneOf } from './client.ts'

async function readMe(tx: Tx, id: string) {
  const customer = await readCustomer(tx, id)
  const row = await readContact(tx, id)
  const [latest] = await readProjects(tx, id)
  const rep = customer.IDPERSONNEL ?? latest?.IDRESPONSABLEPROJET ?? null
  return {
    IDCLIENT: id,
    NOM: customer.NOM,
    PRENOM: customer.PRENOM,
    PORTABLE: row.PORTABLE,
    TELEPHONE: row.TELEPHONE,
    MAIL: customer.MAIL,
    adresse: (await readAddresses(tx, [row.IDADRESSE])).get(row.IDADRESSE ?? '') ?? null,
    commercial: (await readPeople(tx, [rep])).get(rep ?? '') ?? null,
    agence: await readAgency(tx, customer.IDAGENCE ?? latest?.IDAGENCE ?? null),
  }
}

async function readOrders(tx: Tx, { clientId, zone, id }: { clientId: string; zone: string; id?: string }) {
  const now = new Date()
  const quotes = (await readQuotes(tx, clientId, 'orders')).filter((quote) => id === undefined || quote.IDDEVIS === id)
  const rdvs = await readRdvs(tx, clientId)
  const interventions = await readInterventions(tx, clientId)
  return quotes.map((quote) => presentOrder(quote, { rdvs, interventions, zone, now }))
}

function presentOrder(
  quote: Devis,
  { rdvs, interventions, zone, now }: { rdvs: SpaceRdv[]; interventions: SpaceIntervention[]; zone: string; now: Date },
) {
  // The project's interventions without a quote count for this order too.
  const works = interventions.filter(
    (work) => work.IDDEVIS === quote.IDDEVIS || (work.IDDEVIS === null && work.IDPROJET === quote.IDPROJET),
  )
  const facts = {
    signedAt: quote.DATE_SIGNATURE === null ? '' : wallClock(new Date(quote.DATE_SIGNATURE), zone),
    measures: rdvs.filter((rdv) => rdv.IDPROJET === quote.IDPROJET && rdv.nature.CODE === 'Metre'),
    works: works.map((work) => ({ ...work, finished: work.termine })),
  }
  const clock = wallClock(now, zone)
  const goes = !quote.ARRETE && stopOf(null, quote) === null
  return {
    ...quoteSummary(quote, zone, now),
    retractable: isRetractable(quote, zone, now),
    payable: quote.DATE_SIGNATURE === null || mayAskPayment(quote.DATE_SIGNATURE, zone, now),
    etapes: orderSteps(facts, clock),
    // As on the other pages: those that were, and those to come while somebody goes there.
    interventions: works.filter(({ RDV_FIN }) => goes || RDV_FIN <= clock),
  }
}

/** Works that take place: without a quote (after sales), or of an order, while neither the project nor the order was stopped. */
async function readGoingWorks(tx: Tx, clientId: string): Promise<SpaceIntervention[]> {
  const projects = new Map((await readProjects(tx, clientId)).map((row) => [row.IDPROJET, row]))
  const orders = new Map((await readQuotes(tx, clientId, 'orders')).map((row) => [row.IDDEVIS, row]))
  return (await readInterventions(tx, clientId)).filter(({ IDPROJET, IDDEVIS }) => {
    const order = IDDEVIS === null ? null : orders.get(IDDEVIS)
    return order !== undefined && stopOf(projects.get(IDPROJET), order) === null
  })
}

/** Appointments of the customer, without those to come of a stopped project: nobody goes there. Those that were stay. */
async function readGoingRdvs(tx: Tx, clientId: string, zone: string): Promise<SpaceRdv[]> {
  const projects = new Map((await readProjects(tx, clientId)).map((row) => [row.IDPROJET, row]))
  const now = wallClock(new Date(), zone)
  return (await readRdvs(tx, clientId)).filter(
    (rdv) => rdv.RDV_FIN <= now || stopOf(projects.get(rdv.IDPROJET ?? '')) === null,
  )
}

/** The visits of a project: all that were, and those to come while neither the project nor, of works, their order was stopped. */
async function readVisits(tx: Tx, { clientId, project, quotes, zone }: VisitsOf) {
  const now = wallClock(new Date(), zone)
  const orders = new Map(quotes.map((quote) => [quote.IDDEVIS, quote]))
  const goes = ({ RDV_FIN }: { RDV_FIN: string }, order?: Devis): boolean =>
    RDV_FIN <= now || stopOf(project, order) === null
  const rdvs = await readRdvs(tx, clientId, project.IDPROJET)
  const interventions = await readInterventions(tx, clientId, project.IDPROJET)
  return {
    rdvs: rdvs.filter((rdv) => goes(rdv)),
    interventions: interventions.filter((works) => goes(works, orders.get(works.IDDEVIS ?? ''))),
  }
}

interface VisitsOf {
  clientId: string
  project: Awaited<ReturnType<typeof readProjects>>[number]
  /** Of this customer. */
  quotes: readonly Devis[]
  zone: string
}

/** What a customer reads about themselves (AUT-11): each query starts from their own id, so another's record answers as a missing one. */
export async function spaceReadRoutes(app: FastifyInstance): Promise<void> {
  const config = { access: CUSTOMER, does: 'reads' } as const

  app.get(
    '/space/client',
    { config, schema: { summary: 'Le client connecté, son commercial et son agence', response: { 200: one(Me) } } },
    async (request) => {
      const actor = customerOf(request)
      return { data: await app.db.inTenant(actor.companyId, (tx) => readMe(tx, actor.id)) }
    },
  )

  app.get(
    '/space/rdv',
    { config, schema: { summary: 'Rendez-vous du client', response: { 200: many(SpaceRdv) } } },
    async (request) => {
      const actor = customerOf(request)
      return { data: await app.db.inTenant(actor.companyId, (tx) => readGoingRdvs(tx, actor.id, zoneOf(request))) }
    },
  )

  app.get(
    '/space/intervention',
    {
      config,
      schema: { summary: 'Travaux du client, commandés ou en après-vente', response: { 200: many(SpaceIntervention) } },
    },
    async (request) => {
      const actor = customerOf(request)
      return { data: await app.db.inTenant(actor.companyId, (tx) => readGoingWorks(tx, actor.id)) }
    },
  )

  app.get(
    '/space/devis_attente',
    { config, schema: { summary: 'Devis qui attendent une réponse du client', response: { 200: many(QuoteSummary) } } },
    async (request) => {
      const actor = customerOf(request)
      const quotes = await app.db.inTenant(actor.companyId, (tx) => readQuotes(tx, actor.id, 'pending'))
      return { data: quotes.map((quote) => quoteSummary(quote, zoneOf(request))) }
    },
  )

  app.get(
    '/space/requests',
    { config, schema: { summary: 'Demandes du client et leurs réponses', response: { 200: many(SpaceDemande) } } },
    async (request) => {
      const actor = customerOf(request)
      const demandes = await app.db.inTenant(actor.companyId, (tx) => readDemandes(tx, actor.id))
      return { data: demandes.map(presentDemande) }
    },
  )

  app.get(
    '/space/project',
    { config, schema: { summary: 'Projets du client', response: { 200: many(ProjectSummary) } } },
    async (request) => {
      const actor = customerOf(request)
      return {
        data: await app.db.inTenant(actor.companyId, async (tx) => {
          const rows = await readProjects(tx, actor.id)
          const sites = await readAddresses(
            tx,
            rows.map((row) => row.ADRESSE_CHANTIER),
          )
          const day = today(zoneOf(request), new Date())
          return rows.map((row) => projectSummary(row, { adresse: sites.get(row.ADRESSE_CHANTIER ?? '') ?? null, day }))
        }),
      }
    },
  )

  app.get<{ Params: { id: string } }>(
    '/space/project/:id',
    { config, schema: { summary: 'Un projet du client', params: idParams(), response: { 200: one(ProjectView) } } },
    async (request) => {
      const actor = customerOf(request)
      const { id } = request.params
      return {
        data: await app.db.inTenant(actor.companyId, async (tx) => {
          const [row] = await readProjects(tx, actor.id, id)
          if (!row) throw notFound()
          const sites = await readAddresses(tx, [row.ADRESSE_CHANTIER])
          const people = await readPeople(tx, [row.IDRESPONSABLEPROJET])
          const quotes = await readQuotes(tx, actor.id)
          return {
            ...projectSummary(row, {
              adresse: sites.get(row.ADRESSE_CHANTIER ?? '') ?? null,
              day: today(zoneOf(request), new Date()),
            }),
            responsable: people.get(row.IDRESPONSABLEPROJET ?? '') ?? null,
            devis: quotes.filter((quote) => quote.IDPROJET === id).map((quote) => quoteSummary(quote, zoneOf(request))),
            ...(await readVisits(tx, { clientId: actor.id, project: row, quotes, zone: zoneOf(request) })),
          }
        }),
      }
    },
  )

  app.get<{ Params: { id: string } }>(
    '/space/project/:id/files',
    {
      config,
      schema: {
        summary: 'PV signés d’un projet du client, adresses valables 5 minutes',
        params: idParams(),
        response: { 200: many(SpaceFile) },
      },
    },
    async (request) => {
      const { id: clientId, companyId } = customerOf(request)
      const { id } = request.params
      const files = await app.db.inTenant(companyId, async (tx) => {
        if ((await readProjects(tx, clientId, id)).length === 0) throw notFound()
        return readProjectFiles(tx, id)
      })
      return { data: files.map((file) => withUrl(app, companyId, file)) }
    },
  )

  app.get(
    '/space/commande',
    { config, schema: { summary: 'Commandes du client et leur suivi', response: { 200: many(SpaceOrder) } } },
    async (request) => {
      const actor = customerOf(request)
      const asked = { clientId: actor.id, zone: zoneOf(request) }
      return { data: await app.db.inTenant(actor.companyId, (tx) => readOrders(tx, asked)) }
    },
  )

  app.get<{ Params: { id: string } }>(
    '/space/commande/:id',
    { config, schema: { summary: 'Suivi d’une commande', params: idParams(), response: { 200: one(SpaceOrder) } } },
    async (request) => {
      const actor = customerOf(request)
      const asked = { clientId: actor.id, zone: zoneOf(request), id: request.params.id }
      const [order] = await app.db.inTenant(actor.companyId, (tx) => readOrders(tx, asked))
      if (!order) throw notFound()
      return { data: order }
    },
  )
}
