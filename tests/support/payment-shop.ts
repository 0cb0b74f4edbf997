import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll } from 'vitest'
import type { Values } from '../../schemas/merge.ts'
import { writeAccount } from '../../server/payments/accounts.ts'
import type { Database } from '../../server/plugins/database/database.ts'
import { sendOutbound } from '../../server/ports/http/outbound.ts'
import { fintecturePayments } from '../../server/ports/payments/fintecture.ts'
import { type Answer, answerOf, type Caller, callerOf } from './contract.ts'
import { type PersonName, plant, type StaffedCompany, staffedCompany } from './staffed-company.ts'
import { type FintectureStandIn, startFintecture } from './stand-ins/fintecture.ts'
import { embeddedPorts, testApp, testSecrets } from './test-app.ts'

const DAY = 86_400_000
export const agoDays = (days: number): string => new Date(Date.now() - days * DAY).toISOString()
/** Price of every order, in cents. */
export const TTC = 1_200_00

export interface Shop extends StaffedCompany {
  key: string
  as: (name: PersonName) => Promise<Caller>
  client: (id: string, limitedTo?: string) => Promise<Caller>
  /** A quote of the customer `client`, signed this many days ago; null for an unsigned one. */
  order: (signedDaysAgo: number | null, more?: Values) => Promise<string>
}

const OPENED_TO = sql`viewer_agence = 'lyon', viewer_personnes = array['camille', 'marc'], seq = take_seq(1)`

/** One order of the customer `client` of a shop. */
async function plantOrder(db: Database, companyId: string, values: Values): Promise<string> {
  const id = randomUUID()
  const line = { id: 'l', LIBELLE: 'Fenêtre', UNITE: 'u', QUANTITE: 1, PRIX_UNITAIRE_HT: 1_000_00, TAUX_TVA: 2000 }
  await db.inTenant(companyId, async (tx) => {
    await plant(tx, 'devis', {
      IDDEVIS: id,
      IDPROJET: 'projet',
      IDCLIENT: 'client',
      NUMERO_DEVIS: `D-2026-${id.slice(0, 5)}`,
      LIGNES: [line],
      NET_HT: 1_000_00,
      PRIX_TTC: TTC,
      DATE_TRANSMISSION: agoDays(60),
      ...values,
    })
    await sql`update devis set ${OPENED_TO} where "IDDEVIS" = ${id}`.execute(tx)
  })
  return id
}

/** The server of a test file with a stand-in payment provider, and shops that take payments through it. */
export function withPaymentShops(db: () => Database) {
  let app: FastifyInstance | undefined
  let standIn: FintectureStandIn | undefined
  const opened = <T>(thing: T | undefined): T => {
    if (thing === undefined) throw new Error('The server is open inside tests and hooks only')
    return thing
  }
  const server = (): FastifyInstance => opened(app)
  const provider = (): FintectureStandIn => opened(standIn)
  beforeAll(async () => {
    standIn = await startFintecture()
    const payments = fintecturePayments({ baseUrl: standIn.url, send: sendOutbound })
    app = await testApp(db(), { rateLimit: 10_000_000 }, { ...embeddedPorts(), payments })
    await app.ready()
  })
  afterEach(() => {
    provider().failWith = null
  })
  afterAll(async () => {
    await app?.close()
    await standIn?.close()
  })

  const shop = async (connected = true): Promise<Shop> => {
    const company = await staffedCompany(db())
    const { key } = await db().inTenant(company.id, async (tx) => {
      if (connected) await writeAccount(tx, testSecrets, provider().account)
      await plant(tx, 'client', { IDCLIENT: 'client', NOM: 'Durand', PRENOM: 'Zoé', MAIL: 'zoe@example.com' })
      await plant(tx, 'client', { IDCLIENT: 'other', NOM: 'Martin' })
      await plant(tx, 'projet', {
        IDPROJET: 'projet',
        IDCLIENT: 'client',
        IDRESPONSABLEPROJET: 'camille',
        IDAGENCE: 'lyon',
      })
      await sql`update projet set ${OPENED_TO}`.execute(tx)
      return tx.selectFrom('company').select('key').where('id', '=', company.id).executeTakeFirstOrThrow()
    })
    const session = async (kind: 'personnel' | 'client', accountId: string, limitedTo?: string) => {
      const more = limitedTo === undefined ? {} : { limitedTo }
      const made = await server().sessions.open({ kind, accountId, companyId: company.id, deviceId: null, ...more })
      return callerOf(server(), made.token)
    }
    return {
      ...company,
      key,
      as: (name) => session('personnel', name),
      client: (id, limitedTo) => session('client', id, limitedTo),
      order: (signedDaysAgo, more = {}) => {
        const signed = signedDaysAgo === null ? {} : { DEVIS_SIGNE: 1, DATE_SIGNATURE: agoDays(signedDaysAgo) }
        return plantOrder(db(), company.id, { ...signed, ...more })
      },
    }
  }

  const link = (caller: Caller, IDDEVIS: string, more: Values = {}, key: string = randomUUID()): Promise<Answer> =>
    caller.post('/fintecture/generate_link', { IDDEVIS, ...more }, { key })
  const paymentsOf = async (caller: Caller, IDDEVIS: string): Promise<Values[]> =>
    (await caller.post('/invoice/payments', { IDDEVIS })).list
  const sessionOf = (payment: Values) =>
    [...provider().sessions.values()].find((session) => session.state === payment.id) as {
      id: string
      status: string
      amount: string
    }
  const deliver = async (company: Shop, event: { headers: Record<string, string>; body: string }): Promise<Answer> =>
    answerOf(
      await server().inject({
        method: 'POST',
        url: '/api/fintecture/webhook',
        headers: { ...event.headers, 'company-key': company.key },
        payload: event.body,
      }),
    )
  /** The customer pays at the bank, and the provider sends the event. */
  const pay = async (company: Shop, payment: Values): Promise<Answer> => {
    const session = sessionOf(payment)
    Object.assign(session, { status: 'payment_created' })
    return deliver(company, provider().webhook(session.id))
  }
  return { server, provider, shop, link, paymentsOf, sessionOf, deliver, pay }
}
