import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright'
import { ask, type Clerk, type DemoServer, type Row } from './demo-server.ts'
import { LATER, SOON, seeTitle } from './people.ts'

/** Customers of a company (the demo’s by default: 06 39 98 00 01 to 06 39 98 00 09), as their phones know them. */

interface Message {
  id: string
  channel: 'mail' | 'sms' | 'push'
  recipient: string
  payload: { text?: string; title?: string; subject?: string }
}

/** Where messages are recorded: a company’s host on a demo server. */
interface Outbox extends Pick<DemoServer, 'port'> {
  host?: string
}

/** Messages that would have been sent, newest first. */
export async function outbox({ port, host = 'demo' }: Outbox): Promise<Message[]> {
  const { body } = await ask({ port, host, method: 'GET', path: '/demo/outbox?limit=200' })
  return (body as { data: Message[] }).data
}

const smsTo = async (server: Outbox, phone: string): Promise<Message[]> =>
  (await outbox(server)).filter(({ channel, recipient }) => channel === 'sms' && recipient === phone)

/** Does an act that sends a code to this number. @returns the code. @throws Error when none was sent in time */
export async function codeSentBy(server: Outbox, phone: string, act: () => Promise<unknown>): Promise<string> {
  const known = new Set((await smsTo(server, phone)).map(({ id }) => id))
  await act()
  for (const limit = performance.now() + SOON; performance.now() < limit; await wait(20)) {
    const fresh = (await smsTo(server, phone)).find(({ id }) => !known.has(id))
    if (fresh) return /\b\d{6}\b/.exec(fresh.payload.text ?? '')?.[0] ?? ''
  }
  throw new Error(`No code was sent to ${phone}`)
}

export const typePhone = async (page: Page, phone: string): Promise<void> => {
  await page.getByLabel('Numéro de mobile').fill(phone)
  await page.getByRole('button', { name: 'Recevoir mon code' }).click()
}

export const typeCode = async (page: Page, code: string, button: string): Promise<void> => {
  await page.getByLabel('Code à 6 chiffres').fill(code)
  await page.getByRole('button', { name: button, exact: true }).click()
}

/** The button that concludes the contract. */
export const SIGN = 'Signer : commande avec obligation de paiement'

export const ENTER = 'Entrer dans mon espace'

/** Logs in on the open login page. */
export async function enterSpace(page: Page, server: Outbox, phone: string): Promise<void> {
  page.context().setDefaultTimeout(SOON)
  const code = await codeSentBy(server, phone, async () => {
    await typePhone(page, phone)
    await seeTitle(page, 'Entrez le code reçu')
  })
  await typeCode(page, code, ENTER)
  await page.waitForURL(({ pathname }) => pathname.startsWith('/space'), { timeout: LATER })
}

export interface KnownCustomer {
  id: string
  phone: string
  /** Ids of quotes without an answer yet. */
  waiting: string[]
  /** Id of an order that may be paid. */
  order: string
}

/** The known customers whom this rep looks after. */
export async function customersOf(rep: Clerk): Promise<KnownCustomer[]> {
  const quotes = (await rep.all('/devis')).filter((one) => one.IDRESPONSABLEPROJET === rep.id)
  const clients = (await rep.all('/clients')).filter(({ PORTABLE }) => /^063998000[1-9]$/.test(phoneOf(PORTABLE)))
  return clients.flatMap((client) => {
    const theirs = quotes.filter((one) => one.IDCLIENT === client.IDCLIENT)
    const order = theirs.find((one) => one.DEVIS_SIGNE === 1 && one.REFUSE !== 1)
    const waiting = theirs.filter(isWaiting).map((one) => String(one.IDDEVIS))
    return order && waiting.length > 1
      ? [{ id: String(client.IDCLIENT), phone: phoneOf(client.PORTABLE), waiting, order: String(order.IDDEVIS) }]
      : []
  })
}

const phoneOf = (value: unknown): string => String(value ?? '').replace(/\D/g, '')
const isWaiting = (one: Row): boolean => one.DEVIS_SIGNE !== 1 && one.REFUSE !== 1 && one.DATE_TRANSMISSION !== null
