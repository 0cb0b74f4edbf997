import type { Page } from 'playwright'
import { paths } from '../../src/ui/navigation/paths.ts'
import { codeSentBy, customersOf, ENTER, typeCode, typePhone } from '../journeys/support/clients.ts'
import type { Clerk } from '../journeys/support/demo-server.ts'
import type { ServerProcess } from '../support/server-process.ts'

/** The measured pages, and how the browser reaches them. */

export interface Place {
  name: string
  path: string
}

/** Before anybody is signed in. */
export const LOGINS: readonly Place[] = [
  { name: 'login of the customers', path: paths.loginSpace.href() },
  { name: 'login of the staff', path: paths.login.href() },
]

/** A customer of the demo company with an unanswered quote. */
export interface Customer {
  phone: string
  quote: string
}

/** Pages of the customer: home and the quote. */
export const ownPlaces = ({ quote }: Customer): readonly Place[] => [
  { name: 'home of a customer', path: paths.space.href() },
  { name: 'devis of a customer', path: paths.spaceQuote.href(quote) },
]

/** @throws Error when this rep of the demo has none */
export async function findCustomer(rep: Clerk): Promise<Customer> {
  for (const { phone, waiting } of await customersOf(rep)) {
    const [quote] = waiting
    if (quote) return { phone, quote }
  }
  throw new Error('No known customer of the demo has an unanswered quote')
}

/** Logs in by number and code, as a person does. */
export async function enterSpace(page: Page, server: ServerProcess, { phone }: Customer): Promise<void> {
  await page.goto(`${server.urlFor('demo')}${paths.loginSpace.href()}`)
  const code = await codeSentBy(server, phone, async () => {
    await typePhone(page, phone)
    await page.getByLabel('Code à 6 chiffres').waitFor()
  })
  await typeCode(page, code, ENTER)
  await page.getByRole('heading', { level: 1, name: /^Bonjour/ }).waitFor()
}
