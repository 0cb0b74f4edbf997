import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, addMinutes, formatDay, today, wallClock } from '../../../schemas/dates.ts'
import { recallDays } from '../../../schemas/rules/recall-times.ts'
import { type Device, launchChromium, screenshot } from '../../support/chromium.ts'
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
import { typeInto, typeNext } from '../support/type-into.ts'

/**
 * A rep’s day in a company made from nothing: a call, then without a signal a visit that is debriefed, a second visit, a new client with a project, its
 * quote from the price list, shown to the customer, and a day off.
 */

const ZONE = 'Europe/Paris'
const OFF = addDays(today(ZONE), 7)
const ARTICLES = ['Laine de verre', 'Pare-vapeur', 'Pose']

let company: MadeCompany
let phone: Device
let page: Page
let day: DayBook
/** Two visits that are over, and which of them is debriefed last. */
let visits: string[]
let left: number

const go = async (name: string, title = name): Promise<void> => {
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).last().click()
  await seeTitle(page, title)
}

beforeAll(async () => {
  company = await openMadeCompany()
  const { director } = company.staff
  for (const [at, LIBELLE] of ARTICLES.entries())
    await director.write('POST', '/articles', {
      id: `a${at}`,
      REFERENCE: `ISO-${at}`,
      LIBELLE,
      FAMILLE: 'Isolation',
      UNITE: 'u',
      PRIX_HT: 45_000,
    })
  const customer = { name: 'Garnier', phone: '0639981210', project: 'Toiture en ardoise', responsible: 'rep' } as const
  const now = wallClock(new Date(), ZONE)
  const made = await makeCustomer(company, customer)
  await makeCustomer(company, { name: 'Moulin', phone: '0639981211', project: 'Véranda', responsible: 'rep' })
  const plan = (object: string, since: number): Promise<string> =>
    makeVisit(company, made, {
      nature: 'Com',
      object,
      who: 'rep',
      from: addMinutes(now, -since),
      to: addMinutes(now, 60 - since),
    })
  visits = [await plan('Garnier', 61), await plan('Garnier, combles', 200)]
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
    await page.getByRole('dialog').getByRole('combobox').fill('garn')
    await page
      .getByRole('option', { name: /Garnier/ })
      .first()
      .click()
    await seeTitle(page, 'Garnier')
  }))

it('calls a new contact; the sheet that opens takes the result and the next call in three taps', async () => {
  await page.goto(`${company.web}/manager/contact`)
  const sheet = page.getByRole('dialog', { name: 'Appel : Moulin' })
  await day.task('Appeler un contact', 1, async () => {
    await page.getByRole('link', { name: 'Appeler Moulin' }).click()
    await sheet.waitFor()
  })
  await day.task('Noter l’appel : pas de réponse, rappeler ce soir', 3, async () => {
    await sheet.getByText('Pas de réponse', { exact: true }).click()
    // Late in the evening and on a day without calls there is none.
    const next = recallDays(today('Europe/Paris'))[0]
    const name = next?.isMoved ? formatDay(next.day, 'ddd D MMM') : 'Demain'
    const tonight = sheet.getByRole('button', { name: 'Ce soir' })
    await ((await tonight.isVisible()) ? tonight : sheet.getByRole('button', { name })).click()
    await screenshot(page, 'day-rep-call')
    await sheet.getByRole('button', { name: 'Enregistrer l’appel' }).click()
    await see(page, 'Appel noté')
  })
})

it('without a signal, debriefs the visit in three taps, and takes the second one in three', async () => {
  await goOffline(phone)
  await company.server.kill()
  day.offline = true
  await go('Accueil')
  await day.task('Débriefer la visite : non vendu', 3, async () => {
    const link = page.getByRole('link', { name: /Débriefer/ }).first()
    // The home page proposes one of the two: the other one is left.
    left = (await link.getAttribute('href'))?.includes(visits[0] ?? '') ? 1 : 0
    await link.click()
    const sheet = page.getByRole('dialog', { name: 'Débrief' })
    await sheet.getByText('Non vendu', { exact: true }).click()
    await sheet.getByRole('button', { name: 'Enregistrer le débrief' }).click()
    await see(page, 'Débrief enregistré')
    // Leaving the sheet goes one step back in the history: what follows must not come before.
    await seeTitle(page, 'Accueil')
  })
  await page.goto(`${company.web}/manager/rdv/${visits[left]}/debrief`)
  const sheet = page.getByRole('dialog', { name: 'Débrief' })
  await sheet.getByText('Non vendu', { exact: true }).click()
  await day.task('Prendre le R2 proposé par le débrief', 3, async () => {
    await sheet.getByText('Rendez-vous R2', { exact: true }).click()
    await sheet.getByRole('button', { name: 'Enregistrer le débrief' }).click()
    await seeTitle(page, 'Nouveau rendez-vous')
    await screenshot(page, 'day-rep-r2')
    await save(page)
    await see(page, 'Création Rendez-vous réussie')
  })
})

it('makes a client with a project', async () => {
  await page.goto(`${company.web}/manager/client`)
  await day.task('Créer un client et son projet', 3, async () => {
    await page.getByRole('link', { name: 'Nouveau client' }).click()
    await typeInto(field(page, 'Nom'), 'Roussel')
    await typeNext(page, field(page, 'Téléphone portable'), '0639981220')
    await typeNext(page, field(page, 'Adresse'), '3 rue des Aciéries')
    await typeNext(page, field(page, 'Code postal'), '42000')
    await page.getByRole('switch', { name: 'Et un projet' }).check()
    await typeInto(field(page, 'Description'), 'Isolation')
    await save(page)
    await seeTitle(page, 'Roussel')
  })
})

it('makes its quote of three lines from the price list, and shows it full screen', async () => {
  await page.getByRole('tab', { name: /^Projets/ }).click()
  await page
    .getByRole('link', { name: /Isolation/ })
    .first()
    .click()
  await seeTitle(page, 'Isolation')
  await day.task('Faire un devis de trois lignes depuis les tarifs', 5, async () => {
    await page.getByRole('link', { name: 'Nouveau devis' }).first().click()
    for (const label of ARTICLES) await page.getByRole('button', { name: `Ajouter : ${label}` }).click()
    await page.getByRole('button', { name: 'Enregistrer le devis' }).click()
    await seeTitle(page, 'Devis en attente de numéro')
  })
  await day.task('Montrer le devis au client', 1, async () => {
    await page.getByText('Aperçu client', { exact: true }).click()
    await see(page, 'Conditions')
  })
  await screenshot(page, 'day-rep-preview')
  // Nothing of the app is on the customer's screen.
  await eventually(() => page.getByRole('navigation').count()).toBe(0)
  await page.getByRole('button', { name: 'Quitter' }).click()
  await page.getByRole('dialog', { name: 'Quitter l’aperçu ?' }).getByRole('button').last().click()
  await seeTitle(page, 'Devis en attente de numéro')
})

it('notes a day off next week in three taps, from the agenda that shows the day', async () => {
  await page.goto(`${company.web}/manager/agenda?date=${OFF}`)
  await seeTitle(page, 'Agenda')
  await day.task('Poser un jour de congé, l’agenda ouvert sur ce jour', 3, async () => {
    await page.getByRole('button', { name: /^Vue/ }).click()
    await page.getByRole('menuitem', { name: 'Ajouter une absence ou une réunion' }).click()
    await seeTitle(page, 'Absence ou réunion')
    await screenshot(page, 'day-rep-absence')
    await save(page)
    await see(page, /^Noté/)
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
  const next = `R2 ${['Garnier', 'Garnier, combles'][left]}`
  expect(rdvs.map(({ RDV_OBJET }) => RDV_OBJET).sort()).toEqual(['Garnier', 'Garnier, combles', next])
  for (const id of visits) expect(rdvs.find(({ IDRDV }) => IDRDV === id)?.DEBRIEF_CATEGORIE).toBe(3)
  expect((await director.all('/clients')).map(({ NOM }) => NOM).sort()).toEqual(['Garnier', 'Moulin', 'Roussel'])
  const projets = await director.all('/projets')
  expect(projets.map(({ DESCRIPTION }) => DESCRIPTION).sort()).toEqual(['Isolation', 'Toiture en ardoise', 'Véranda'])
  const called = projets.find(({ DESCRIPTION }) => DESCRIPTION === 'Véranda')
  const calls = ((called?.JOURNAL ?? []) as Row[]).filter(({ GENRE }) => GENRE === 'appel')
  expect(calls).toMatchObject([{ RESULTAT: 'Pas de réponse' }])
  expect(called?.RELANCE_INTERMEDIAIRE).not.toBeNull()
  const devis = await director.all('/devis')
  expect(devis.map(({ LIGNES }) => (LIGNES as Row[]).map(({ LIBELLE }) => LIBELLE))).toEqual([ARTICLES])
  // A number is the server's: it comes with the first synchronisation.
  expect(devis[0]?.NUMERO_DEVIS).toEqual(expect.any(String))
  const absences = await director.all('/absences')
  expect(absences.map(({ GENRE, DEBUT }) => [GENRE, String(DEBUT).slice(0, 10)])).toEqual([['conges', OFF]])
})
