import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Device, launchChromium } from '../support/chromium.ts'
import { freePort } from '../support/ports.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'
import { type HttpProvider, httpProvider } from '../support/stand-ins/http-provider.ts'
import { type MailServer, startMailServer } from '../support/stand-ins/mail-server.ts'
import { webAppFolder } from '../support/web-app.ts'
import { typeCode } from './support/clients.ts'
import { SETUP } from './support/demo-server.ts'
import { countEffort, type Effort } from './support/effort.ts'
import { enter, enterAsAdmin, invite, linkIn, makeCompany, PASSWORD, press } from './support/first-company.ts'
import { waitUntilStored } from './support/local-data.ts'
import {
  eventually,
  field,
  goOffline,
  goOnline,
  LATER,
  SOON,
  save,
  see,
  seeNotice,
  seeTitle,
  waitUntilOfflineReady,
  waitUntilUpToDate,
} from './support/people.ts'

/** A company made from nothing, which its director sets up with no help: look, people, a list, price list, mail, first clients, first quote. */

const DIRECTOR = 'paul@forez.example'
const REP = 'nadia@forez.example'
const CLIENTS = 2000
/** Number of the imported client who gets a quote. */
const CHOSEN = 1207

let dataDir: string
let port: number
let platformMails: MailServer
let ownMails: MailServer
let server: ServerProcess
let desk: Device
let boss: Device
let phone: Device
let customer: Device
let brevo: HttpProvider
let printed: string
/** Taps and typed characters of each person. */
const effort = new Map<string, Effort>()
const at = (path: string): string => `http://forez.localhost:${port}/manager/${path}`

beforeAll(async () => {
  port = await freePort()
  dataDir = await mkdtemp(join(tmpdir(), 'lolapp-director-'))
  ;[platformMails, ownMails] = await Promise.all([startMailServer(), startMailServer({ authOptional: true })])
  brevo = await httpProvider(() => ({ status: 201, body: '{"messageId":15118829}' }))
  const env = {
    PUBLIC_URL: `http://localhost:${port}`,
    SMTP_URL: `smtp://127.0.0.1:${platformMails.port}`,
    COMPANY_SMTP_ALLOW_PRIVATE: '1',
    MAIL_FROM: 'ne-pas-repondre@maison.example',
    SMS_BREVO_KEY: 'clef',
    SMS_BREVO_URL: `${brevo.origin}/v3`,
    RATE_LIMIT: '1000000',
  }
  server = await startServer({ webDir: webAppFolder(), dataDir, port, env })
  await server.stop()
  const command = ['--import', 'tsx', 'server/accounts/admin-command.ts', '--mail', 'marie@maison.example']
  const { stdout } = await promisify(execFile)(process.execPath, command, {
    env: { ...process.env, ...env, DATA_DIR: dataDir, PORT: String(port) },
  })
  await server.start()
  ;[desk, boss, phone, customer] = await Promise.all([
    launchChromium(),
    launchChromium(),
    launchChromium({ mobile: true }),
    launchChromium({ mobile: true }),
  ])
  for (const { context } of [desk, boss, phone, customer]) context.setDefaultTimeout(SOON)
  for (const [name, device] of Object.entries({ administrator: desk, director: boss, rep: phone, customer }))
    effort.set(name, await countEffort(device))
  printed = stdout
}, SETUP)

afterAll(async () => {
  try {
    for (const device of [desk, boss, phone, customer]) await device?.close()
  } finally {
    await server?.dispose()
    await platformMails?.close()
    await ownMails?.close()
    await brevo?.close()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
  }
})

it('an administrator makes the company and invites its director, and nothing more', async () => {
  await enterAsAdmin(desk.page, port, printed)
  await makeCompany(desk.page, 'Toits du Forez', 'forez')
  await desk.page.goto(`http://admin.localhost:${port}/admin/personnels`)
  const roles = ['Directeur commercial', 'Commercial']
  await invite(desk.page, { first: 'Paul', last: 'Girard', mail: DIRECTOR, roles, allAgencies: true })
  await enter(boss.page, DIRECTOR, await linkIn(platformMails, DIRECTOR))
})

it('[SET-02 checklist] (journey) the director’s first screen says what is missing, and leads there', async () => {
  const { page } = boss
  await see(page, /^Reste à régler\s: Apparence, Mentions légales, /)
  await page.getByRole('link', { name: 'Continuer la mise en route' }).click()
  await seeTitle(page, 'Paramètres')
  await see(page, '0 sur 11')
  await page.getByRole('list', { name: 'Mise en route' }).getByRole('link', { name: 'Apparence' }).click()
  await field(page, 'Couleur').fill('#336699')
  await field(page, 'SIRET').fill('73282932000074')
  await field(page, 'Téléphone').fill('0477910001')
  await field(page, 'Adresse électronique').fill('contact@example.com')
  await field(page, 'Adresse').fill('1 rue de la Loire')
  await field(page, 'Code postal').fill('42000')
  await field(page, 'Ville').fill('Saint-Étienne')
  await field(page, 'Médiateur de la consommation').fill('CM2C, Paris')
  await field(page, 'Assurance professionnelle').fill('Décennale AXA, contrat 123')
  await field(page, 'Mentions légales').fill(
    'Devis gratuit. Déplacement compris. Déchets de chantier enlevés par nos soins. Travaux en huit semaines.',
  )
  await save(page)
  await seeTitle(page, 'Paramètres')
  await see(page, '2 sur 11')
})

it('makes the account of a rep, who enters by the mail that the director sends', async () => {
  const { page } = boss
  await page.goto(at('comptes'))
  await page.getByRole('link', { name: 'Ajouter une personne' }).click()
  await field(page, 'Prénom').fill('Nadia')
  await field(page, 'Nom').fill('Chevalier')
  await field(page, 'Adresse email').fill(REP)
  await field(page, 'Rôles').click()
  await page.getByRole('option', { name: 'Commercial', exact: true }).click()
  await page.keyboard.press('Escape')
  await save(page)
  await press(page, 'Inviter : Nadia Chevalier')
  await seeNotice(page, `Invitation en route vers ${REP}`)
  await enter(phone.page, REP, await linkIn(platformMails, REP))
})

it('sends the company’s mail by its own server, once the password was given again', async () => {
  const { page } = boss
  await page.goto(at('courrier'))
  await field(page, 'Adresse du serveur').fill('127.0.0.1')
  await field(page, 'Port').fill(String(ownMails.port))
  await field(page, 'Expéditeur').fill('bonjour@forez.example')
  await save(page)
  const dialog = page.getByRole('dialog').filter({ has: page.getByLabel('Mot de passe', { exact: true }) })
  const settings = page.getByRole('heading', { level: 1, name: 'Paramètres' })
  await dialog.or(settings).first().waitFor()
  if (await dialog.isVisible()) {
    await dialog.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Confirmer' }).click()
  }
  await seeTitle(page, 'Paramètres')
  await page.goto(at('courrier'))
  await press(page, 'Envoyer un essai')
  await expect.poll(() => ownMails.received.length, { timeout: SOON }).toBeGreaterThan(0)
})

it('[SET-08 price-list] (journey) [SET-09 import] (journey) adds an article and imports 2,000 clients', async () => {
  const { page } = boss
  await page.goto(at('article/create'))
  await field(page, 'Référence').fill('TUILE-1')
  await field(page, 'Libellé').fill('Tuile terre cuite')
  await field(page, 'Prix HT').fill('12,50')
  await save(page)
  await seeNotice(page, 'Création Article réussie')
  await waitUntilUpToDate(page)

  await page.goto(at('imports'))
  const lines = ['Nom;Prénom;Téléphone portable;Mail;Adresse;Code postal;Ville;Projet;Commercial']
  for (let n = 1; n <= CLIENTS; n += 1) {
    const number = `06399${String(n).padStart(5, '0')}`
    lines.push(
      `Forestier${n};Jean;${number};jean${n}@client.example;${n} rue du Puy;42000;Saint-Étienne;Toiture ${n};Nadia Chevalier`,
    )
  }
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'clients.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) })
  await press(page, 'Faire un essai à blanc')
  await see(page, 'Essai à blanc')
  await page.getByRole('button', { name: /^Importer 2.?000 lignes$/ }).click()
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Oui' }).click()
  await page.getByText('Résultat').first().waitFor({ timeout: LATER })
})

it('a rep without a signal makes a quote for an imported client with that article', async () => {
  const { page } = phone
  await waitUntilUpToDate(page)
  await page.goto(at('client?tous=1'))
  await page.getByLabel('Rechercher un client').fill(`Forestier${CHOSEN}`)
  await page.getByRole('link', { name: new RegExp(`^Forestier${CHOSEN}\\b`) }).waitFor({ timeout: LATER })
  // Each by itself: a client comes before its address and its project, and the article when it likes.
  await waitUntilStored(page, {
    adresses: `${CHOSEN} rue du Puy`,
    projets: `Toiture ${CHOSEN}`,
    references: 'Tuile terre cuite',
  })
  await waitUntilUpToDate(page)
  await waitUntilOfflineReady(page)
  await goOffline(phone)
  await page.getByRole('link', { name: new RegExp(`^Forestier${CHOSEN}\\b`) }).click()
  await seeTitle(page, new RegExp(`Forestier${CHOSEN}`))
  await page.getByRole('tab', { name: 'Projets' }).click()
  await page
    .getByRole('link', { name: new RegExp(`Toiture ${CHOSEN}`) })
    .first()
    .click()
  await seeTitle(page, new RegExp(`Toiture ${CHOSEN}`))
  await page.getByRole('link', { name: 'Nouveau devis' }).first().click()
  // The price list is over the form already.
  await press(page, 'Ajouter : Tuile terre cuite')
  await press(page, 'Terminé')
  await save(page)
  await seeNotice(page, 'Création Devis réussie')
})

it('back online it is sent by the company’s own server, and the customer signs it', async () => {
  const { page } = phone
  await goOnline(phone)
  await waitUntilUpToDate(page)
  await press(page, 'Transmettre au client')
  const mail = `jean${CHOSEN}@client.example`
  const link = (): string =>
    ownMails.received
      .flatMap(({ envelope, mail: { text } }) =>
        envelope.to.includes(mail) ? [/https?:\S+\/devis\/public#\S+/.exec(text ?? '')?.[0] ?? ''] : [],
      )
      .at(-1) ?? ''
  await eventually(link, LATER).toMatch(/#/)

  const { page: theirs } = customer
  await theirs.goto(link())
  await press(theirs, 'Signer ce devis')
  await press(theirs, 'J’ai lu le devis, continuer')
  await theirs.getByRole('checkbox').check()
  await press(theirs, 'Recevoir le code par SMS')
  const code = (): string =>
    /\b\d{6}\b/.exec(JSON.parse(brevo.requests.at(-1)?.body.toString() ?? '{}').content ?? '')?.[0] ?? ''
  await eventually(code).toMatch(/^\d{6}$/)
  await typeCode(theirs, code(), 'Signer')
  await seeTitle(theirs, 'Devis signé')
  await page.getByText('Signé', { exact: true }).first().waitFor({ timeout: LATER })
  console.log(`taps and typed characters: ${JSON.stringify(Object.fromEntries(effort))}`)
})
