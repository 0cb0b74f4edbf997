import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addMinutes, wallClock } from '../../../schemas/dates.ts'
import { type Device, launchChromium } from '../../support/chromium.ts'
import { type DayBook, dayBook } from '../support/day.ts'
import { type Row, SETUP } from '../support/demo-server.ts'
import { countEffort } from '../support/effort.ts'
import { type MadeCompany, mailOf, makeCustomer, makeVisit, openMadeCompany } from '../support/made-company.ts'
import {
  eventually,
  field,
  goOffline,
  goOnline,
  LATER,
  pillText,
  save,
  see,
  seeTitle,
  signInAndReceive,
  waitUntilUpToDate,
} from '../support/people.ts'
import { typeInto } from '../support/type-into.ts'

/** A rep’s day in a company made from nothing: a call, a visit that is debriefed without a signal, a second visit, a new client, a quote. */

let company: MadeCompany
let phone: Device
let page: Page
let day: DayBook
let visit: string
let second: string

const home = async (): Promise<void> => {
  await page.getByRole('navigation').getByRole('link', { name: 'Accueil', exact: true }).last().click()
  await seeTitle(page, 'Accueil')
}

beforeAll(async () => {
  company = await openMadeCompany()
  const customer = { name: 'Garnier', phone: '0639981210', project: 'Toiture en ardoise', responsible: 'rep' } as const
  const now = wallClock(new Date(), 'Europe/Paris')
  const made = await makeCustomer(company, customer)
  const plan = (object: string, since: number): Promise<string> =>
    makeVisit(company, made, {
      nature: 'Com',
      object,
      who: 'rep',
      from: addMinutes(now, -since),
      to: addMinutes(now, 60 - since),
    })
  visit = await plan('Garnier', 61)
  second = await plan('Garnier, combles', 200)
  phone = await launchChromium({ mobile: true })
  page = phone.page
  await signInAndReceive(page, company.web, mailOf('rep'))
  day = dayBook('commercial', await countEffort(phone))
}, SETUP)

afterAll(async () => {
  try {
    day?.close()
    await phone?.close()
  } finally {
    await company?.server.dispose()
  }
})

it('finds a client by name', () =>
  day.task('Trouver un client par son nom', 2, async () => {
    await page.getByRole('button', { name: 'Rechercher' }).first().click()
    await page.getByRole('combobox', { name: /Client, projet/ }).fill('garn')
    await page
      .getByRole('option', { name: /Garnier/ })
      .first()
      .click()
    await seeTitle(page, 'Garnier')
  }))

it('without a signal, debriefs the visit in three taps, and takes the second one in three', async () => {
  await goOffline(phone)
  await company.server.kill()
  day.offline = true
  await home()
  await day.task('Débriefer la visite : non vendu', 3, async () => {
    await page
      .getByRole('link', { name: /Débriefer/ })
      .first()
      .click()
    const sheet = page.getByRole('dialog', { name: 'Débrief' })
    await sheet.getByText('Non vendu', { exact: true }).click()
    await sheet.getByRole('button', { name: 'Enregistrer le débrief' }).click()
    await see(page, 'Débrief enregistré')
    await seeTitle(page, 'Accueil')
  })
  await page.goto(`${company.web}/manager/rdv/${second}/debrief`)
  const sheet = page.getByRole('dialog', { name: 'Débrief' })
  await sheet.getByText('Non vendu', { exact: true }).click()
  await day.task('Prendre le R2 proposé par le débrief', 3, async () => {
    await sheet.getByText('Rendez-vous R2', { exact: true }).click()
    await sheet.getByRole('button', { name: 'Enregistrer le débrief' }).click()
    await seeTitle(page, 'Nouveau rendez-vous')
    await save(page)
    await see(page, 'Création Rendez-vous réussie')
  })
})

it('makes a client with a project', async () => {
  await page.goto(`${company.web}/manager/client`)
  await day.task('Créer un client et son projet', 9, async () => {
    await page.getByRole('link', { name: 'Nouveau client' }).click()
    await typeInto(field(page, 'Nom'), 'Roussel')
    await typeInto(field(page, 'Téléphone portable'), '0639981220')
    await typeInto(field(page, 'Adresse'), '3 rue des Aciéries')
    await typeInto(field(page, 'Code postal'), '42000')
    await page.getByRole('switch', { name: 'Et un projet' }).check()
    await typeInto(field(page, 'Description'), 'Isolation')
    await save(page)
    await seeTitle(page, 'Roussel')
  })
})

it('the signal is back: each record is on the server once', async () => {
  await company.server.start()
  day.offline = false
  await goOnline(phone)
  await waitUntilUpToDate(page)
  await eventually(() => pillText(page), LATER).toBe('À jour')
  const { director } = company.staff
  const rdvs = (await director.all('/rdvs')) as Row[]
  expect(rdvs.map(({ RDV_OBJET }) => RDV_OBJET).sort()).toEqual(['Garnier', 'Garnier, combles', 'R2 Garnier, combles'])
  expect(rdvs.find(({ IDRDV }) => IDRDV === visit)?.DEBRIEF_CATEGORIE).toBe(3)
  expect((await director.all('/clients')).map(({ NOM }) => NOM).sort()).toEqual(['Garnier', 'Roussel'])
  expect((await director.all('/projets')).map(({ DESCRIPTION }) => DESCRIPTION).sort()).toEqual([
    'Isolation',
    'Toiture en ardoise',
  ])
})
