import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Device, launchChromium } from '../support/chromium.ts'
import { freePort } from '../support/ports.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'
import { type FintectureStandIn, startFintecture } from '../support/stand-ins/fintecture.ts'
import { type HttpProvider, httpProvider } from '../support/stand-ins/http-provider.ts'
import { type MailServer, startMailServer } from '../support/stand-ins/mail-server.ts'
import { webAppFolder } from '../support/web-app.ts'
import { SETUP } from './support/demo-server.ts'
import { ADMIN, enter, enterAsAdmin, invite, linkIn, makeCompany, PASSWORD, press } from './support/first-company.ts'
import { eventually, field, LATER, plain, SOON, save, see, seeNotice, seeTitle } from './support/people.ts'

/** A company's services, set in the admin area of a real installation, each tried by its own test button (SET-07). */

const REP = 'nadia@forez.example'
const BREVO_KEY = 'xkeysib-cle-de-la-maison'
const run = promisify(execFile)
const OUTCOME = /^(Parti|Refusé|Toujours en attente|Aucun service d’envoi|Le service n’a pas répondu)/

let port: number
let dataDir: string
let server: ServerProcess
let mails: MailServer
let bank: FintectureStandIn
let brevo: HttpProvider
let desk: Device
let phone: Device
let page: Page

beforeAll(async () => {
  port = await freePort()
  dataDir = await mkdtemp(join(tmpdir(), 'lolapp-services-'))
  mails = await startMailServer()
  bank = await startFintecture()
  // Brevo's answers to a right and to a wrong key.
  brevo = await httpProvider(({ headers }) =>
    headers['api-key'] === BREVO_KEY
      ? { status: 201, body: '{"messageId":15118829}' }
      : { status: 400, body: '{"code":"invalid_parameter"}' },
  )
  const env = {
    PUBLIC_URL: `http://localhost:${port}`,
    SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
    MAIL_FROM: 'ne-pas-repondre@maison.example',
    SMS_BREVO_URL: `${brevo.origin}/v3`,
    FINTECTURE_URL: bank.url,
    COMPANY_SMTP_ALLOW_PRIVATE: '1',
    RATE_LIMIT: '1000000',
  }
  server = await startServer({ webDir: webAppFolder(), dataDir, port, env })
  await server.stop()
  const { stdout } = await run(
    process.execPath,
    ['--import', 'tsx', 'server/accounts/admin-command.ts', '--mail', ADMIN],
    {
      env: { ...process.env, ...env, DATA_DIR: dataDir, PORT: String(port) },
    },
  )
  await server.start()
  desk = await launchChromium()
  phone = await launchChromium({ mobile: true })
  for (const { context } of [desk, phone]) context.setDefaultTimeout(SOON)
  page = desk.page
  await enterAsAdmin(page, port, stdout)
  await makeCompany(page, 'Toits du Forez', 'forez')
  await page.goto(`http://admin.localhost:${port}/admin/personnels`)
  await invite(page, { first: 'Nadia', last: 'Chevalier', mail: REP, roles: ['Commercial'] })
}, SETUP)

afterAll(async () => {
  try {
    for (const device of [desk, phone]) await device?.close()
  } finally {
    await server?.dispose()
    await mails?.close()
    await bank?.close()
    await brevo?.close()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
  }
})

const panel = (name: string): Locator => page.getByRole('region', { name, exact: true })

async function openServices(): Promise<void> {
  await page.goto(`http://admin.localhost:${port}/admin/company`)
  await page.getByRole('link', { name: 'Toits du Forez' }).click()
  await page.getByRole('tab', { name: 'Services' }).click()
  await panel('Liens de connexion signés').waitFor()
}

/** Saves a panel and waits until the server has answered and the page shows what is kept. */
async function keep(title: string): Promise<void> {
  // Not what the panel before said.
  const said = page.getByText('Réglages enregistrés')
  while ((await said.count()) > 0) await said.last().waitFor({ state: 'hidden' })
  await panel(title).getByRole('button', { name: 'Enregistrer' }).click()
  await seeNotice(page, 'Réglages enregistrés')
}

/** What the page says about the test message. */
async function outcome(button: string): Promise<string> {
  await press(page, button)
  const told = page.getByRole('status').filter({ hasText: OUTCOME })
  await told.waitFor({ timeout: LATER })
  return plain(await told.textContent())
}

/** The JavaScript code of a panel, run by Node as the company's own server would run it. @returns what it printed */
async function runCode(
  title: string,
  env: Record<string, string>,
  change = (code: string): string => code,
): Promise<string> {
  await panel(title).getByText('Code à coller').click()
  await panel(title).getByText('JavaScript', { exact: true }).click()
  const shown = (await panel(title).locator('pre').textContent()) ?? ''
  // Node's resolver may not know demo.localhost; the key names the company.
  const code = change(shown).replace(`http://forez.localhost:${port}/api`, `http://127.0.0.1:${port}/api`)
  const file = join(dataDir, `code-${Date.now()}.mjs`)
  await writeFile(file, code)
  return (await run(process.execPath, [file], { env: { ...process.env, ...env } })).stdout.trim()
}

it('[SET-07 sms] sender and key of the company; the test SMS leaves by its account, or says why not', async () => {
  await openServices()
  const sms = panel('SMS')
  await see(page, 'Service d’envoi : Aucun : les SMS ne partent pas')
  await sms.getByLabel('Mobile').fill('06 39 98 00 07')
  expect(await outcome('Envoyer un SMS d’essai')).toBe(
    'Refusé : Aucun service de SMS n’est réglé : le message n’est pas parti.',
  )
  expect(brevo.requests).toEqual([])

  await sms.getByLabel('Expéditeur des SMS').fill('Forez')
  await sms.getByLabel('Clé Brevo de l’entreprise').fill('xkeysib-une-autre')
  await keep('SMS')
  await see(page, 'Service d’envoi : Brevo')
  await eventually(() => sms.getByLabel('Clé Brevo de l’entreprise').inputValue()).toBe('')
  await sms.getByLabel('Mobile').fill('0639980007')
  expect(await outcome('Envoyer un SMS d’essai')).toBe('Refusé : Le fournisseur de SMS a répondu 400 invalid_parameter')

  // Meanwhile another administrator changes the sender: this form, which was left open, says nothing of it.
  const other = await desk.context.newPage()
  await other.goto(page.url())
  await other.getByLabel('Expéditeur des SMS').fill('Loire')
  await other.getByRole('region', { name: 'SMS', exact: true }).getByRole('button', { name: 'Enregistrer' }).click()
  await seeNotice(other, 'Réglages enregistrés')
  await other.close()
  await sms.getByLabel('Clé Brevo de l’entreprise').fill(BREVO_KEY)
  await keep('SMS')
  await eventually(() => sms.getByLabel('Clé Brevo de l’entreprise').inputValue()).toBe('')
  await sms.getByLabel('Mobile').fill('01 23 45 67 89')
  await press(page, 'Envoyer un SMS d’essai')
  await see(page, 'Un mobile français : 06 ou 07')
  await sms.getByLabel('Mobile').fill('0639980007')
  expect(await outcome('Envoyer un SMS d’essai')).toBe('Parti.')
  expect(JSON.parse(brevo.requests.at(-1)?.body.toString() ?? '')).toMatchObject({
    sender: 'Loire',
    recipient: '33639980007',
    content: "SMS d'essai de Toits du Forez.",
  })

  // Whoever leaves before the outcome is not told of it elsewhere.
  let asked = 0
  await page.route('**/api/admin/messages/**', () => {
    asked += 1
  })
  await sms.getByLabel('Mobile').fill('0639980007')
  await press(page, 'Envoyer un SMS d’essai')
  await eventually(() => asked).toBe(1)
  await page.getByRole('tab', { name: 'Fiche' }).click()
  await panel('SMS').waitFor({ state: 'detached' })
  await page.waitForTimeout(500)
  expect(await page.getByText('Request aborted').count()).toBe(0)
  await page.unroute('**/api/admin/messages/**')
})

it('[SET-07 smtp] the company’s own server gets the test mail', async () => {
  await openServices()
  await see(page, 'Ils partent par le serveur de la plateforme.')
  await page.getByRole('link', { name: 'Régler et essayer' }).click()
  const own = await startMailServer()
  try {
    await field(page, 'Adresse du serveur').fill('127.0.0.1')
    await field(page, 'Port').fill(String(own.port))
    await save(page)
    await seeNotice(page, 'Modification Serveur de mail réussie')
    await openServices()
    await see(page, `Ils partent par 127.0.0.1:${own.port}.`)
    await page.getByRole('link', { name: 'Régler et essayer' }).click()
    await page.getByLabel('Envoyer à').fill('essai@forez.example')
    expect(await outcome('Envoyer un essai')).toBe('Parti.')
    await eventually(() => own.received.flatMap(({ envelope }) => envelope.to)).toEqual(['essai@forez.example'])
  } finally {
    await own.close()
  }
})

it('[SET-07 payment] is refused, then accepted, by the provider itself, and its secrets are not shown again', async () => {
  const { appId, appSecret, privateKey } = bank.account
  await openServices()
  const payments = panel('Paiements')
  await payments.getByText('Aucun compte de paiement.').waitFor()
  for (const [secret, words] of [
    ['pas le bon secret', 'Le service de paiement refuse ce compte'],
    [appSecret, 'Le service de paiement accepte ce compte.'],
  ] as const) {
    await payments.getByLabel('Identifiant de l’application').fill(appId)
    await payments.getByLabel('Secret de l’application').fill(secret)
    await payments.getByLabel('Clé privée (PEM)').fill(privateKey)
    await keep('Paiements')
    await payments.getByRole('button', { name: 'Essayer la connexion' }).click()
    await payments.getByText(words).waitFor()
  }
  await payments.getByLabel('Identifiant de l’application').fill(appId.toUpperCase())
  await page.getByRole('tab', { name: 'Fiche' }).click()
  await see(page, 'Modifications non enregistrées')
  await press(page, 'Quitter sans enregistrer')
  await openServices()
  await eventually(() => payments.getByLabel('Identifiant de l’application').inputValue()).toBe(appId)
  for (const label of ['Secret de l’application', 'Clé privée (PEM)'])
    await eventually(() => payments.getByLabel(label).inputValue()).toBe('')
})

it('[SET-07 leads] [API-04] the code, pasted as it is, is accepted; then it brings a client', async () => {
  await openServices()
  const leads = panel('Contacts du site')
  await leads.getByText('Pas de clé').waitFor()
  await leads.getByRole('button', { name: 'Créer une clé' }).click()
  const key = await leads.getByLabel('Clé du site', { exact: true }).inputValue()
  await leads.getByRole('button', { name: 'Envoyer un essai : Contacts du site' }).click()
  await leads.getByText('Essai signé avec la clé, envoyé et accepté.').waitFor()
  expect(await runCode('Contacts du site', { LOLAPP_CLE: key })).toBe('200')
  const real = (code: string): string => code.replace('ESSAI: true, ', '').replace('Durand', 'Duchemin')
  await openServices()
  await leads.getByText('Aucun contact reçu pour l’instant.').waitFor()
  expect(await runCode('Contacts du site', { LOLAPP_CLE: key }, real)).toBe('201')
  await openServices()
  await leads.getByText(/Dernier contact reçu le \d/).waitFor()
  expect(await leads.getByLabel('Clé du site', { exact: true }).count()).toBe(0)
  await page.getByRole('tab', { name: 'Clients' }).click()
  await page.getByRole('row').filter({ hasText: 'Duchemin' }).waitFor()
  expect(await page.getByRole('row').filter({ hasText: 'Durand' }).count()).toBe(0)
  await openServices()
  expect(await runCode('Contacts du site', { LOLAPP_CLE: 'une autre clé' })).toBe('401')
})

it('[SET-07 links] [API-01] the older software’s link logs its person in, once', async () => {
  const before = await launchChromium()
  try {
    before.context.setDefaultTimeout(SOON)
    await before.page.goto(`http://forez.localhost:${port}/login/manager#jeton=a.b.c`)
    await see(before.page, 'Ce lien de connexion n’est plus valable.')
  } finally {
    await before.close()
  }
  // Their own login works first: the link is one more way in.
  await enter(phone.page, REP, await linkIn(mails, REP))
  await openServices()
  const links = panel('Liens de connexion signés')
  await links.getByRole('button', { name: 'Proposer une clé' }).click()
  const key = await links.getByLabel('Proposer une clé').inputValue()
  await keep('Liens de connexion signés')
  await links.getByText(/une valeur est enregistrée/).waitFor()
  const forRep = (code: string): string => code.replace('personne@exemple.fr', REP)
  const link = await runCode('Liens de connexion signés', { LOLAPP_CLE_LIENS: key }, forRep)
  expect(link).toMatch(new RegExp(`^http://forez\\.localhost:${port}/login/manager#jeton=`))
  const forged = await runCodeAgain('une autre clé de trente-deux caractères', forRep)
  for (const [token, words] of [
    [forged, 'Jeton refusé'],
    [link, 'Accepté : ce lien connecterait Nadia Chevalier. Il n’a pas été utilisé.'],
  ] as const) {
    await links.getByLabel('Jeton ou lien à essayer').fill(token)
    await links.getByRole('button', { name: 'Essayer le jeton' }).click()
    await links.getByText(words).waitFor()
  }
  const other = await launchChromium()
  try {
    other.context.setDefaultTimeout(SOON)
    await other.page.goto(link)
    await other.page.waitForURL((url) => url.pathname.startsWith('/manager'), { timeout: LATER })
    expect(other.page.url()).not.toContain('jeton')
    await see(other.page, /Nadia/)
  } finally {
    await other.close()
  }
  const late = await launchChromium()
  try {
    late.context.setDefaultTimeout(SOON)
    let answer = (): void => undefined
    const typed = new Promise<void>((resolve) => {
      answer = resolve
    })
    await late.page.route('**/api/auth/token/lola', async (route) => {
      await typed
      await route.continue()
    })
    await late.page.goto(link)
    await see(late.page, 'Connexion par le lien de votre logiciel…')
    await late.page.getByLabel('Adresse email').fill(REP)
    answer()
    await see(late.page, 'Ce lien de connexion n’est plus valable.')
    expect(late.page.url()).not.toContain('jeton')
    await seeTitle(late.page, 'Connexion')
    await eventually(() => late.page.getByLabel('Adresse email').inputValue()).toBe(REP)
    await late.page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD)
    await late.page.getByRole('button', { name: 'Se connecter' }).click()
    await late.page.waitForURL((url) => url.pathname.startsWith('/manager'), { timeout: LATER })
  } finally {
    await late.close()
  }
})

/** The same code of the signed links with another key. */
async function runCodeAgain(key: string, change: (code: string) => string): Promise<string> {
  await openServices()
  return runCode('Liens de connexion signés', { LOLAPP_CLE_LIENS: key }, change)
}
