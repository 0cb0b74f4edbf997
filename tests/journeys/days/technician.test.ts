import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { today } from '../../../schemas/dates.ts'
import { type Device, launchChromium, screenshot } from '../../support/chromium.ts'
import { type DayBook, dayBook } from '../support/day.ts'
import { SETUP } from '../support/demo-server.ts'
import { countEffort } from '../support/effort.ts'
import {
  type MadeCompany,
  mailOf,
  makeCustomer,
  makeQuote,
  makeWorks,
  openMadeCompany,
} from '../support/made-company.ts'
import {
  eventually,
  field,
  goOffline,
  goOnline,
  LATER,
  pillText,
  see,
  seeTitle,
  signInAndReceive,
} from '../support/people.ts'
import { phonePhoto } from '../support/photos.ts'
import { drawSignature, mailedPvs } from '../support/site.ts'
import { typeInto } from '../support/type-into.ts'

/** A technician’s day in a basement, in a company made from nothing: works begun, photographed, noted, signed and closed without a signal. */

let company: MadeCompany
let phone: Device
let page: Page
let day: DayBook
let works: string

beforeAll(async () => {
  company = await openMadeCompany()
  const customer = await makeCustomer(company, {
    name: 'Lambert',
    phone: '0639981310',
    mail: 'lambert@client.example',
    project: 'Chaudière',
    responsible: 'rep',
  })
  const IDDEVIS = await makeQuote(company, customer, 'Chaudière')
  works = await makeWorks(company, customer, { object: 'Pose chaudière', day: today('Europe/Paris'), IDDEVIS })
  phone = await launchChromium({ mobile: true })
  page = phone.page
  await signInAndReceive(page, company.web, mailOf('technician'))
  day = dayBook('technicien', await countEffort(phone))
  await goOffline(phone)
  await company.server.kill()
  day.offline = true
}, SETUP)

afterAll(async () => {
  try {
    day?.close()
    await phone?.close()
  } finally {
    await company?.server.dispose()
  }
})

it('opens the day’s works and begins them in two taps', () =>
  day.task('Ouvrir le chantier du jour et démarrer', 3, async () => {
    await page
      .getByRole('link', { name: /Pose chaudière|Lambert/ })
      .first()
      .click()
    await seeTitle(page, 'Pose chaudière')
    await page.getByRole('button', { name: 'Démarrer l’intervention' }).click()
    await see(page, /^En cours depuis/)
  }))

it('takes a picture, writes a note and a reserve', async () => {
  const picture = await phonePhoto(page, 'IMG_0001.JPG')
  await day.task('Prendre une photo avant', 3, async () => {
    const chosen = page.waitForEvent('filechooser')
    await page.getByText('Photo avant', { exact: true }).first().click()
    await (await chosen).setFiles(picture)
    await page
      .getByRole('list', { name: 'Photos' })
      .getByRole('img', { name: /^Avant, le/ })
      .waitFor()
  })
  await day.task('Écrire une note', 3, async () => {
    await typeInto(field(page, 'Nouvelle note'), 'Vanne d’arrêt derrière le ballon')
    await page.getByRole('button', { name: 'Ajouter la note' }).click()
    await see(page, 'Vanne d’arrêt derrière le ballon')
  })
  await day.task('Ajouter une réserve', 3, async () => {
    await page.getByRole('button', { name: 'Ajouter une réserve' }).click()
    const sheet = page.getByRole('dialog', { name: 'Nouvelle réserve' })
    await typeInto(sheet.getByRole('textbox'), 'Joint à reprendre')
    await sheet.getByRole('button', { name: 'Enregistrer' }).click()
    await see(page, 'Joint à reprendre')
  })
  await screenshot(page, 'day-technician-site')
})

it('the customer signs the PV on the phone, one step closes the works, and the mail waits', async () => {
  await day.task('Faire signer le PV', 4, async () => {
    await page.getByRole('link', { name: 'Faire signer le PV' }).click()
    await seeTitle(page, 'Signature du PV')
    await typeInto(field(page, 'Nom du signataire'), 'Anne Lambert')
    await drawSignature(page)
    await screenshot(page, 'day-technician-signature')
    await page.getByRole('button', { name: 'Signer le PV' }).click()
    await see(page, /^Le PV est signé/)
  })
  await day.task('Terminer : retour « Bon »', 3, async () => {
    await page.getByRole('button', { name: 'Bon', exact: true }).click()
    await page.getByRole('button', { name: 'Oui' }).click()
    await see(page, /^Retour «\sBon\s»/)
  })
  await day.task('Envoyer le PV au client', 1, async () => {
    await page.getByRole('button', { name: 'Envoyer le PV au client' }).click()
    await see(page, 'Envoi au client en attente du réseau')
  })
  await screenshot(page, 'day-technician-closed')
})

it('the signal is back: PV, note and picture are on the server, the mail left once', async () => {
  await company.server.start()
  day.offline = false
  await goOnline(phone)
  await eventually(() => pillText(page), LATER).toBe('À jour')
  const { director } = company.staff
  const row = await director.one(`/interventions/${works}`)
  expect(row.FEEDBACK).toBe('bon')
  const notes = row.NOTES as { TEXTE: string; GENRE?: string }[]
  const said = notes.filter(({ GENRE = 'note' }) => GENRE === 'note' || GENRE === 'reserve').map(({ TEXTE }) => TEXTE)
  expect(said).toEqual(['Vanne d’arrêt derrière le ballon', 'Joint à reprendre'])
  const files = await director.all('/fichiers')
  expect(files.map(({ ORIGINE }) => ORIGINE).sort()).toEqual(['intervention_sign_pv', 'photo_avant'])
  await eventually(() => mailedPvs(director)).toEqual(['lambert@client.example'])
})
