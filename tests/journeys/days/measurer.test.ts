import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, addMinutes, today, wallClock } from '../../../schemas/dates.ts'
import { type Device, launchChromium } from '../../support/chromium.ts'
import { type DayBook, dayBook } from '../support/day.ts'
import { type Row, SETUP } from '../support/demo-server.ts'
import { countEffort } from '../support/effort.ts'
import {
  type MadeCompany,
  mailOf,
  makeCustomer,
  makeForm,
  makeQuote,
  makeVisit,
  makeWorks,
  openMadeCompany,
} from '../support/made-company.ts'
import {
  eventually,
  goOffline,
  goOnline,
  LATER,
  pillText,
  save,
  see,
  seeNotice,
  seeTitle,
  signInAndReceive,
} from '../support/people.ts'
import { phonePhoto } from '../support/photos.ts'
import { typeInto } from '../support/type-into.ts'

/** A measurer’s day in a company made from nothing: today’s measures without a signal, the quote of the works, a note for the technician, an absence tomorrow. */

const DAY = today('Europe/Paris')

let company: MadeCompany
let phone: Device
let page: Page
let day: DayBook
let visit: string
let works: string
let quote: string

const home = async (): Promise<void> => {
  await page.getByRole('navigation').getByRole('link', { name: 'Accueil', exact: true }).last().click()
  await seeTitle(page, 'Accueil')
}
const drawn = (list: string): Promise<number> =>
  page
    .getByRole('list', { name: list, exact: true })
    .locator('img')
    .evaluateAll((all) => all.filter((image) => (image as HTMLImageElement).naturalWidth > 0).length)

beforeAll(async () => {
  company = await openMadeCompany()
  const customer = await makeCustomer(company, {
    name: 'Moreau',
    phone: '0639981410',
    project: 'Véranda',
    responsible: 'rep',
  })
  await makeForm(company, 'Cotes')
  const now = wallClock(new Date(), 'Europe/Paris')
  visit = await makeVisit(company, customer, {
    nature: 'Metre',
    object: 'Métré Moreau',
    who: 'measurer',
    from: addMinutes(now, -5),
    to: addMinutes(now, 55),
  })
  quote = await makeQuote(company, customer, 'Véranda')
  works = await makeWorks(company, customer, { object: 'Pose véranda', day: addDays(DAY, 7) })
  phone = await launchChromium({ mobile: true })
  page = phone.page
  await signInAndReceive(page, company.web, mailOf('measurer'))
  day = dayBook('métreur', await countEffort(phone))
}, SETUP)

afterAll(async () => {
  try {
    day?.close()
    await phone?.close()
  } finally {
    await company?.server.dispose()
  }
})

it('opens today’s visit in one tap', () =>
  day.task('Ouvrir le métré du jour', 3, async () => {
    await page
      .getByRole('link', { name: /Moreau/ })
      .first()
      .click()
    await seeTitle(page, 'Métré Moreau')
  }))

it('without a signal, takes a picture and writes the measures', async () => {
  await goOffline(phone)
  await company.server.kill()
  day.offline = true
  await day.task('Prendre une photo', 3, async () => {
    const chosen = page.waitForEvent('filechooser')
    await page.getByText('Ajouter une photo', { exact: true }).first().click()
    await (await chosen).setFiles(await phonePhoto(page, 'IMG_0001.JPG'))
    await eventually(() => drawn('Photos')).toBe(1)
  })
  await day.task('Saisir les cotes : le compte rendu', 3, async () => {
    await page.getByRole('link', { name: 'Compte rendu' }).first().click()
    await typeInto(page.getByRole('textbox', { name: 'Cotes' }), 'Baie 240 × 215, allège 12')
    await save(page)
    await see(page, 'Création Compte rendu réussie')
  })
})

it('leaves the technician a note, and links the quote to the works', async () => {
  await home()
  await page.getByRole('link', { name: /Liens à compléter/ }).click()
  await seeTitle(page, 'Liaison interventions')
  await day.task('Laisser une note au technicien', 3, async () => {
    await page.getByRole('button', { name: 'Notes pour le technicien, Moreau' }).click()
    const sheet = page.getByRole('dialog', { name: 'Notes et photos pour le technicien' })
    await typeInto(sheet.getByLabel('Nouvelle note'), 'Portail étroit : pas de camion')
    await sheet.getByRole('button', { name: 'Ajouter la note' }).click()
    await seeNotice(page, 'Note ajoutée')
  })
  await day.task('Lier le devis à l’intervention', 3, async () => {
    await page.getByRole('button', { name: 'Lier un devis à l’intervention Moreau' }).click()
    await page.getByRole('button', { name: 'Enregistrer le lien' }).click()
    await seeNotice(page, 'Lien enregistré')
  })
})

it('is away tomorrow morning', async () => {
  await page.getByRole('button', { name: 'Plus' }).click()
  await page.getByRole('link', { name: 'Absences', exact: true }).last().click()
  await seeTitle(page, 'Absences')
  await day.task('Noter une absence demain matin', 3, async () => {
    await page.getByRole('link', { name: 'Ajouter', exact: true }).click()
    await page.getByRole('button', { name: 'Demain matin' }).click()
    await save(page)
    await see(page, /^Noté\s: /)
    await seeTitle(page, 'Absences')
  })
})

it('the signal is back: each record is on the server once', async () => {
  await company.server.start()
  day.offline = false
  await goOnline(phone)
  await eventually(() => pillText(page), LATER).toBe('À jour')
  const { director, measurer } = company.staff
  const reports = await director.all('/report/submission')
  expect(reports.map(({ IDRDV, REPONSES }) => [IDRDV, Object.values(REPONSES as Row)])).toEqual([
    [visit, ['Baie 240 × 215, allège 12']],
  ])
  const done = await director.one(`/interventions/${works}`)
  expect(done.IDDEVIS).toBe(quote)
  expect((done.NOTES as Row[]).map(({ TEXTE }) => TEXTE)).toEqual(['Portail étroit : pas de camion'])
  expect((await director.all('/fichiers')).map(({ IDENREGISTREMENT }) => IDENREGISTREMENT)).toEqual([visit])
  const away = await director.all('/absences')
  expect(away.map(({ IDPERSONNELS, DEBUT, FIN }) => [IDPERSONNELS, DEBUT, FIN])).toEqual([
    [[measurer.id], `${addDays(DAY, 1)} 08:00`, `${addDays(DAY, 1)} 12:00`],
  ])
})
