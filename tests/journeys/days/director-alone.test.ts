import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Device, launchChromium } from '../../support/chromium.ts'
import { freePort } from '../../support/ports.ts'
import { type ServerProcess, startServer } from '../../support/server-process.ts'
import { type HttpProvider, httpProvider } from '../../support/stand-ins/http-provider.ts'
import { type MailServer, startMailServer } from '../../support/stand-ins/mail-server.ts'
import { webAppFolder } from '../../support/web-app.ts'
import { SIGN, typeCode } from '../support/clients.ts'
import { type DayBook, dayBook } from '../support/day.ts'
import { clerk, SETUP } from '../support/demo-server.ts'
import { countEffort } from '../support/effort.ts'
import { enter, enterAsAdmin, invite, linkIn, makeCompany, PASSWORD, press } from '../support/first-company.ts'
import { storedRecords, waitUntilStored } from '../support/local-data.ts'
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
  title,
  waitUntilOfflineReady,
  waitUntilUpToDate,
} from '../support/people.ts'
import { typeInto, typeNext } from '../support/type-into.ts'

/**
 * A company made from nothing, which its director sets up with no help: look, lists, people, a report form, price list, mail, first clients; then a rep's first
 * quote. What each step costs the director stands in docs/days.md.
 */

const NATURE = 'Visite technique'
const FORM = 'Visite de toiture'
/** A question has this type unless another one is chosen. */
const USUAL_TYPE = 'Texte court'
const QUESTIONS = [
  ['Pente du toit en degrés', 'Nombre'],
  ['À prévoir', USUAL_TYPE],
] as const
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
let day: DayBook

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
  day = dayBook('mise-en-route', await countEffort(boss))
  printed = stdout
}, SETUP)

afterAll(async () => {
  try {
    day?.close()
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
  await desk.page.getByRole('navigation').getByRole('link', { name: 'Personnels', exact: true }).first().click()
  const roles = ['Directeur commercial', 'Commercial']
  await invite(desk.page, { first: 'Paul', last: 'Girard', mail: DIRECTOR, roles, allAgencies: true })
  await enter(boss.page, DIRECTOR, await linkIn(platformMails, DIRECTOR))
})

/** Taps into a field and types: these forms open without the focus in one. */
async function fill(page: Page, label: string, words: string): Promise<void> {
  await field(page, label).click()
  await field(page, label).fill(words)
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await field(page, label).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** An item of the checklist, from wherever the director is; `done` are done by now. */
async function open(page: Page, item: string, done: number): Promise<void> {
  const settings = page.getByRole('navigation').getByRole('link', { name: 'Paramètres', exact: true }).first()
  if ((await title(page).textContent()) !== 'Paramètres') await settings.click()
  await seeTitle(page, 'Paramètres')
  await see(page, `${done} sur 11`)
  await page.getByRole('list', { name: 'Mise en route' }).getByRole('link', { name: item, exact: true }).click()
}

it('[SET-02 checklist] (journey) the director’s first screen says what is missing, and leads there', async () => {
  const { page } = boss
  await see(page, /^Reste à régler\s: Apparence, Mentions légales, /)
  await day.task('Trouver ce qui reste à régler', 1, async () => {
    await page.getByRole('link', { name: 'Continuer la mise en route' }).click()
    await seeTitle(page, 'Paramètres')
  })
  await day.task('Choisir la couleur, écrire les mentions légales', 4, async () => {
    await open(page, 'Apparence', 0)
    await fill(page, 'Couleur', '#336699')
    await fill(page, 'SIRET', '73282932000074')
    await typeNext(page, field(page, 'Téléphone'), '0477910001')
    await typeNext(page, field(page, 'Adresse électronique'), 'contact@example.com')
    await typeNext(page, field(page, 'Adresse'), '1 rue de la Loire')
    await typeNext(page, field(page, 'Code postal'), '42000')
    await typeNext(page, field(page, 'Ville'), 'Saint-Étienne')
    await typeNext(
      page,
      field(page, 'Mentions légales'),
      'Devis gratuit. Déplacement compris. Déchets de chantier enlevés par nos soins. Travaux en huit semaines.',
    )
    await typeNext(page, field(page, 'Médiateur de la consommation'), 'CM2C, Paris')
    await typeNext(page, field(page, 'Assurance professionnelle'), 'Décennale AXA, contrat 123')
    await save(page)
    await seeTitle(page, 'Paramètres')
  })
})

it('[SET-03 create] (journey) adds an agency and a nature of appointment to its lists', async () => {
  const { page } = boss
  await day.task('Ajouter une agence', 4, async () => {
    await open(page, 'Agences', 2)
    await page.getByRole('link', { name: 'Ajouter une agence' }).click()
    await fill(page, 'Libellé', 'Forez Nord')
    await typeNext(page, field(page, 'Ville'), 'Feurs')
    await save(page)
    await seeNotice(page, 'Création Agence réussie')
    await seeTitle(page, 'Agences')
  })
  // The checklist is the server's.
  await waitUntilUpToDate(page)
  await day.task('Ajouter une nature de rendez-vous', 7, async () => {
    await open(page, 'Listes', 3)
    await page.getByRole('link', { name: 'Ajouter une nature' }).click()
    await fill(page, 'Libellé', NATURE)
    await choose(page, 'Rôle dans l’application', 'Autre')
    await typeNext(page, field(page, 'Durée (minutes)'), '120')
    await save(page)
    await seeNotice(page, 'Création Nature réussie')
    await seeTitle(page, 'Natures de rendez-vous')
  })
  await waitUntilUpToDate(page)
})

it('makes the account of a rep, who enters by the mail that the director sends', async () => {
  const { page } = boss
  await day.task('Créer le compte d’un commercial, et l’inviter', 8, async () => {
    await open(page, 'Personnel', 4)
    await page.getByRole('link', { name: 'Ajouter une personne' }).click()
    await fill(page, 'Prénom', 'Nadia')
    await typeNext(page, field(page, 'Nom'), 'Chevalier')
    await typeNext(page, field(page, 'Adresse email'), REP)
    await choose(page, 'Rôles', 'Commercial')
    await page.keyboard.press('Escape')
    await save(page)
    await press(page, 'Inviter : Nadia Chevalier')
    await seeNotice(page, `Invitation en route vers ${REP}`)
  })
  await enter(phone.page, REP, await linkIn(platformMails, REP))
})

it('[SET-04 forms] (journey) builds the form that is filled after a visit', async () => {
  const { page } = boss
  await day.task('Construire un formulaire de deux questions', 9, async () => {
    await open(page, 'Formulaires de compte rendu', 5)
    await page.getByRole('link', { name: 'Créer un formulaire' }).click()
    await fill(page, 'Titre', FORM)
    for (const [question, type] of QUESTIONS) {
      await press(page, 'Ajouter une question')
      // The former question's field has gone.
      await eventually(() => field(page, 'Question').inputValue()).toBe('')
      await typeInto(field(page, 'Question'), question)
      if (type !== USUAL_TYPE) await choose(page, 'Type de réponse', type)
    }
    await save(page)
    await seeNotice(page, 'Création Formulaire réussie')
    await seeTitle(page, 'Formulaires de compte rendu')
  })
  await waitUntilUpToDate(page)
})

it('[SET-08 price-list] (journey) adds an article to the price list', async () => {
  const { page } = boss
  await day.task('Ajouter un article aux tarifs', 5, async () => {
    await open(page, 'Tarifs', 6)
    await page.getByRole('link', { name: 'Ajouter un article' }).click()
    await fill(page, 'Référence', 'TUILE-1')
    await typeNext(page, field(page, 'Libellé'), 'Tuile terre cuite')
    await typeNext(page, field(page, 'Prix HT'), '12,50')
    await save(page)
    await seeNotice(page, 'Création Article réussie')
    await seeTitle(page, 'Tarifs')
  })
  await waitUntilUpToDate(page)
})

it('sends the company’s mail by its own server, once the password was given again', async () => {
  const { page } = boss
  await day.task('Envoyer les mails par son serveur, avec un essai', 7, async () => {
    await open(page, 'Mail', 7)
    await fill(page, 'Adresse du serveur', '127.0.0.1')
    await typeNext(page, field(page, 'Port'), String(ownMails.port))
    await typeNext(page, field(page, 'Expéditeur'), 'bonjour@forez.example')
    await save(page)
    const dialog = page.getByRole('dialog').filter({ has: page.getByLabel('Mot de passe', { exact: true }) })
    const settings = page.getByRole('heading', { level: 1, name: 'Paramètres' })
    await dialog.or(settings).first().waitFor()
    if (await dialog.isVisible()) {
      await typeInto(dialog.getByLabel('Mot de passe', { exact: true }), PASSWORD)
      await dialog.getByRole('button', { name: 'Confirmer' }).click()
    }
    await seeTitle(page, 'Paramètres')
    await open(page, 'Mail', 8)
    await press(page, 'Envoyer un essai')
    await expect.poll(() => ownMails.received.length, { timeout: SOON }).toBeGreaterThan(0)
  })
})

it('[SET-09 import] (journey) imports 2,000 clients, all of which are there', async () => {
  const { page } = boss
  const lines = ['Nom;Prénom;Téléphone portable;Mail;Adresse;Code postal;Ville;Projet;Commercial']
  for (let n = 1; n <= CLIENTS; n += 1) {
    const number = `06399${String(n).padStart(5, '0')}`
    lines.push(
      `Forestier${n};Jean;${number};jean${n}@client.example;${n} rue du Puy;42000;Saint-Étienne;Toiture ${n};Nadia Chevalier`,
    )
  }
  await day.task('Importer 2 000 clients d’un fichier', 6, async () => {
    await open(page, 'Clients', 8)
    const chosen = page.waitForEvent('filechooser')
    await press(page, 'Choisir un fichier')
    const buffer = Buffer.from(lines.join('\r\n'))
    await (await chosen).setFiles({ name: 'clients.csv', mimeType: 'text/csv', buffer })
    await press(page, 'Faire un essai à blanc')
    await see(page, 'Essai à blanc')
    await page.getByRole('button', { name: /^Importer 2.?000 lignes$/ }).click()
    await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Oui' }).click()
    await page.getByText('Résultat').first().waitFor({ timeout: LATER })
  })
  const office = await clerk({ port, mail: DIRECTOR, host: 'forez', password: PASSWORD })
  const clients = await office.all('/clients')
  expect(new Set(clients.map(({ NOM }) => NOM)).size).toBe(CLIENTS)
  for (const path of ['/clients', '/adresse', '/projets']) expect(await office.all(path)).toHaveLength(CLIENTS)
  const rep = (await office.all('/personnels')).find(({ MAIL }) => MAIL === REP)
  expect(clients.filter(({ IDPERSONNEL }) => IDPERSONNEL === rep?.IDPERSONNEL)).toHaveLength(CLIENTS)
  // What remains is the administrator's: SMS and payments.
  await page.getByRole('navigation').getByRole('link', { name: 'Paramètres', exact: true }).first().click()
  await see(page, '9 sur 11')
})

it('a rep without a signal makes a quote for an imported client with that article', async () => {
  const { page } = phone
  // All that the file had, whatever comes first.
  for (const [collection, key] of [
    ['clients', 'IDCLIENT'],
    ['adresses', 'IDADRESSE'],
    ['projets', 'IDPROJET'],
  ] as const)
    await eventually(
      async () => Object.keys(await storedRecords(page, { collection, key, fields: [key] })).length,
      LATER,
    ).toBe(CLIENTS)
  await waitUntilStored(page, { references: 'Tuile terre cuite' })
  await page.getByRole('navigation').getByRole('link', { name: 'Clients', exact: true }).last().click()
  await page.getByLabel('Rechercher un client').fill(`Forestier${CHOSEN}`)
  await page.getByRole('link', { name: new RegExp(`^Forestier${CHOSEN}\\b`) }).waitFor({ timeout: LATER })
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
  await typeCode(theirs, code(), SIGN)
  await seeTitle(theirs, 'Devis signé')
  await page.getByText('Signé', { exact: true }).first().waitFor({ timeout: LATER })
})
