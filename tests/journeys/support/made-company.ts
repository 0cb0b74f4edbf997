import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import type { RoleName } from '../../../schemas/entities/personnel.ts'
import { DurableNodeFS } from '../../../server/plugins/database/durable-fs.ts'
import { PAPERS } from '../../support/company-papers.ts'
import { ADMIN, outbox, passwordLink } from './admins.ts'
import { ask, type Clerk, type DemoServer, openDemoServer, PASSWORD, type Row } from './demo-server.ts'
import { SOON } from './people.ts'

/** A company made from nothing by calls, with one person of each trade: the start of a day, not its subject. */

export const HOST = 'forez'

/** Who works there: first name, last name, roles. The director is invited first and makes what the others need. */
const STAFF = {
  director: ['Paul', 'Girard', ['commercial_director', 'commercial']],
  rep: ['Nadia', 'Chevalier', ['commercial']],
  assistant: ['Lise', 'Perrin', ['assistant']],
  measurer: ['Marc', 'Dupuy', ['metreur']],
  technician: ['Karim', 'Benali', ['technician']],
} as const satisfies Record<string, readonly [string, string, readonly RoleName[]]>

export type Trade = keyof typeof STAFF

export const nameOf = (trade: Trade): string => `${STAFF[trade][0]} ${STAFF[trade][1]}`
export const mailOf = (trade: Trade): string => `${STAFF[trade][0].toLowerCase()}@forez.example.com`

export interface MadeCompany {
  server: DemoServer
  /** `http://forez.localhost:PORT` */
  web: string
  staff: Record<Trade, Clerk>
}

const COMPANY = { ...PAPERS, NOM: 'Toits du Forez', key: HOST }

async function mailedLink(server: DemoServer, mail: string): Promise<string> {
  for (const limit = performance.now() + SOON; performance.now() < limit; await wait(50)) {
    const link = await passwordLink(server, HOST, mail)
    if (link) return link
  }
  throw new Error(`No link was mailed to ${mail}`)
}

export async function openMadeCompany(): Promise<MadeCompany> {
  const server = await openDemoServer()
  const call = async (host: string, method: string, path: string, body?: unknown, token?: string): Promise<Row> => {
    const answer = await ask({ port: server.port, host, method, path, body, ...(token ? { token } : {}) })
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return ((answer.body as { data?: Row } | null)?.data ?? {}) as Row
  }
  const { token } = (await call('admin', 'POST', '/login', { email: ADMIN, password: PASSWORD })) as { token: string }
  const { id } = await call('admin', 'POST', '/admin/company', COMPANY, token)
  const clerks: [Trade, Clerk][] = []
  for (const [trade, [PRENOM, NOM, ROLES]] of Object.entries(STAFF) as [Trade, (typeof STAFF)[Trade]][]) {
    const MAIL = mailOf(trade)
    const body = { PRENOM, NOM, MAIL, ROLES, TELEPHONE_PORTABLE: `063998110${clerks.length}` }
    const { IDPERSONNEL } = await call('admin', 'POST', `/admin/personnels?company_id=${id}`, body, token)
    const query = `IDPERSONNEL=${IDPERSONNEL}&company_id=${id}`
    await call('admin', 'GET', `/admin/send_installation_mail?${query}`, undefined, token)
    const link = await mailedLink(server, MAIL)
    const words = { password: PASSWORD, password_confirmation: PASSWORD }
    await call(HOST, 'POST', '/password/reset', { email: MAIL, token: link.split('/').at(-1), ...words })
    clerks.push([trade, await server.clerk(MAIL, HOST)])
  }
  return { server, web: server.web(HOST), staff: Object.fromEntries(clerks) as Record<Trade, Clerk> }
}

export interface Customer {
  IDCLIENT: string
  IDPROJET: string
}

/** A customer of the company's only agency with one project, which a person is responsible for. */
export async function makeCustomer(
  { staff }: MadeCompany,
  given: { name: string; phone: string; project: string; responsible: Trade | null; mail?: string },
): Promise<Customer> {
  const { director } = staff
  const ids = { IDCLIENT: randomUUID(), IDPROJET: randomUUID() }
  const responsible = given.responsible === null ? null : staff[given.responsible].id
  const { IDAGENCE } = await director.one(`/personnels/${director.id}`)
  await director.write('POST', '/clients', {
    IDCLIENT: ids.IDCLIENT,
    NOM: given.name,
    PORTABLE: given.phone,
    MAIL: given.mail ?? null,
    IDAGENCE,
    IDPERSONNEL: responsible,
  })
  await director.write('POST', '/projets', {
    ...ids,
    IDAGENCE,
    IDRESPONSABLEPROJET: responsible,
    DESCRIPTION: given.project,
  })
  return ids
}

export interface Visit {
  nature: 'Com' | 'R2' | 'Metre'
  object: string
  who: Trade
  from: string
  to: string
}

/** An appointment of a customer's project. @returns its id */
export async function makeVisit({ staff }: MadeCompany, { IDPROJET }: Customer, visit: Visit): Promise<string> {
  const natures = (await staff.director.all('/natures-rdv')) as { IDNATURE_RDV: string; CODE: string }[]
  const IDRDV = randomUUID()
  await staff.director.write('POST', '/rdvs', {
    IDRDV,
    IDPROJET,
    RDV_OBJET: visit.object,
    IDNATURE_RDV: natures.find(({ CODE }) => CODE === visit.nature)?.IDNATURE_RDV,
    IDPERSONNELS: [staff[visit.who].id],
    RDV_DEBUT: visit.from,
    RDV_FIN: visit.to,
  })
  return IDRDV
}

const LINES = [{ id: 'l1', LIBELLE: 'Pose', UNITE: 'u', QUANTITE: 1, PRIX_UNITAIRE_HT: 100_000, TAUX_TVA: 1000 }]

/** A quote of a customer's project, by its rep. @returns its id */
export async function makeQuote({ staff }: MadeCompany, customer: Customer, object: string): Promise<string> {
  const IDDEVIS = randomUUID()
  await staff.rep.write('POST', '/devis', { ...customer, IDDEVIS, OBJET: object, LIGNES: LINES })
  return IDDEVIS
}

/** A day's works of the technician for a customer. @returns its id */
export async function makeWorks(
  { staff }: MadeCompany,
  { IDPROJET }: Customer,
  works: { object: string; day: string; IDDEVIS?: string },
): Promise<string> {
  const IDINTERVENTION = randomUUID()
  const [DEBUT, FIN] = [`${works.day} 08:00`, `${works.day} 17:00`]
  await staff.director.write('POST', '/interventions', {
    IDINTERVENTION,
    IDPROJET,
    IDDEVIS: works.IDDEVIS ?? null,
    RDV_OBJET: works.object,
    RDV_DEBUT: DEBUT,
    RDV_FIN: FIN,
    IDINTERVENTION_PLANNING: [{ id: 'p', IDPERSONNEL: staff.technician.id, DEBUT, FIN }],
  })
  return IDINTERVENTION
}

interface Former {
  customer: Customer
  object: string
  /** Days since it was sent to the customer, and signed. */
  daysAgo: number
  signed: boolean
}

/**
 * Quotes of former days. Payments are lawful from the eighth day after a signature on, and no clock can be moved: they are written into the database of the
 * stopped server. @returns their ids
 */
export async function makeFormerQuotes(company: MadeCompany, former: readonly Former[]): Promise<string[]> {
  const ids: string[] = []
  for (const { customer, object } of former) ids.push(await makeQuote(company, customer, object))
  await company.server.stop()
  const db = await PGlite.create({ fs: new DurableNodeFS(join(company.server.dataDir, 'database')) })
  try {
    await db.transaction(async (tx) => {
      for (const [index, { daysAgo, signed }] of former.entries()) {
        const id = ids[index]
        const day = new Date(Date.now() - daysAgo * 86_400_000).toISOString()
        const found = await tx.query<{ company_id: string }>('select company_id from devis where "IDDEVIS" = $1', [id])
        await tx.query("select set_config('app.company_id', $1, true)", [found.rows[0]?.company_id])
        await tx.query('update devis set "DATE_TRANSMISSION" = $2, seq = take_seq(1) where "IDDEVIS" = $1', [id, day])
        if (!signed) continue
        await tx.query(
          'update devis set "DEVIS_SIGNE" = 1, "DATE_SIGNATURE" = $2, "SOLDE" = "PRIX_TTC", seq = take_seq(1) where "IDDEVIS" = $1',
          [id, day],
        )
      }
    })
  } finally {
    await db.close()
  }
  await company.server.start()
  return ids
}

/** The code of the newest SMS to a number. */
async function smsCode(server: DemoServer, phone: string): Promise<string> {
  for (const limit = performance.now() + SOON; performance.now() < limit; await wait(50)) {
    const sms = (await outbox(server, HOST)).find(({ channel, recipient }) => channel === 'sms' && recipient === phone)
    const code = /\b\d{6}\b/.exec(String((sms?.payload as { text?: string } | undefined)?.text))?.[0]
    if (code) return code
  }
  throw new Error(`No code was sent to ${phone}`)
}

/** What a customer writes to the accounting office from their space, where they enter by a code. @returns its id */
export async function makeRequest({ server }: MadeCompany, phone: string, message: string): Promise<string> {
  const call = async (path: string, body: unknown, token?: string): Promise<Row> => {
    const answer = await ask({ port: server.port, host: HOST, method: 'POST', path, body, token })
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return (answer.body as { data: Row }).data
  }
  const { challenge } = await call('/space/generateOtp', { PORTABLE: phone })
  const { token } = await call('/space/verifyOtpAndCreateToken', {
    PORTABLE: phone,
    challenge,
    CODE: await smsCode(server, phone),
  })
  return String((await call('/space/mail/send', { type: 'comptable', MESSAGE: message }, String(token))).id)
}

/** A report form with one question, by the director. @returns the ids of form and question */
export async function makeForm({ staff }: MadeCompany, title: string): Promise<{ form: string; question: string }> {
  const form = randomUUID()
  const question = { id: 'q1', LIBELLE: title, TYPE: 'texte', REQUIS: true }
  await staff.director.write('POST', '/report', { id: form, TITRE: title, CHAMPS: [question] })
  return { form, question: question.id }
}
