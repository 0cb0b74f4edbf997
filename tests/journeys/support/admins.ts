import type { Page } from 'playwright'
import { ask, type DemoServer, PASSWORD, type Row } from './demo-server.ts'
import { LATER, SOON } from './people.ts'

/** Acts of administrators, on their own domain. */

export const ADMIN = 'admin@example.com'

export async function fillLogin(page: Page, mail: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Adresse email').fill(mail)
  await page.getByLabel('Mot de passe', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Se connecter' }).click()
}

/** Signs in and waits for the list of companies. */
export async function signInAsAdmin(page: Page, server: DemoServer, mail = ADMIN, password = PASSWORD): Promise<void> {
  page.context().setDefaultTimeout(SOON)
  await page.goto(`${server.web('admin')}/login/admin`)
  await fillLogin(page, mail, password)
  await page.waitForURL(/\/admin\/company/, { timeout: LATER })
}

/** Messages that the host's company, or the platform on `admin`, would have sent; newest first, links included. */
export async function outbox(server: DemoServer, host: string): Promise<Row[]> {
  const answer = await ask({ port: server.port, host, method: 'GET', path: '/demo/outbox?limit=50' })
  return (answer.body as { data: Row[] }).data
}

/** The path of the newest password link that was mailed to somebody. */
export async function passwordLink(server: DemoServer, host: string, mail: string): Promise<string | undefined> {
  const sent = (await outbox(server, host)).find(({ recipient }) => recipient === mail)
  return /\/password\/reset\/[\w-]+/.exec((sent?.payload as { text?: string } | undefined)?.text ?? '')?.[0]
}
