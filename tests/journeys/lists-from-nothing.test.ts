import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, mondayOf, today } from '../../schemas/dates.ts'
import { type Device, launchChromium } from '../support/chromium.ts'
import { ADMIN, passwordLink, signInAsAdmin } from './support/admins.ts'
import { ask, type DemoServer, openDemoServer, PASSWORD, type Row, SETUP } from './support/demo-server.ts'
import { draftPictures, endedByPhone } from './support/ended-page.ts'
import { enter } from './support/first-company.ts'
import { storedWithinSeconds, waitUntilStored } from './support/local-data.ts'
import {
  atRest,
  bring,
  eventually,
  field,
  goOffline,
  goOnline,
  plain,
  SOON,
  save,
  see,
  seeNotice,
  seeTitle,
  waitUntilOfflineReady,
  waitUntilUpToDate,
} from './support/people.ts'

/** A company made from nothing gives itself its lists: the director without a signal, the rep's phone, and an administrator. */

const NATURE = 'Visite technique'
/** A Wednesday of the weeks that devices hold. */
const VISIT = addDays(mondayOf(addDays(today('Europe/Paris'), 7)), 2)
const [DIRECTOR, REP] = ['paul@forez.example.com', 'nadia@forez.example.com']

let server: DemoServer
let boss: Device
let phone: Device
let desk: Device
let company: string
const at = (path: string): string => `${server.web('forez')}/manager/${path}`

beforeAll(async () => {
  server = await openDemoServer()
  ;[boss, phone, desk] = await Promise.all([launchChromium(), launchChromium({ mobile: true }), launchChromium()])
  for (const { context } of [boss, phone, desk]) context.setDefaultTimeout(SOON)
}, SETUP)

afterAll(async () => {
  try {
    for (const device of [boss, phone, desk]) await device?.close()
  } finally {
    await server?.dispose()
  }
})

const choose = async (page: Page, label: string, option: string): Promise<void> => {
  await field(page, label).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
/** Labels of a list, as its page shows them; an entry that is not sent yet has a second link. */
const entriesOf = async (page: Page, list: string): Promise<string[]> =>
  (await page.getByRole('list', { name: list }).getByRole('link').allTextContents()).filter(
    (one) => one !== 'en attente',
  )

it('an administrator makes the company, whose director and rep enter', async () => {
  const call = async (method: string, path: string, { token, body }: { token?: string; body?: unknown } = {}) => {
    const answer = await ask({ port: server.port, host: 'admin', method, path, token, body })
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return (answer.body as { data: Row }).data
  }
  const { token } = (await call('POST', '/login', { body: { email: ADMIN, password: PASSWORD } })) as { token: string }
  company = String((await call('POST', '/admin/company', { token, body: { NOM: 'Toits du Forez', key: 'forez' } })).id)
  const query = `company_id=${company}`
  for (const [{ page }, MAIL, ROLES] of [
    [boss, DIRECTOR, ['commercial_director']],
    [phone, REP, ['commercial']],
  ] as const) {
    const body = { NOM: MAIL.split('@')[0], MAIL, ROLES }
    const { IDPERSONNEL } = await call('POST', `/admin/personnels?${query}`, { token, body })
    await call('GET', `/admin/send_installation_mail?IDPERSONNEL=${IDPERSONNEL}&${query}`, { token })
    await eventually(() => passwordLink(server, 'forez', MAIL)).toBeDefined()
    await enter(page, MAIL, `${server.web('forez')}${await passwordLink(server, 'forez', MAIL)}`)
    await waitUntilOfflineReady(page)
  }
})

it('[SET-03 create] [SET-03 lists] the director adds an agency and a nature without a signal; once sent, the rep’s phone has both within seconds', async () => {
  const { page } = boss
  await goOffline(boss)
  await page.goto(at('parametres'))
  await page.getByRole('link', { name: 'Agences' }).click()
  await seeTitle(page, 'Agences')
  await page.getByRole('link', { name: 'Ajouter une agence' }).click()
  await field(page, 'Libellé').fill('Forez Nord')
  await field(page, 'Ville').fill('Feurs')
  await field(page, 'Téléphone').fill('04 77 91 00 01')
  await save(page)
  await seeNotice(page, 'Création Agence réussie')
  await seeTitle(page, 'Agences')
  await see(page, 'en attente')
  await eventually(() => entriesOf(page, 'Agences')).toContain('Forez Nord')

  await page.goto(at('liste/ORIGINE_CAMPAGNE'))
  await see(page, 'Cette liste est vide.')
  await page.goto(at('liste/NATURE_RDV'))
  await page.getByRole('link', { name: 'Ajouter une nature' }).click()
  await field(page, 'Libellé').fill(NATURE)
  await choose(page, 'Rôle dans l’application', 'Autre')
  await see(page, 'Aucune règle : réunion, formation, congé…')
  await field(page, 'Durée (minutes)').fill('120')
  await save(page)
  await seeNotice(page, 'Création Nature réussie')
  await goOnline(boss)
  await waitUntilUpToDate(page)
  await storedWithinSeconds(phone.page, { references: 'Forez Nord' })
  await storedWithinSeconds(phone.page, { references: NATURE })
})

it('[SET-03 reorder] moves it to the first place by the keyboard', async () => {
  const { page } = boss
  const natures = () => entriesOf(page, 'Natures de rendez-vous')
  const up = page.getByRole('button', { name: `Monter : ${NATURE}` })
  await up.waitFor()
  const count = (await atRest(natures)).length
  await up.focus()
  for (let place = count - 1; place > 0; place--) {
    await page.keyboard.press('Enter')
    await eventually(async () => (await natures()).indexOf(NATURE)).toBe(place - 1)
  }
  // At the top the button is disabled: the other one of the row has the focus.
  const focused = (): Promise<string | null> =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null)
  await eventually(async () => plain(await focused())).toBe(`Descendre : ${NATURE}`)
  await waitUntilUpToDate(page)
})

let booked: string

it('[SET-03 lists] the rep’s phone shows both, and books with the nature, whose length it proposes', async () => {
  const { page } = phone
  await page.goto(at('client/create'))
  await field(page, 'Agence').click()
  await bring(page, page.getByRole('option', { name: 'Forez Nord' }))
  await page.goto(at(`rdv/create?RDV_DEBUT=${VISIT}%2009:00&RDV_FIN=${VISIT}%2010:00`))
  await field(page, 'Objet').fill('Toiture Martin')
  await field(page, 'Nature').click()
  const option = page.getByRole('option', { name: NATURE })
  await bring(page, option)
  // The new nature and its new place are two writes: the phone may get them one after the other.
  await eventually(() => page.getByRole('option').first().textContent()).toBe(NATURE)
  await option.click()
  await eventually(() => field(page, 'Fin, heure').inputValue()).toBe('11:00')
  await save(page)
  await seeNotice(page, 'Création Rendez-vous réussie')
  await waitUntilUpToDate(page)
  const { token } = await page.evaluate(
    () => JSON.parse(localStorage.getItem('lolapp.auth') ?? '{}') as { token: string },
  )
  const list = await ask({ port: server.port, host: 'forez', method: 'GET', path: '/rdvs', token })
  const rdv = (list.body as { data: Row[] }).data.find(({ RDV_OBJET }) => RDV_OBJET === 'Toiture Martin')
  expect(rdv).toBeDefined()
  booked = String(rdv?.IDRDV)
})

it('[SET-03 archive] once archived, the appointment keeps its name, also without a signal, and the form proposes it no more', async () => {
  const { page } = boss
  await page.goto(at('liste/NATURE_RDV'))
  await page.getByRole('button', { name: `Archiver : ${NATURE}` }).click()
  await see(page, `« ${NATURE} » n’est plus proposé. Les fiches qui l’ont le gardent.`)
  await eventually(() => entriesOf(page, 'Archivées')).toEqual([NATURE])
  await waitUntilUpToDate(page)

  const { page: theirs } = phone
  await theirs.goto(at('rdv/create'))
  await field(theirs, 'Nature').click()
  await theirs.getByRole('option', { name: 'Métré' }).waitFor()
  await eventually(() => theirs.getByRole('option', { name: NATURE }).count()).toBe(0)
  await goOffline(phone)
  await theirs.goto(at(`rdv/${booked}`))
  await see(theirs, NATURE)
  await theirs.goto(at(`rdv/${booked}/edit`))
  await eventually(() => field(theirs, 'Nature').inputValue()).toBe(NATURE)
  await goOnline(phone)
})

it('[SET-03 rename] an administrator renames an agency and brings the nature back; the phone gets both', async () => {
  const { page } = desk
  await signInAsAdmin(page, server)
  const admin = `${server.web('admin')}/admin/company/${company}`
  await page.goto(`${admin}?onglet=listes`)
  await page.getByRole('link', { name: 'Forez Nord' }).click()
  await field(page, 'Libellé').fill('Plaine du Forez')
  await save(page)
  await seeNotice(page, 'Modification Agence réussie')
  await storedWithinSeconds(phone.page, { references: 'Plaine du Forez' })
  await page.goto(`${admin}?onglet=listes&liste=NATURE_RDV`)
  await page.getByRole('button', { name: `Proposer à nouveau : ${NATURE}` }).click()
  await eventually(() => entriesOf(page, 'Natures de rendez-vous')).toContain(NATURE)

  const { page: theirs } = phone
  await theirs.goto(at('client/create'))
  await field(theirs, 'Agence').click()
  await bring(theirs, theirs.getByRole('option', { name: 'Plaine du Forez' }))
  await theirs.goto(at('rdv/create'))
  await field(theirs, 'Nature').click()
  await bring(theirs, theirs.getByRole('option', { name: NATURE }))
})

const FORM = 'Visite de toiture'
/** The project on which the rep fills it. */
let projet: string
const tokenOf = (page: Page): Promise<string> =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('lolapp.auth') ?? '{}') as { token: string }).token)
const addQuestion = async (page: Page, label: string, type: string): Promise<void> => {
  await page.getByRole('button', { name: 'Ajouter une question' }).click()
  // The former question's field has gone.
  await eventually(() => field(page, 'Question').inputValue()).toBe('')
  await field(page, 'Question').fill(label)
  await choose(page, 'Type de réponse', type)
}

it('[SET-04 forms] the director builds its first report form without a signal; the rep fills it without one; the report keeps the form that it answered', async () => {
  const { page } = boss
  await goOffline(boss)
  await page.goto(at('parametres'))
  await page.getByRole('link', { name: 'Formulaires de compte rendu' }).click()
  await see(page, 'Aucun formulaire. Créez le premier : il sera proposé sur tous les appareils.')
  await page.getByRole('link', { name: 'Créer un formulaire' }).click()
  await field(page, 'Titre').fill(FORM)
  await addQuestion(page, 'Couverture', 'Choix')
  await field(page, 'Options').fill('Tuiles\nArdoises')
  await addQuestion(page, 'Tuiles cassées', 'Photo')
  await page.getByRole('switch', { name: 'Réponse obligatoire' }).press('Space')
  await choose(page, 'Quand la poser', 'Selon la réponse à « Couverture »')
  await addQuestion(page, 'Accord du client', 'Signature')
  const preview = page.getByRole('region', { name: 'Aperçu sur un téléphone' })
  await eventually(() => preview.getByText('Tuiles cassées').count()).toBe(0)
  await preview.getByRole('combobox', { name: 'Couverture' }).click()
  await page.getByRole('option', { name: 'Tuiles', exact: true }).click()
  await preview.getByText('Tuiles cassées').waitFor()
  await save(page)
  await seeNotice(page, 'Création Formulaire réussie')
  await goOnline(boss)
  await waitUntilUpToDate(page)
  await storedWithinSeconds(phone.page, { references: FORM })

  let { page: theirs } = phone
  const post = async (path: string, body: object): Promise<Row> => {
    const token = await tokenOf(theirs)
    const answer = await ask({ port: server.port, host: 'forez', method: 'POST', path, token, body })
    expect([path, answer.status]).toEqual([path, 201])
    return (answer.body as { data: Row }).data
  }
  const { IDCLIENT } = await post('/clients', { NOM: 'Thevenet', VILLE: 'Feurs' })
  projet = String((await post('/projets', { IDCLIENT, DESCRIPTION: 'Toiture' })).IDPROJET)
  await theirs.goto(at(`rapport?idProjet=${projet}`))
  // The company's only form opens by itself.
  await theirs.getByRole('combobox', { name: 'Couverture' }).waitFor({ timeout: SOON })
  await waitUntilStored(theirs, { clients: String(IDCLIENT), projets: projet })
  await goOffline(phone)
  await theirs.getByRole('combobox', { name: 'Couverture' }).click()
  await theirs.getByRole('option', { name: 'Tuiles', exact: true }).click()
  const photo = await theirs.evaluate(async () => {
    const canvas = new OffscreenCanvas(800, 600)
    canvas.getContext('2d')?.fillRect(0, 0, 400, 300)
    const blob = await canvas.convertToBlob({ type: 'image/jpeg' })
    return [...new Uint8Array(await blob.arrayBuffer())]
  })
  await theirs
    .getByLabel('Ajouter une photo : Tuiles cassées', { exact: true })
    .setInputFiles({ name: 'toit.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(photo) })
  await theirs.getByAltText('Tuiles cassées, photo 1').waitFor()
  await field(theirs, 'Nom du signataire').fill('Rose Thevenet')
  await theirs.getByRole('button', { name: 'Signer avec le nom saisi' }).click()
  // FILE-12: the camera is opened once more, and the phone ends the page.
  await eventually(() => draftPictures(theirs)).toBe(2)
  theirs = await endedByPhone(theirs)
  phone = { ...phone, page: theirs }
  for (const alt of ['Tuiles cassées, photo 1', /^Signature\s: Accord du client$/])
    await eventually(() =>
      theirs.getByAltText(alt).evaluate((image: HTMLImageElement) => image.naturalWidth),
    ).toBeGreaterThan(0)
  await eventually(() => theirs.getByRole('combobox', { name: 'Couverture' }).inputValue()).toBe('Tuiles')
  await save(theirs)
  await seeNotice(theirs, 'Création Compte rendu réussie')

  await page.getByRole('link', { name: FORM }).click()
  await page.getByRole('button', { name: 'Modifier la question : Couverture' }).click()
  await field(page, 'Question').fill('Matériau du toit')
  await save(page)
  await seeNotice(page, 'Modification Formulaire réussie')
  await waitUntilUpToDate(page)

  await goOnline(phone)
  await theirs.goto(at('rapport'))
  await waitUntilUpToDate(theirs)
  await waitUntilStored(theirs, { references: 'Matériau du toit' })
  await goOffline(phone)
  await theirs
    .getByRole('link', { name: new RegExp(`^${FORM}`) })
    .last()
    .click()
  await see(theirs, 'Couverture')
  await see(theirs, 'Rempli avec la version 1 du formulaire ; il en est à la version 2.')
  const report = new URL(theirs.url()).search
  await goOnline(phone)

  // The director's device has neither the words nor the pictures from before: they come with the report.
  await page.goto(at(`rapport${report}`))
  await see(page, 'Couverture')
  await eventually(() => page.locator('dl img').count()).toBe(2)
  expect(await page.getByText('Matériau du toit').count()).toBe(0)
})

const LABEL = 'Chantier pilote'
const ARTICLE = 'Faîtière en zinc'

it('[SET-05 labels] [SET-08 price-list] (phone) a new label and a new article are on the rep’s phone within seconds, and its forms offer them', async () => {
  const { page } = boss
  const { page: theirs } = phone
  await theirs.goto(at('client/create'))
  await waitUntilUpToDate(theirs)
  await page.goto(at('liste/LABEL'))
  await page.getByRole('link', { name: 'Ajouter une étiquette' }).click()
  await field(page, 'Libellé').fill(LABEL)
  await save(page)
  await seeNotice(page, 'Création Étiquette réussie')
  await waitUntilUpToDate(page)
  await storedWithinSeconds(theirs, { references: LABEL })
  await field(theirs, 'Étiquettes').click()
  await theirs.getByRole('option', { name: LABEL }).waitFor()

  await theirs.goto(at(`projet/${projet}`))
  await seeTitle(theirs, 'Toiture')
  await page.goto(at('article/create'))
  await field(page, 'Référence').fill('ZINC-1')
  await field(page, 'Libellé').fill(ARTICLE)
  await field(page, 'Prix HT').fill('24,90')
  await save(page)
  await seeNotice(page, 'Création Article réussie')
  await waitUntilUpToDate(page)
  await storedWithinSeconds(theirs, { references: ARTICLE })
  await theirs.getByRole('link', { name: 'Nouveau devis' }).first().click()
  await theirs.getByRole('button', { name: `Ajouter : ${ARTICLE}` }).waitFor()
})
