import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, formatDay, today } from '../../../schemas/dates.ts'
import { type Device, launchChromium } from '../../support/chromium.ts'
import { type DayBook, dayBook } from '../support/day.ts'
import { type Row, SETUP } from '../support/demo-server.ts'
import { countEffort } from '../support/effort.ts'
import {
  type MadeCompany,
  mailOf,
  makeCustomer,
  makeForm,
  makeFormerQuotes,
  nameOf,
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
  seeTitle,
  signInAndReceive,
} from '../support/people.ts'
import { typeInto } from '../support/type-into.ts'

/** A director’s Monday in a company made from nothing: figures, and without a signal what follows from them. */

const DAY = today('Europe/Paris')
const REP = nameOf('rep')

let company: MadeCompany
let desk: Device
let page: Page
let day: DayBook

const menu = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true }).first()
const home = async (): Promise<void> => {
  await menu('Accueil').click()
  await seeTitle(page, 'Accueil')
}

/** A report of the rep’s, which says 12 instead of 21. */
async function makeReport(projet: string): Promise<void> {
  const { rep } = company.staff
  const { form, question } = await makeForm(company, 'Ouvertures')
  await rep.write('POST', '/report/submission', {
    IDSOUMISSION: randomUUID(),
    IDRAPPORT: form,
    IDPROJET: projet,
    REPONSES: { [question]: '12 fenêtres' },
  })
}

beforeAll(async () => {
  company = await openMadeCompany()
  const [sold] = await Promise.all([
    makeCustomer(company, { name: 'Faure', phone: '0639981510', project: 'Fenêtres', responsible: 'rep' }),
    makeCustomer(company, { name: 'Blanc', phone: '0639981511', project: 'Porte', responsible: 'director' }),
    makeCustomer(company, { name: 'Colin', phone: '0639981512', project: 'Volets', responsible: 'director' }),
    makeCustomer(company, { name: 'Vidal', phone: '0639981513', project: 'Portail', responsible: null }),
  ])
  await makeReport(sold.IDPROJET)
  const { director, rep } = company.staff
  await director.write('POST', '/absences', {
    id: randomUUID(),
    IDPERSONNELS: [rep.id],
    GENRE: 'conges',
    JOURNEES: 1,
    DEBUT: `${DAY} 00:00`,
    FIN: `${addDays(DAY, 1)} 00:00`,
  })
  await makeFormerQuotes(company, [{ customer: sold, object: 'Fenêtres', daysAgo: 0, signed: true }])
  desk = await launchChromium()
  page = desk.page
  await signInAndReceive(page, company.web, mailOf('director'))
  day = dayBook('directeur', await countEffort(desk))
}, SETUP)

afterAll(async () => {
  try {
    day?.close()
    await desk?.close()
  } finally {
    await company?.server.dispose()
  }
})

it('reads the ranking, and opens what is behind a figure', () =>
  day.task('Lire le classement, ouvrir ce qui est derrière un chiffre', 3, async () => {
    await menu('Classement').click()
    await seeTitle(page, 'Classement')
    await page.getByRole('button', { name: `1 devis signé de ${REP}`, exact: true }).click()
    const sheet = page.getByRole('dialog', { name: `Devis signés : ${REP}` })
    await sheet.getByRole('listitem').filter({ hasText: 'Faure' }).getByRole('link').click()
    await see(page, 'Signé')
  }))

it('sees who is absent, and what customers owe', async () => {
  await home()
  await day.task('Voir qui est absent cette semaine', 3, async () => {
    await menu('Absences').click()
    await page.getByRole('list', { name: 'Absences du mois' }).getByRole('listitem').filter({ hasText: REP }).waitFor()
  })
  await home()
  await day.task('Voir les restes à payer d’un commercial', 3, async () => {
    await menu('Restes à payer').click()
    await page.getByRole('button', { name: `1 : voir les commandes de ${REP}` }).click()
    await page.getByRole('list', { name: 'Commandes à solder' }).getByRole('link', { name: 'Faure' }).waitFor()
  })
})

it('without a signal, gives projects from the figures, and a new lead', async () => {
  await goOffline(desk)
  await company.server.kill()
  day.offline = true
  await home()
  await day.task('Affecter un nouveau projet', 3, async () => {
    await page.getByRole('link', { name: /À affecter/ }).click()
    await page.getByRole('button', { name: /^Affecter .* : / }).click()
    await see(page, /^1 projet affecté à /)
  })
  await menu('Suivi').click()
  await seeTitle(page, 'Suivi')
  await day.task('Confier deux projets depuis les chiffres, « Suivi » ouvert', 3, async () => {
    await page.getByRole('button', { name: new RegExp(`^\\d projets?, À contacter, ${nameOf('director')}$`) }).click()
    const sheet = page.getByRole('dialog', { name: `À contacter : ${nameOf('director')}` })
    await sheet.getByRole('button', { name: /^Confier (ce|les \d) projets? à…$/ }).click()
    await page
      .getByRole('dialog', { name: /^Confier \d projets? à$/ })
      .getByRole('button', { name: new RegExp(REP) })
      .click()
    await see(page, new RegExp(`projets? confiés? à ${REP}`))
  })
  await page.keyboard.press('Escape')
})

it('sets a target, and corrects a report', async () => {
  await home()
  await day.task('Fixer un objectif du mois', 3, async () => {
    await menu('Classement').click()
    await page.getByRole('link', { name: 'Objectifs' }).click()
    await page.getByRole('link', { name: REP }).click()
    await typeInto(page.getByLabel(`Montant HT, ${formatDay(DAY, 'MMMM YYYY')}`), '30000')
    await page.keyboard.press('Enter')
    await see(page, 'en attente')
  })
  await home()
  await day.task('Corriger un compte rendu', 3, async () => {
    await menu('Comptes rendus').click()
    await page.getByRole('link', { name: /^Corriger ce compte rendu/ }).click()
    await typeInto(page.getByRole('textbox', { name: 'Ouvertures' }), '21 fenêtres')
    await save(page)
    await see(page, '21 fenêtres')
  })
})

it('the signal is back: each record is on the server once', async () => {
  await company.server.start()
  day.offline = false
  await goOnline(desk)
  await eventually(() => pillText(page), LATER).toBe('À jour')
  const { director, rep } = company.staff
  const held = new Map((await director.all('/projets')).map((row) => [row.DESCRIPTION, row.IDRESPONSABLEPROJET]))
  expect(held.size).toBe(4)
  expect([held.get('Fenêtres'), held.get('Porte'), held.get('Volets')]).toEqual([rep.id, rep.id, rep.id])
  expect([director.id, rep.id]).toContain(held.get('Portail'))
  const targets = await director.all('/objectifs')
  expect(targets.map(({ IDPERSONNEL, MONTANT }) => [IDPERSONNEL, MONTANT])).toEqual([[rep.id, 3_000_000]])
  const reports = await director.all('/report/submission')
  expect(reports.map(({ REPONSES }) => Object.values(REPONSES as Row))).toEqual([['21 fenêtres']])
})
