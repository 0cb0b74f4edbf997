import type { Page } from 'playwright'
import { paths } from '../../src/app/paths.ts'
import { ask, type Clerk } from '../journeys/support/office.ts'
import type { ServerProcess } from '../support/server-process.ts'

/** What is measured, and how the browser gets there. */

export interface Place {
  name: string
  path: string
}

/** Before anybody is signed in. */
export const LOGINS: readonly Place[] = [
  { name: 'login of the customers', path: paths.loginSpace.href() },
  { name: 'login of the staff', path: paths.login.href() },
]

/** A customer of the demo company, with a quote that waits for their answer. */
export interface Customer {
  phone: string
  quote: string
}

/** Their own: the home page, and the quote. */
export const ownPlaces = ({ quote }: Customer): readonly Place[] => [
  { name: 'home of a customer', path: paths.space.href() },
  { name: 'devis of a customer', path: paths.spaceQuote.href(quote) },
]

const digitsOf = (value: unknown): string => String(value ?? '').replace(/\D/g, '')

/** @throws Error when the demo has none */
export async function findCustomer(rep: Clerk): Promise<Customer> {
  const clients = new Map((await rep.all('/clients')).map((client) => [client.IDCLIENT, digitsOf(client.PORTABLE)]))
  for (const devis of await rep.all('/devis')) {
    const phone = clients.get(devis.IDCLIENT) ?? ''
    const waits = devis.DEVIS_SIGNE !== 1 && devis.REFUSE !== 1 && devis.DATE_TRANSMISSION !== null
    // The demo's customers who may log in.
    if (waits && /^063998000[1-9]$/.test(phone)) return { phone, quote: String(devis.IDDEVIS) }
  }
  throw new Error('No known customer of the demo has a quote that waits')
}

interface Sms {
  channel: string
  recipient: string
  payload: { text?: string }
}

/** The code of the newest SMS to this number. */
async function codeOf({ port }: ServerProcess, phone: string): Promise<string> {
  const { body } = await ask({ port, host: 'demo', method: 'GET', path: '/demo/outbox?limit=50' })
  const sms = (body as { data: Sms[] }).data.find((one) => one.channel === 'sms' && one.recipient === phone)
  const code = /\b\d{6}\b/.exec(sms?.payload.text ?? '')?.[0]
  if (code === undefined) throw new Error(`No code was sent to ${phone}`)
  return code
}

/** By number and code, as a person does. */
export async function enterSpace(page: Page, server: ServerProcess, { phone }: Customer): Promise<void> {
  await page.goto(`${server.urlFor('demo')}${paths.loginSpace.href()}`)
  await page.getByLabel('Numéro de mobile').fill(phone)
  await page.getByRole('button', { name: 'Recevoir mon code' }).click()
  const code = page.getByLabel('Code à 6 chiffres')
  await code.waitFor()
  await code.fill(await codeOf(server, phone))
  await page.getByRole('button', { name: 'Entrer dans mon espace' }).click()
  await page.getByRole('heading', { level: 1, name: /^Bonjour/ }).waitFor()
}
