import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { FileOwner, Origine } from '../../schemas/entities/fichier.ts'
import type { Values } from '../../schemas/merge.ts'
import { type Answer, answerOf, type Caller, type ContractApp, type ContractCompany, callerOf } from './contract.ts'
import { newClient, newDevis, newId, newProjet } from './contract-records.ts'
import { plant } from './staffed-company.ts'

/** Options for `describeContract`: demo mode, whose message outbox keeps the codes that it would have sent. */
export const WITH_OUTBOX = { demo: true }

let counter = randomInt(1000)
/** A fictional mobile that no other test has (06 39 98 xx xx), in national digits. */
export const newMobile = (): string => `063998${String(counter++ % 10_000).padStart(4, '0')}`
/** An IP address that no other test uses, because limits are counted by address. */
export const newAddress = (): string => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`

export interface Customer {
  id: string
  phone: string
  record: Values
  caller: Caller
}

/** A customer of the company, logged in. */
export async function newCustomer(
  { app }: ContractApp,
  company: ContractCompany,
  values: Values = {},
): Promise<Customer> {
  const phone = newMobile()
  const record = await newClient(company.as('camille'), {
    PORTABLE: phone,
    MAIL: `${newId('client')}@example.com`,
    ...values,
  })
  const id = record.IDCLIENT as string
  const { token } = await app.sessions.open({ kind: 'client', accountId: id, companyId: company.id, deviceId: null })
  return { id, phone: (record.PORTABLE as string | null) ?? phone, record, caller: callerOf(app, token) }
}

/** Sets server fields of a quote, as services do. */
export const setQuote = ({ db }: ContractApp, company: ContractCompany, id: string, values: Values): Promise<unknown> =>
  db.inTenant(company.id, (tx) => {
    const sets = Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
    return sql`update devis set ${sql.join([...sets, sql`seq = take_seq(1)`])} where "IDDEVIS" = ${id}`.execute(tx)
  })

export const TRANSMITTED = '2026-01-05T09:00:00.000Z'

/** A quote of a new project of this customer, transmitted to them. */
export async function givenQuote(
  server: ContractApp,
  company: ContractCompany,
  customer: Customer,
  values: Values = {},
): Promise<string> {
  const projet = await newProjet(company.as('camille'), { IDCLIENT: customer.id })
  const devis = await newDevis(company.as('camille'), projet, {
    DATE_EDITION: '2019-01-05',
    DATE_VALIDITE: '2999-12-31',
    ...values,
  })
  await setQuote(server, company, devis.IDDEVIS as string, { DATE_TRANSMISSION: TRANSMITTED })
  return devis.IDDEVIS as string
}

/** Messages of the company, oldest first. */
export async function messagesOf({ db }: ContractApp, company: ContractCompany): Promise<Values[]> {
  const { rows } = await db.inTenant(company.id, (tx) =>
    sql<Values>`select * from message order by created_at, id`.execute(tx),
  )
  return rows
}

/** The last code that was sent to a number; null when none was. */
export async function lastCode(server: ContractApp, company: ContractCompany, phone: string): Promise<string | null> {
  const texts = (await messagesOf(server, company))
    .filter((message) => message.channel === 'sms' && message.recipient === phone)
    .map((message) => (message.payload as { text: string }).text)
  return /\b\d{6}\b/.exec(texts.at(-1) ?? '')?.[0] ?? null
}

/** Six digits that are not these. */
export const otherThan = (code: string | null): string => (code === '000000' ? '111111' : '000000')

export interface Anonymous {
  post: (path: string, body: unknown) => Promise<Answer>
}

/** Somebody without a session, from one address. */
export const anonymous = ({ app }: ContractApp, company: ContractCompany, remoteAddress = newAddress()): Anonymous => ({
  post: async (path, body) =>
    answerOf(
      await app.inject({
        method: 'POST',
        url: `/api${path}`,
        headers: { 'company-key': company.id },
        payload: body as Values,
        remoteAddress,
      }),
    ),
})

/** Asks for a signing code and reads it from the outbox. */
export async function signingCode(
  server: ContractApp,
  company: ContractCompany,
  customer: Customer,
  IDDEVIS: string,
): Promise<{ challenge: string; CODE: string }> {
  const asked = await customer.caller.post('/sms/otp', { purpose: 'sign', IDDEVIS })
  if (asked.status !== 200) throw new Error(`no code: ${asked.status} ${JSON.stringify(asked.body)}`)
  return { challenge: asked.data.challenge as string, CODE: (await lastCode(server, company, customer.phone)) ?? '' }
}

/** The body that signs a quote: a code for it, and the hash of the document that the customer read. */
export async function signBody(
  server: ContractApp,
  company: ContractCompany,
  customer: Customer,
  id: string,
): Promise<Values> {
  const { data } = await customer.caller.get(`/space/devis/${id}`)
  const code = await signingCode(server, company, customer, id)
  return { NOM_SIGNATAIRE: 'Marie Durand', consent: true, sha256: data.sha256, ...code }
}

/** A quote that this customer has signed. */
export async function signedQuote(server: ContractApp, company: ContractCompany, customer: Customer): Promise<string> {
  const id = await givenQuote(server, company, customer)
  const answer = await customer.caller.post(`/space/devis/${id}/sign`, await signBody(server, company, customer, id))
  if (answer.status !== 200) throw new Error(`not signed: ${answer.status} ${JSON.stringify(answer.body)}`)
  return id
}

/** A file of a record, as the drive lists it; nobody reads its bytes. @returns its id */
export const plantFile = (
  { db }: ContractApp,
  company: ContractCompany,
  file: { RESSOURCE: FileOwner; IDENREGISTREMENT: string; IDPROJET: string; ORIGINE: Origine; NOM: string },
): Promise<string> =>
  db.inTenant(company.id, (tx) =>
    plant(tx, 'fichier', {
      ...file,
      IDFICHIER: newId('fichier'),
      TYPE_MIME: 'application/pdf',
      TAILLE: 1,
      SHA256: newId('empreinte'),
    }),
  )
