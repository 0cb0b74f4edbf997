import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, today } from '../../../schemas/dates.ts'
import { type Device, launchChromium, screenshot } from '../../support/chromium.ts'
import { codeSentBy, ENTER, outbox, SIGN } from '../support/clients.ts'
import { type DayBook, dayBook } from '../support/day.ts'
import { SETUP } from '../support/demo-server.ts'
import { countEffort } from '../support/effort.ts'
import { giveAddress, giveVariants } from '../support/given-devis.ts'
import { keptAnswers } from '../support/local-data.ts'
import {
  type Customer,
  HOST,
  type MadeCompany,
  makeCustomer,
  makeVisit,
  openMadeCompany,
} from '../support/made-company.ts'
import {
  eventually,
  goOffline,
  goOnline,
  LATER,
  SOON,
  see,
  seeTitle,
  waitUntilOfflineReady,
} from '../support/people.ts'
import { phonePhoto } from '../support/photos.ts'
import { typeInto } from '../support/type-into.ts'

/**
 * A customer’s day: the appointment that is confirmed by the link of the mail, two variants of a quote read side by side, also without a signal, one of
 * them signed, a request with a photo, and another time for a second appointment.
 */

const PHONE = '0639981410'
const MAIL = 'faure@client.example'
const TOMORROW = addDays(today('Europe/Paris'), 1)
const LATER_DAY = addDays(TOMORROW, 5)

let company: MadeCompany
let phone: Device
let page: Page
let day: DayBook
let customer: Customer
let first: string
let second: string
let quotes: { eco: string; confort: string }
let sms: { port: number; host: string }

const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).first().click()
const follow = (name: string | RegExp) => page.getByRole('link', { name }).first().click()

/** On a phone, a card for each variant says what is different in it. */
async function seeBoth(): Promise<void> {
  for (const name of ['Éco', 'Confort']) {
    const card = page.getByRole('listitem', { name, exact: true })
    await card.getByText('Ce qui change :').waitFor()
    await card.getByText('Fenêtre', { exact: true }).waitFor()
  }
}

/** The link in the newest mail about an appointment. */
async function linkOf(id: string): Promise<string> {
  const known = new Set((await outbox(sms)).map((one) => one.id))
  const ANNONCES = [{ id: randomUUID(), GENRE: 'confirmation', CANAL: 'mail' }]
  await company.staff.rep.write('POST', `/rdvs/${id}/notify`, { ANNONCES })
  let link = ''
  await eventually(async () => {
    const sent = (await outbox(sms)).find((one) => one.recipient === MAIL && !known.has(one.id))
    link = /\/rdv\/public#[\w-]+/.exec(sent?.payload.text ?? '')?.[0] ?? ''
    return link
  }).not.toBe('')
  return link
}

beforeAll(async () => {
  company = await openMadeCompany()
  sms = { port: company.server.port, host: HOST }
  const given = { name: 'Faure', phone: PHONE, mail: MAIL, project: 'Fenêtres', responsible: 'rep' } as const
  customer = await makeCustomer(company, given)
  await giveAddress(company, customer)
  quotes = await giveVariants(company, customer, 'Fenêtres')
  const visit = (on: string) =>
    makeVisit(company, customer, {
      nature: 'Com',
      object: 'Visite',
      who: 'rep',
      from: `${on} 10:00`,
      to: `${on} 11:00`,
    })
  first = await visit(TOMORROW)
  second = await visit(LATER_DAY)
  phone = await launchChromium({ mobile: true })
  page = phone.page
  page.context().setDefaultTimeout(SOON)
  day = dayBook('client', await countEffort(phone))
}, SETUP)

afterAll(async () => {
  try {
    day?.close()
    await phone?.close()
  } finally {
    await company?.server.dispose()
  }
})

it('confirms the appointment by the link of the mail', async () => {
  await page.goto(`${company.web}${await linkOf(first)}`)
  await seeTitle(page, 'Votre rendez-vous')
  await day.task('Confirmer le rendez-vous par le lien du mail', 1, async () => {
    await press('Je confirme')
    await see(page, 'Merci, vous avez confirmé ce rendez-vous.')
  })
  await screenshot(page, 'day-customer-confirmed')
  expect((await company.staff.rep.one(`/rdvs/${first}`)).REPONSE_CLIENT).toMatchObject({ ETAT: 'confirme' })
})

it('asks for another time for the second one', async () => {
  await page.goto('about:blank')
  await page.goto(`${company.web}${await linkOf(second)}`)
  await seeTitle(page, 'Votre rendez-vous')
  await day.task('Demander un autre moment', 3, async () => {
    await press('Proposer un autre moment')
    await typeInto(page.getByLabel('Moment souhaité'), `${LATER_DAY}T17:30`)
    await typeInto(page.getByLabel('Votre message'), 'Plutôt après le travail')
    await screenshot(page, 'day-customer-other-time')
    await press('Envoyer ma demande')
    await see(page, 'Votre demande est envoyée.')
  })
  expect((await company.staff.rep.one(`/rdvs/${second}`)).REPONSE_CLIENT).toMatchObject({ ETAT: 'autre_moment' })
})

it('enters the space by the code of an SMS, and sees what is planned and proposed', async () => {
  await page.goto(`${company.web}/login/space`)
  await day.task('Entrer dans l’espace par le code reçu', 3, async () => {
    const code = await codeSentBy(sms, PHONE, async () => {
      await typeInto(page.getByLabel('Numéro de mobile'), PHONE)
      await press('Recevoir mon code')
      await seeTitle(page, 'Entrez le code reçu')
    })
    await typeInto(page.getByLabel('Code à 6 chiffres'), code)
    await press(ENTER)
    await page.waitForURL(({ pathname }) => pathname.startsWith('/space'), { timeout: LATER })
    await seeTitle(page, /^Bonjour/)
  })
  await page
    .getByText('Visite')
    .or(page.getByRole('button', { name: 'Ajouter à mon agenda' }))
    .first()
    .waitFor()
  await screenshot(page, 'day-customer-home')
})

it('reads two variants side by side', () =>
  day.task('Lire deux variantes côte à côte', 1, async () => {
    await follow(/^Comparer/)
    await seeTitle(page, 'Vos propositions')
    await seeBoth()
  }))

it('without a signal, what was opened is read again, and signing says that it needs the network', async () => {
  await screenshot(page, 'day-customer-variants')
  await waitUntilOfflineReady(page)
  // What is shown is kept a moment later.
  const shown = new URL(page.url()).pathname.replace('/variantes', '')
  await eventually(() => keptAnswers(page)).toEqual(
    expect.arrayContaining(['/space/client', '/space/devis_attente', shown]),
  )
  await goOffline(phone)
  await company.server.kill()
  day.offline = true
  await page.goto(`${company.web}/space`)
  await seeTitle(page, /^Bonjour/)
  await see(page, 'Vous êtes hors ligne.')
  await day.task('Relire les deux variantes', 1, async () => {
    await follow(/^Comparer/)
    await seeBoth()
  })
  await press('Choisir et signer : Confort')
  await see(page, 'Signer un devis demande une connexion Internet.')
  await screenshot(page, 'day-customer-offline-sign')
})

it('the signal is back: signs one variant, and the other is not chosen', async () => {
  await company.server.start()
  day.offline = false
  await goOnline(phone)
  await page.goto(`${company.web}/space/devis/${quotes.eco}/variantes`)
  await day.task('Choisir une variante et la signer', 5, async () => {
    await press('Choisir et signer : Confort')
    await press('J’ai lu le devis, continuer')
    await page.getByRole('checkbox').check()
    const code = await codeSentBy(sms, PHONE, () => press('Recevoir le code par SMS'))
    await typeInto(page.getByLabel('Code à 6 chiffres'), code)
    await press(SIGN)
    await seeTitle(page, 'Devis signé')
  })
  await screenshot(page, 'day-customer-signed')
  const { rep } = company.staff
  expect((await rep.one(`/devis/${quotes.confort}`)).DEVIS_SIGNE).toBe(1)
  expect((await rep.one(`/devis/${quotes.eco}`)).DEVIS_SIGNE).toBe(0)
})

it('sends a request with a photo, and reads that it is received', async () => {
  await page.goto(`${company.web}/space`)
  await seeTitle(page, /^Bonjour/)
  const picture = await phonePhoto(page, 'IMG_0007.JPG')
  await day.task('Signaler un problème avec une photo', 3, async () => {
    await follow(/^Signaler un problème|^Service après-vente/)
    await typeInto(page.getByLabel('Que se passe-t-il ?'), 'La fenêtre ne ferme plus')
    const chosen = page.waitForEvent('filechooser')
    await page.getByText('Ajouter des photos', { exact: true }).click()
    await (await chosen).setFiles(picture)
    await page.getByRole('img', { name: 'Photo 1' }).waitFor()
    await screenshot(page, 'day-customer-request')
    await press('Envoyer')
    await see(page, 'Demande envoyée')
  })
  const { rep } = company.staff
  const kinds = (await rep.all('/demandes')).map(({ GENRE }) => GENRE)
  expect(kinds).toHaveLength(2)
  expect(kinds).toContain('apres_vente')
  const sent = async () => (await rep.all('/fichiers')).filter(({ IDPERSONNEL }) => IDPERSONNEL === null)
  await eventually(async () => (await sent()).length).toBe(1)
})
