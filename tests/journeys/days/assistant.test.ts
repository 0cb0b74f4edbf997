import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, frenchDate, mondayOf, today } from '../../../schemas/dates.ts'
import { type Device, launchChromium } from '../../support/chromium.ts'
import { outbox } from '../support/admins.ts'
import { type DayBook, dayBook } from '../support/day.ts'
import { type Row, SETUP } from '../support/demo-server.ts'
import { countEffort } from '../support/effort.ts'
import {
  HOST,
  type MadeCompany,
  mailOf,
  makeCustomer,
  makeFormerQuotes,
  makeRequest,
  makeVisit,
  openMadeCompany,
} from '../support/made-company.ts'
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
} from '../support/people.ts'
import { typeInto, typeNext } from '../support/type-into.ts'

/** An assistant’s day in a company made from nothing: a call, then without a signal an appointment of a rep who is taken, its confirmation, an answer, a reminder, a cheque. */

/** A Wednesday of the weeks that devices hold. */
const TAKEN = addDays(mondayOf(addDays(today('Europe/Paris'), 7)), 2)
const PHONE = '0639981610'
const MAIL = 'roux@client.example'

let company: MadeCompany
let desk: Device
let page: Page
let day: DayBook
let request: string
let order: string
let waiting: string

const menu = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true }).first()
const home = async (): Promise<void> => {
  await menu('Accueil').click()
  await seeTitle(page, 'Accueil')
}

beforeAll(async () => {
  company = await openMadeCompany()
  const customer = await makeCustomer(company, {
    name: 'Roux',
    phone: PHONE,
    mail: MAIL,
    project: 'Pergola',
    responsible: 'rep',
  })
  const other = await makeCustomer(company, {
    name: 'Leroy',
    phone: '0639981611',
    mail: 'leroy@client.example',
    project: 'Store',
    responsible: 'rep',
  })
  await makeVisit(company, other, {
    nature: 'Com',
    object: 'Leroy',
    who: 'rep',
    from: `${TAKEN} 09:00`,
    to: `${TAKEN} 10:00`,
  })
  ;[order = '', waiting = ''] = await makeFormerQuotes(company, [
    { customer: other, object: 'Store', daysAgo: 10, signed: true },
    { customer, object: 'Pergola', daysAgo: 5, signed: false },
  ])
  request = await makeRequest(company, PHONE, 'Pouvez-vous m’envoyer une facture ?')
  desk = await launchChromium()
  page = desk.page
  await signInAndReceive(page, company.web, mailOf('assistant'))
  // Without the taken times on the device no free one is proposed.
  const at = `RDV_DEBUT=${TAKEN}%2009:00&RDV_FIN=${TAKEN}%2010:00&participants=${company.staff.rep.id}`
  await page.goto(`${company.web}/manager/rdv/create?${at}`)
  await see(page, 'Prochains créneaux libres')
  await page.goto(`${company.web}/manager`)
  await seeTitle(page, 'Accueil')
  day = dayBook('assistante', await countEffort(desk))
}, SETUP)

afterAll(async () => {
  try {
    day?.close()
    await desk?.close()
  } finally {
    await company?.server.dispose()
  }
})

it('finds who calls by the number, and notes the call', async () => {
  await day.task('Trouver qui appelle, par son numéro', 2, async () => {
    await page.getByRole('button', { name: 'Rechercher' }).first().click()
    await page.getByRole('combobox', { name: /Client, téléphone/ }).fill('06 39 98 16 10')
    await page.getByRole('option', { name: /Roux/ }).first().click()
    await seeTitle(page, 'Roux')
  })
  await day.task('Noter l’appel', 3, async () => {
    await page.getByRole('button', { name: 'Noter un appel' }).click()
    const sheet = page.getByRole('dialog', { name: 'Appel : Roux' })
    await typeInto(sheet.getByLabel('Note'), 'Veut nous voir mercredi matin')
    await sheet.getByText('Joint', { exact: true }).click()
    await sheet.getByRole('button', { name: 'Enregistrer l’appel' }).click()
    await see(page, 'Appel noté')
  })
})

it('without a signal, books the rep who is taken then, at the free time that is proposed, and tells the customer', async () => {
  await goOffline(desk)
  await company.server.kill()
  day.offline = true
  await day.task('Prendre un rendez-vous : créneau pris, un libre à la place', 3, async () => {
    await page.getByRole('button', { name: 'Rendez-vous', exact: true }).click()
    await seeTitle(page, 'Nouveau rendez-vous')
    await typeInto(field(page, 'Début, date'), frenchDate(TAKEN))
    await typeNext(page, field(page, 'Début, heure'), '09:30')
    await save(page)
    const question = page.getByRole('dialog', { name: 'Ce créneau est pris' })
    await question.getByRole('button', { name: / – / }).first().click()
    await see(page, 'Prévenir le client ?')
  })
  await day.task('Envoyer la confirmation au client', 1, async () => {
    await page.getByRole('button', { name: 'Mail', exact: true }).click()
    await see(page, /Le mail part vers le client|attente du réseau/)
  })
})

it('answers a customer’s request, and reminds of a quote', async () => {
  await home()
  await day.task('Répondre à une demande', 3, async () => {
    await page.getByRole('link', { name: /Demandes de clients/ }).click()
    await page.getByRole('button', { name: 'Répondre à Roux', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: 'Répondre à Roux' })
    await typeInto(sheet.getByLabel('Votre réponse'), 'La voici.')
    await sheet.getByRole('button', { name: 'Envoyer', exact: true }).click()
    await see(page, /attente du réseau|part vers le client|Réponse/)
  })
  await home()
  await day.task('Relancer un devis', 3, async () => {
    await menu('Relances devis').click()
    await page.getByRole('button', { name: /^Relancer Roux/ }).click()
    await page.getByRole('button', { name: /Par mail/ }).click()
    await see(page, /relancé .* par mail/)
  })
})

it('notes a cheque', async () => {
  await menu('Restes à payer').click()
  await page.getByText('Commandes', { exact: true }).first().click()
  await day.task('Noter un paiement par chèque', 3, async () => {
    await page.getByRole('button', { name: /^Encaisser : Leroy/ }).click()
    const sheet = page.getByRole('dialog', { name: /^Ajouter un paiement/ })
    await sheet.getByText('Chèque', { exact: true }).click()
    await sheet.getByRole('button', { name: 'Enregistrer', exact: true }).click()
    await see(page, /^Paiement de .* enregistré/)
  })
})

it('the signal is back: each record is on the server once, each message left once', async () => {
  await company.server.start()
  day.offline = false
  await goOnline(desk)
  await eventually(() => pillText(page), LATER).toBe('À jour')
  const { director, rep } = company.staff
  const [projet] = (await director.all('/projets')).filter(({ DESCRIPTION }) => DESCRIPTION === 'Pergola')
  const calls = ((projet?.JOURNAL ?? []) as Row[]).filter(({ GENRE }) => GENRE === 'appel')
  expect(calls.map(({ RESULTAT, TEXTE }) => [RESULTAT, TEXTE])).toEqual([['Joint', 'Veut nous voir mercredi matin']])
  const rdvs = (await director.all('/rdvs')).filter(({ RDV_OBJET }) => RDV_OBJET === 'Roux')
  expect(rdvs.map(({ IDPERSONNELS, RDV_DEBUT }) => [IDPERSONNELS, RDV_DEBUT])).toEqual([[[rep.id], `${TAKEN} 10:00`]])
  const asked = await director.one(`/demandes/${request}`)
  expect((asked.REPONSES as Row[]).map(({ TEXTE }) => TEXTE)).toEqual(['La voici.'])
  expect((await director.one(`/devis/${waiting}`)).RELANCES).toHaveLength(1)
  const paid = await director.all('/paiements')
  expect(paid.map(({ IDDEVIS, MOYEN, GENRE, MONTANT }) => [IDDEVIS, MOYEN, GENRE, MONTANT])).toEqual([
    [order, 'cheque', 'solde', 110_000],
  ])
  const mails = async () =>
    (await outbox(company.server, HOST)).filter(({ channel, recipient }) => channel === 'mail' && recipient === MAIL)
  await eventually(async () => (await mails()).length, LATER).toBe(3)
})
