import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, today } from '../../schemas/dates.ts'
import { withdrawalDeadline } from '../../schemas/rules/withdrawal.ts'
import { type Device, launchChromium } from '../support/chromium.ts'
import { type FintectureStandIn, startFintecture } from '../support/stand-ins/fintecture.ts'
import { connectBank, payAtTheBank } from './support/bank.ts'
import {
  codeSentBy,
  customersOf,
  ENTER,
  enterSpace,
  type KnownCustomer,
  outbox,
  SIGN,
  typeCode,
  typePhone,
} from './support/clients.ts'
import { ask, type Clerk, type DemoServer, openDemoServer, SETUP } from './support/demo-server.ts'
import { keptAnswers } from './support/local-data.ts'
import { eventually, LATER, see, seeTitle, signInAndReceive, waitUntilOfflineReady } from './support/people.ts'

/** A customer from the SMS to the signature, the payment and the withdrawal; the rep's screen follows. One story, told in order. */

const ZONE = 'Europe/Paris'
const french = (day: string): string => day.split('-').reverse().join('/')

let server: DemoServer
let bank: FintectureStandIn
let rep: Clerk
let phone: Device
let stranger: Device
let desk: Device
let page: Page
let zoe: KnownCustomer
let other: KnownCustomer
/** The quotes of the story: read and signed, and signed then withdrawn from. */
let signed: string
let withdrawn: string

const space = (path = ''): string => `${server.web()}/space${path}`
const alert = (at: Page) => at.getByRole('alert')
const press = (at: Page, name: string | RegExp) => at.getByRole('button', { name, exact: true }).click()
const follow = (at: Page, name: string | RegExp) => at.getByRole('link', { name }).first().click()
const numberOf = async (id: string): Promise<string> => String((await rep.one(`/devis/${id}`)).NUMERO_DEVIS)

/** Whether a mail was sent that says all of this. */
const mailed = async (...words: RegExp[]): Promise<boolean> =>
  (await outbox(server)).some(
    ({ channel, payload }) => channel === 'mail' && words.every((one) => one.test(payload.text ?? '')),
  )

/** One call with the session of a customer's device. */
async function asCustomer(at: Page, path: string, body: unknown) {
  const token = await at.evaluate(() => JSON.parse(localStorage.getItem('lolapp.auth') ?? '{}').token as string)
  return ask({ port: server.port, host: 'demo', method: 'POST', path, token, body })
}

beforeAll(async () => {
  bank = await startFintecture()
  server = await openDemoServer({ env: { FINTECTURE_URL: bank.url } })
  rep = await server.clerk('commercial@example.com')
  const [first, second] = await customersOf(rep)
  if (!first || !second) throw new Error('The rep has no two known customers')
  zoe = first
  other = second
  ;[signed = '', withdrawn = ''] = zoe.waiting
  await connectBank(server, bank)
  ;[phone, stranger, desk] = await Promise.all([
    launchChromium({ mobile: true }),
    launchChromium({ mobile: true }),
    launchChromium(),
  ])
  page = phone.page
  await signInAndReceive(desk.page, server.web(), 'commercial@example.com')
  await desk.page.goto(`${server.web()}/manager/devis/${signed}`)
}, SETUP)

afterAll(async () => {
  try {
    for (const device of [phone, stranger, desk]) await device?.close()
  } finally {
    await server?.dispose()
    await bank?.close()
  }
})

it('[AUT-02] [AUT-03] [AUT-04] wrong, locked, expired and replayed codes are refused in plain words, and reveal nothing about a number', async () => {
  const at = stranger.page
  await at.goto(`${space('/comptable')}`)
  await seeTitle(at, 'Votre espace client')
  expect(new URL(at.url()).search).toBe('?redirect=%2Fspace%2Fcomptable')
  await typePhone(at, '06')
  await see(at, 'Écrivez votre numéro de mobile')
  // An unknown number gets the same message as a customer's.
  await typePhone(at, '06 39 98 00 99')
  await see(at, 'Si le numéro 06 39 98 00 99 est celui que nous connaissons, un SMS vient d’y partir.')
  await press(at, 'Changer de numéro')
  const code = await codeSentBy(server, other.phone, async () => {
    await typePhone(at, other.phone)
    await seeTitle(at, 'Entrez le code reçu')
  })
  await see(at, 'est celui que nous connaissons')
  const wrong = code === '000000' ? '111111' : '000000'
  for (const left of ['Il reste 4 essais', 'Il reste 3 essais', 'Il reste 2 essais', 'Il reste 1 essai.']) {
    await typeCode(at, wrong, ENTER)
    await alert(at).filter({ hasText: left }).waitFor()
  }
  await typeCode(at, wrong, ENTER)
  await alert(at).filter({ hasText: 'Trop d’essais avec ce code' }).waitFor()
  // The right code comes too late.
  await typeCode(at, code, ENTER)
  await alert(at).filter({ hasText: 'Trop d’essais avec ce code' }).waitFor()
  expect(at.url()).toContain('/login/space')
  // Ten minutes later it has expired.
  await at.clock.setSystemTime(Date.now() + 11 * 60_000)
  await typeCode(at, code, ENTER)
  await alert(at).filter({ hasText: 'Ce code a expiré' }).waitFor()
  await press(at, 'Renvoyer un code')
  await see(at, 'Un nouveau code est parti.')
  await typeCode(at, code, ENTER)
  await alert(at).filter({ hasText: 'pas le bon' }).waitFor()
})

it('[AUT-03] too many code requests for one number are refused with the time to wait', async () => {
  const at = await stranger.newTab()
  await at.goto(`${server.web()}/login/space`)
  const number = '06 39 98 00 98'
  for (let asked = 0; asked < 3; asked += 1) {
    await typePhone(at, number)
    await press(at, 'Changer de numéro')
  }
  await typePhone(at, number)
  await alert(at).filter({ hasText: 'Trop de codes demandés pour ce numéro. Réessayez dans 15 minutes.' }).waitFor()
  await at.close()
})

it('[AUT-03] [AUT-04] [SPA-04] a code opens the requested quote, whose lines and VAT are readable on a phone', async () => {
  await page.goto(space(`/devis/${signed}`))
  await seeTitle(page, 'Votre espace client')
  await enterSpace(page, server, zoe.phone)
  await seeTitle(page, `Devis ${await numberOf(signed)}`)
  expect(new URL(page.url()).pathname).toBe(`/space/devis/${signed}`)
  const devis = await rep.one(`/devis/${signed}`)
  const lines = devis.LIGNES as { LIBELLE: string }[]
  const list = page.getByRole('listitem')
  for (const { LIBELLE } of lines) await list.filter({ hasText: LIBELLE }).first().waitFor()
  const totals = await page.locator('dl').filter({ hasText: 'Total TTC' }).innerText()
  const euros = (cents: unknown): string => (Number(cents) / 100).toLocaleString('fr-FR', { minimumFractionDigits: 2 })
  expect(totals.replace(/\s/g, ' ')).toContain(euros(devis.NET_HT).replace(/\s/g, ' '))
  expect(totals.replace(/\s/g, ' ')).toContain(euros(devis.PRIX_TTC).replace(/\s/g, ' '))
  expect(totals).toMatch(/TVA (5,5|10|20)\s%/)
  // No horizontal scrolling on a phone, and the rep learns that it was read.
  await eventually(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await eventually(async () => (await rep.one(`/devis/${signed}`)).DATE_CONSULTATION, LATER).not.toBeNull()
  await press(page, 'Ouvrir le devis en PDF')
  await see(page, 'Le document est prêt.')
})

it('[SPA-01] the space is a small bundle without synchronised database, and not in Cache Storage', async () => {
  const loaded = await page.evaluate(async () => {
    const scripts = performance.getEntriesByType('resource').map(({ name }) => name)
    const names = [...new Set(scripts.filter((name) => name.endsWith('.js') && name.includes('/assets/')))]
    return Promise.all(names.map(async (name) => (await fetch(name)).text()))
  })
  expect(loaded.length).toBeGreaterThan(3)
  expect(loaded.filter((text) => /RxDatabase|rxdb/i.test(text) && text.includes('addCollections'))).toEqual([])
  const kept = await page.evaluate(async () => {
    const caches = await Promise.all((await self.caches.keys()).map((name) => self.caches.open(name)))
    const keys = await Promise.all(caches.map((cache) => cache.keys()))
    const databases = await indexedDB.databases()
    return {
      api: keys.flat().filter(({ url }) => url.includes('/api/')).length,
      databases: databases.map(({ name }) => name),
    }
  })
  expect(kept.api).toBe(0)
  expect(kept.databases.map((name) => name?.startsWith('lolapp-space-'))).toEqual([true])
})

it('[SPA-04] signs in three steps, gets a receipt with its evidence, and the rep’s open screen says « Signé »', async () => {
  await seeTitle(desk.page, /./)
  await desk.page.evaluate(() => Object.assign(window, { neverReloaded: true }))
  await follow(page, 'Signer ce devis')
  await see(page, 'Étape 1 sur 3 : Lire')
  await press(page, 'J’ai lu le devis, continuer')
  await see(page, 'Étape 2 sur 3 : Nom et accord')
  const name = page.getByLabel('Vos prénom et nom')
  await eventually(() => name.inputValue()).not.toBe('')
  await name.fill('')
  await press(page, 'Recevoir le code par SMS')
  await see(page, 'Écrivez vos prénom et nom.')
  await see(page, 'Cochez la case pour continuer.')
  await name.fill('Zoé Signataire')
  await page.getByRole('checkbox').check()
  const code = await codeSentBy(server, zoe.phone, async () => {
    await press(page, 'Recevoir le code par SMS')
    await see(page, 'Étape 3 sur 3 : Code')
  })
  await see(page, `06 •• •• •• ${zoe.phone.slice(-2)}`)
  await typeCode(page, code === '000000' ? '111111' : '000000', SIGN)
  await alert(page).filter({ hasText: 'Il reste 4 essais' }).waitFor()
  expect((await rep.one(`/devis/${signed}`)).DEVIS_SIGNE).toBe(0)
  await typeCode(page, code, SIGN)
  await seeTitle(page, 'Devis signé')
  await see(page, /Preuve n°/)
  await see(page, 'Zoé Signataire')
  const until = withdrawalDeadline(String((await rep.one(`/devis/${signed}`)).DATE_SIGNATURE), ZONE)
  await see(page, `jusqu’au ${french(until)} inclus`)
  // The rep's screen is not reloaded.
  await desk.page.getByText('Signé', { exact: true }).first().waitFor({ timeout: LATER })
  expect(await desk.page.evaluate(() => 'neverReloaded' in window)).toBe(true)
  const told = async () => (await rep.all('/notifications')).filter(({ TYPE }) => TYPE === 'devis_signe')
  const number = await numberOf(signed)
  await eventually(async () => (await told()).map(({ DETAIL }) => DETAIL)).toContain(number)
})

it('[SPA-02] [SPA-04] a signed quote is shown as signed, with verified evidence; its order is followed step by step', async () => {
  await follow(page, 'Suivre ma commande')
  await seeTitle(page, `Suivi de la commande ${await numberOf(signed)}`)
  await page.getByRole('listitem').filter({ hasText: 'Devis signé' }).filter({ hasText: 'Fait' }).waitFor()
  await follow(page, 'Voir le devis signé')
  await see(page, `Vous avez signé ce devis le ${french(today(ZONE))}.`)
  await see(page, 'Ces preuves ont été vérifiées')
  await page.goto(space(`/devis/${signed}/signer`))
  await see(page, `Vous avez signé ce devis le ${french(today(ZONE))}.`)
  expect(await page.getByRole('button', { name: 'J’ai lu le devis, continuer' }).count()).toBe(0)
})

it('[SPA-05] a new order shows the server’s answer: no payment before the eighth day', async () => {
  const refused = await asCustomer(page, '/fintecture/generate_link', { IDDEVIS: signed })
  expect(refused.status).toBe(422)
  const { message } = refused.body as { message: string }
  expect(message).toContain(french(addDays(today(ZONE), 8)))
  await page.goto(space('/comptable'))
  await see(page, message)
})

it('[SPA-05] pays an older order by a link, and sees the payment', async () => {
  const { PRIX_TTC, OBJET } = await rep.one(`/devis/${zoe.order}`)
  const card = page
    .locator('div')
    .filter({ has: page.getByText(`Devis ${await numberOf(zoe.order)}`, { exact: true }) })
    .last()
  await card
    .getByText(String(OBJET ?? ''))
    .first()
    .waitFor()
  await card.getByRole('button', { name: /^Payer/ }).click()
  const link = card.getByRole('link', { name: 'Aller sur le site de paiement' })
  await eventually(() => link.getAttribute('href')).toMatch(/^https:\/\/connect\.example\.com\//)
  expect([...bank.sessions.values()].at(-1)?.amount).toBe((Number(PRIX_TTC) / 100).toFixed(2))
  expect(await payAtTheBank(server, bank)).toBe(200)
  await page.reload()
  await card.getByText('Cette commande est entièrement payée.').waitFor()
  await card.getByText(/Solde, en ligne/).waitFor()
})

it('[SPA-02] « renoncer au contrat ici », then « confirmer la rétractation »: a dated receipt, and the order is cancelled', async () => {
  await page.goto(space(`/devis/${withdrawn}/signer`))
  await press(page, 'J’ai lu le devis, continuer')
  await page.getByRole('checkbox').check()
  const code = await codeSentBy(server, zoe.phone, () => press(page, 'Recevoir le code par SMS'))
  await typeCode(page, code, SIGN)
  await seeTitle(page, 'Devis signé')
  await follow(page, 'Suivre ma commande')
  await follow(page, 'Renoncer au contrat ici')
  await see(page, 'Étape 1 sur 2')
  await press(page, 'Renoncer au contrat ici')
  await see(page, 'Étape 2 sur 2')
  await see(page, `notifie ma rétractation du contrat portant sur le devis ${await numberOf(withdrawn)}`)
  expect((await rep.one(`/devis/${withdrawn}`)).REFUSE).toBe(0)
  await press(page, 'Confirmer la rétractation')
  await seeTitle(page, 'Rétractation enregistrée')
  await see(page, new RegExp(`Accusé de réception.*${french(today(ZONE))}`))
  expect((await rep.one(`/devis/${withdrawn}`)).REFUSE).toBe(1)
  await page.goto(space(`/devis/${withdrawn}`))
  await see(page, `Vous avez renoncé à ce contrat le ${french(today(ZONE))}.`)
  await page.goto(space(`/commande/${withdrawn}/retractation`))
  await seeTitle(page, 'Renoncer au contrat')
  await see(page, `Vous avez renoncé à ce contrat le ${french(today(ZONE))}.`)
})

it('[SPA-05] a referral reaches the company by mail', async () => {
  await page.goto(space('/parrain'))
  await press(page, 'Envoyer')
  await see(page, 'Écrivez le nom de votre proche.')
  await page.getByLabel('Nom', { exact: true }).fill('Filleul Heureux')
  await page.getByLabel('Téléphone').fill('06 39 98 00 97')
  await page.getByLabel('Son projet, en quelques mots').fill('Une véranda')
  await press(page, 'Envoyer')
  await see(page, 'Demande envoyée')
  await eventually(() => mailed(/Filleul Heureux/, /Une véranda/)).toBe(true)
})

it('[SPA-05] an after-sales request adds its photos to the project’s files', async () => {
  await page.goto(space('/apres-vente'))
  const projects = page.getByLabel('Projet concerné')
  const chosen = await projects.locator('option').nth(1).getAttribute('value')
  await projects.selectOption(chosen)
  await page.getByLabel('Que se passe-t-il ?').fill('La fenêtre ne ferme plus')
  const photo = { name: 'fenetre.png', mimeType: 'image/png', buffer: await page.screenshot() }
  await page.getByLabel('Ajouter des photos').setInputFiles(photo)
  await page.getByRole('img', { name: 'Photo 1' }).waitFor()
  await press(page, 'Envoyer')
  await see(page, 'Demande envoyée')
  await eventually(async () =>
    (await rep.all('/fichiers')).find((one) => one.IDPROJET === chosen && one.IDPERSONNEL === null),
  ).toMatchObject({ ORIGINE: 'photo', TYPE_MIME: 'image/jpeg' })
  await eventually(() => mailed(/ne ferme plus[\s\S]*1 photo jointe/)).toBe(true)
})

it('[SPA-01] [SPA-02 appointments] [SPA-03] home greets in its header, shows all appointments and the customer’s rep; the header leads back', async () => {
  await page.goto(space())
  await seeTitle(page, /^Bonjour ./)
  const me = await rep.one(`/clients/${zoe.id}`)
  await see(page, `Bonjour ${[me.PRENOM, me.NOM].filter(Boolean).join(' ')}`)
  await eventually(() => page.locator('header').getByRole('heading', { level: 1 }).count()).toBe(1)
  await see(page, 'Vous n’avez aucun devis à signer.')
  const download = page.waitForEvent('download')
  const visits = page.getByRole('button', { name: 'Ajouter à mon agenda', exact: true })
  await eventually(() => visits.count()).toBeGreaterThan(1)
  await visits.first().click()
  expect((await download).suggestedFilename()).toBe('rendez-vous.ics')
  await see(page, 'Votre conseiller')
  await page.getByRole('link', { name: /^Écrire à .*commercial@example\.com/ }).waitFor()
  expect(await page.getByRole('button', { name: 'Retour' }).count()).toBe(0)
  await follow(page, 'Mes informations')
  await seeTitle(page, 'Mes informations')
  await press(page, 'Retour')
  await seeTitle(page, /^Bonjour/)
  await follow(page, /^Voir le projet/)
  await see(page, 'Où en est votre projet')
  await follow(page, 'Accueil')
  await seeTitle(page, /^Bonjour/)
})

it('[AUT-11] [SEC] another customer’s quote and order do not exist for me', async () => {
  for (const path of [`/devis/${other.waiting[0]}`, `/commande/${other.order}`, `/devis/${other.waiting[0]}/signer`]) {
    await page.goto(space(path))
    await alert(page).filter({ hasText: 'Cette page n’existe pas' }).waitFor()
  }
})

it('[SPA-06] [ERR-06] offline: pages that were opened can be read, signing says that it needs the network', async () => {
  const at = stranger.page
  // Another customer, who has not signed yet.
  await at.goto(`${server.web()}/login/space?redirect=${encodeURIComponent(`/space/devis/${other.waiting[0]}`)}`)
  await enterSpace(at, server, other.phone)
  await see(at, 'Ce qui est prévu')
  const [unseen] = other.waiting.slice(1)
  await waitUntilOfflineReady(at)
  await at.goto(space())
  await see(at, 'Votre conseiller')
  // What is shown is kept a moment later.
  await eventually(() => keptAnswers(at)).toEqual(expect.arrayContaining(['/space/client', '/space/devis_attente']))
  await stranger.setOffline(true)
  await at.reload()
  await see(at, 'Vous êtes hors ligne.')
  await see(at, /Informations lues le/)
  await at.goto(space(`/devis/${other.waiting[0]}`))
  await see(at, 'Ce qui est prévu')
  await see(at, 'Signer un devis demande une connexion Internet.')
  expect(await at.getByRole('link', { name: 'Signer ce devis' }).count()).toBe(0)
  await at.goto(space(`/devis/${other.waiting[0]}/signer`))
  await see(at, 'Signer un devis demande une connexion Internet.')
  await at.goto(space(`/devis/${unseen}`))
  await see(at, 'cette page n’a pas encore été lue sur cet appareil')
  await stranger.setOffline(false)
  await see(at, 'Ce qui est prévu')
})

it('[SPA-04] refuses a quote with a reason, which the rep reads', async () => {
  const at = stranger.page
  const [, refused] = other.waiting
  await at.goto(space(`/devis/${refused}`))
  await follow(at, 'Refuser ce devis')
  await at.getByLabel(/^Pourquoi/).fill('Trop cher pour nous')
  await press(at, 'Refuser le devis')
  await seeTitle(at, 'Devis refusé')
  const quote = await rep.one(`/devis/${refused}`)
  expect(quote.REFUSE).toBe(1)
  await desk.page.goto(`${server.web()}/manager/projet/${String(quote.IDPROJET)}`)
  await see(desk.page, /Trop cher pour nous/)
  await at.goto(space(`/devis/${refused}`))
  await see(at, `Vous avez refusé ce devis le ${french(today(ZONE))}.`)
})

it('[AUT-03] [SPA-06] [SEC] logging out deletes every page that was kept', async () => {
  await page.goto(space())
  await press(page, 'Se déconnecter')
  await seeTitle(page, 'Votre espace client')
  await eventually(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).toEqual([])
  expect(await page.evaluate(() => localStorage.getItem('lolapp.auth'))).toBeNull()
  await page.goto(space(`/devis/${signed}`))
  await seeTitle(page, 'Votre espace client')
})

it('[SPA-04] [AUT-04] a public link shows its quote to everybody who has it, and signing needs a code of the customer', async () => {
  const [id = ''] = other.waiting
  const link = (await rep.call('POST', `/devis/${id}/public_link`)).body as { data: { token: string } }
  const open = (token: string) => page.goto(`${server.web()}/devis/public#${encodeURIComponent(token)}`)
  await open(`${id}.${'0'.repeat(64)}`)
  await seeTitle(page, 'Ce lien n’est plus valable')
  await open(link.data.token)
  await seeTitle(page, `Devis ${await numberOf(id)}`)
  // The skip link does not change the address.
  await page.getByRole('link', { name: 'Aller au contenu' }).focus()
  await page.keyboard.press('Enter')
  await see(page, 'Ce qui est prévu')
  await press(page, 'Signer ce devis')
  await press(page, 'J’ai lu le devis, continuer')
  await page.getByRole('checkbox').check()
  const code = await codeSentBy(server, other.phone, () => press(page, 'Recevoir le code par SMS'))
  await typeCode(page, code, SIGN)
  await seeTitle(page, 'Devis signé')
  expect((await rep.one(`/devis/${id}`)).DEVIS_SIGNE).toBe(1)
  await page.reload()
  await seeTitle(page, 'Ce lien n’est plus valable')
})

it('[AUT-03] several customers with one number choose their record', async () => {
  const number = '0639980096'
  const assistant = await server.clerk('assistante@example.com')
  for (const NOM of ['Duo Premier', 'Duo Second']) {
    const made = await rep.write('POST', '/clients?skip_duplicate_check=true', { NOM, PORTABLE: number })
    await assistant.call('POST', `/clients/${String(made.IDCLIENT)}/confirm_number`)
  }
  await page.goto(`${server.web()}/login/space?redirect=${encodeURIComponent('https://evil.example/')}`)
  const code = await codeSentBy(server, number, () => typePhone(page, number))
  await typeCode(page, code, ENTER)
  await seeTitle(page, 'Qui êtes-vous ?')
  await press(page, 'Duo Second')
  await seeTitle(page, 'Bonjour Duo Second')
  expect(page.url()).toBe(space())
})
