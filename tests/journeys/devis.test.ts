import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, today } from '../../schemas/dates.ts'
import { isClosed } from '../../schemas/rules/project-lists.ts'
import { type Device, launchChromium } from '../support/chromium.ts'
import { pdfText } from '../support/pdf-text.ts'
import { violations } from './support/axe.ts'
import { type Clerk, type DemoServer, openDemoServer, type Row, SETUP, uniqueWord } from './support/demo-server.ts'
import { atRest, eventually, LATER, pillText, plain, see, seeTitle, signInAndReceive } from './support/people.ts'

/** A quote from its lines to its reminders, then the ranking and the pipeline: all with the server stopped. One story, told in order. */

const DAY = today('Europe/Paris')
const YEAR = { from: `${DAY.slice(0, 4)}-01-01`, to: `${DAY.slice(0, 4)}-12-31` }
const object = uniqueWord('Objet')
const mail = `${object.toLowerCase()}@example.com`

let server: DemoServer
let rep: Device
let director: Device
let page: Page
let self: Clerk
let boss: Clerk
/** A project with a customer and a site; one that lacks both addresses. */
let projet: string
let bare: { devis: string; client: string }
let quoteUrl: string
let ranking: Row[]
let projets: Row[]

beforeAll(async () => {
  server = await openDemoServer()
  ;[rep, director] = await Promise.all([launchChromium(), launchChromium()])
  page = rep.page
  self = await server.clerk('commercial@example.com')
  boss = await server.clerk('directeur@example.com')
  const [adresse, client, poor, devis] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  projet = randomUUID()
  const other = randomUUID()
  await self.write('POST', '/adresse', {
    IDADRESSE: adresse,
    ADRESSE: '3 rue des Lilas',
    CODE_POSTAL: '44000',
    VILLE: 'Nantes',
  })
  await self.write('POST', '/clients', {
    IDCLIENT: client,
    NOM: object,
    MAIL: mail,
    PORTABLE: '0639980055',
    IDADRESSE: adresse,
  })
  await self.write('POST', '/projets', {
    IDPROJET: projet,
    IDCLIENT: client,
    DESCRIPTION: object,
    ADRESSE_CHANTIER: adresse,
  })
  await self.write('POST', '/clients', { IDCLIENT: poor, NOM: uniqueWord('Sansadresse') })
  await self.write('POST', '/projets', { IDPROJET: other, IDCLIENT: poor })
  const line = { id: 'l', LIBELLE: 'Porte', UNITE: 'u', QUANTITE: 1, PRIX_UNITAIRE_HT: 10_000, TAUX_TVA: 1000 }
  await self.write('POST', '/devis', { IDDEVIS: devis, IDPROJET: other, IDCLIENT: poor, LIGNES: [line] })
  bare = { devis, client: poor }
  ranking = ((await self.call('GET', `/ranking?DATE_DEBUT=${YEAR.from}&DATE_FIN=${YEAR.to}`)).body as { data: Row[] })
    .data
  projets = await boss.all('/projets')
  await signInAndReceive(page, server.web(), 'commercial@example.com')
  await signInAndReceive(director.page, server.web(), 'directeur@example.com')
  await Promise.all([rep.setOffline(true), director.setOffline(true)])
  await server.kill()
}, SETUP)

afterAll(async () => {
  try {
    await rep?.close()
    await director?.close()
  } finally {
    await server?.dispose()
  }
})

/** Presses Tab until the element with this name has the focus. */
async function tabTo(name: string | RegExp, key = 'Tab'): Promise<void> {
  const focused = (): Promise<string> =>
    page.evaluate(() => {
      const at = document.activeElement
      const labels = at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement ? [...(at.labels ?? [])] : []
      return at?.getAttribute('aria-label') ?? labels[0]?.textContent ?? at?.textContent ?? ''
    })
  for (let i = 0; i < 80; i++) {
    await page.keyboard.press(key)
    const words = plain(await focused())
      .replace(/\s*\*$/, '')
      .trim()
    if (typeof name === 'string' ? words === name : name.test(words)) return
  }
  throw new Error(`The keyboard never reached ${name}`)
}

const type = async (label: string, text: string): Promise<void> => {
  await tabTo(label)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
  // Each key at its field: a lost one is told here, not by a wrong total later.
  const typed = (): Promise<string> =>
    page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.value.replace(/\s/g, '') ?? '')
  await eventually(typed).toMatch(new RegExp(`^${text}(€)?$`))
}

const amounts = async (): Promise<string> =>
  ((await page.locator('dl').filter({ hasText: 'Total TTC' }).textContent()) ?? '').replace(/\s/g, ' ')

it('[MGR-20] [RES-04] writes a quote with the keyboard alone, offline; the totals follow each key', async () => {
  await page.goto(`${server.web()}/manager/devis/create?IDPROJET=${projet}`)
  await seeTitle(page, 'Nouveau devis')
  await tabTo('Ajouter une ligne')
  await page.keyboard.press('Enter')
  // The new line has the focus.
  await page.getByRole('group', { name: 'Ligne 1' }).getByLabel('Libellé').waitFor()
  await eventually(() =>
    page.evaluate(() => document.activeElement?.closest('fieldset')?.getAttribute('aria-label')),
  ).toBe('Ligne 1')
  await page.keyboard.type('Dépose')
  await type('Prix unitaire HT', '200')
  await tabTo('Ajouter une ligne')
  await page.keyboard.press('Enter')
  await eventually(() =>
    page.evaluate(() => document.activeElement?.closest('fieldset')?.getAttribute('aria-label')),
  ).toBe('Ligne 2')
  await page.keyboard.type('Fenêtre')
  await type('Quantité', '2')
  await type('Prix unitaire HT', '1000,50')
  await type('Remise %', '10')
  await tabTo('Ajouter une description')
  await page.keyboard.press('Enter')
  await eventually(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA')
  await page.keyboard.type('Double vitrage')
  // 200 + 2 × 1 000,50 less 10 %, VAT once on the sum.
  for (const words of ['Net HT2 000,90 €', 'TVA 10 % sur 2 000,90 €200,09 €', 'Total TTC2 200,99 €'])
    await eventually(amounts).toContain(words)
  await page.keyboard.press('Alt+ArrowUp')
  const labels = () =>
    page.getByLabel('Libellé').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
  await eventually(labels).toEqual(['Fenêtre', 'Dépose'])
  // The focus does not move.
  await eventually(() => page.evaluate(() => (document.activeElement as HTMLTextAreaElement | null)?.value)).toBe(
    'Double vitrage',
  )
  await tabTo('Descendre la ligne 1')
  await page.keyboard.press('Enter')
  await eventually(labels).toEqual(['Dépose', 'Fenêtre'])
  await page.keyboard.press('Alt+ArrowUp')
  await eventually(labels).toEqual(['Fenêtre', 'Dépose'])
  await tabTo('Enregistrer')
  await page.keyboard.press('Enter')
  await see(page, 'Création Devis réussie')
  // What comes next is on the quote: saving leads to it.
  await seeTitle(page, 'Devis en attente de numéro')
  quoteUrl = page.url()
  const rows = page.getByRole('row')
  await eventually(() => rows.nth(1).textContent()).toContain('Double vitrage')
  await eventually(() => rows.nth(2).textContent()).toContain('Dépose')
})

it('[MGR-20] makes its PDF on the device', async () => {
  await page.getByRole('button', { name: 'Autres actions' }).click()
  await page.getByRole('menuitem', { name: 'Aperçu PDF' }).click()
  const sheet = page.getByRole('dialog', { name: 'Aperçu du devis' })
  await sheet.getByText(/\.pdf, \d+ Ko/).waitFor()
  const download = page.waitForEvent('download')
  await sheet.getByRole('link', { name: 'Télécharger' }).click()
  const text = (await pdfText(await readFile(await (await download).path()))).replace(/\s/g, ' ')
  for (const part of [
    object,
    'Fenêtre',
    'Double vitrage',
    'Remise 10',
    'Total TTC 2 200,99 €',
    '3 rue des Lilas',
    'Médiateur',
  ])
    expect(text).toContain(part)
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
})

it('[MGR-20] lists the missing mandatory mentions, each with a link, and transmits nothing until then', async () => {
  await page.goto(`${server.web()}/manager/devis/${bare.devis}`)
  const list = page.getByRole('list', { name: 'Mentions manquantes' })
  await list.waitFor()
  // The quote, its customer and their addresses are read one after the other.
  await eventually(() =>
    list.getByRole('listitem').evaluateAll((all) => all.map((one) => one.firstChild?.textContent)),
  ).toEqual([
    "La date d'édition du devis manque.",
    'La date de fin de validité du devis manque.',
    "L'adresse du client manque.",
    "L'adresse du chantier manque.",
  ])
  await eventually(() => page.getByRole('button', { name: 'Transmettre au client' }).isDisabled()).toBe(true)
  const links = await list.getByRole('link').evaluateAll((all) => all.map((one) => one.getAttribute('href')))
  expect(links[0]).toBe(`/manager/devis/${bare.devis}/edit`)
  expect(links[2]).toBe(`/manager/client/${bare.client}/edit`)
  expect(links[3]).toMatch(/^\/manager\/projet\/.+\/edit$/)
  await list.getByRole('link').first().click()
  await seeTitle(page, 'Modifier le devis')
})

it('[MGR-12] transmits and reminds offline; the list shows age, views and reminders', async () => {
  await page.goto(quoteUrl)
  await page.getByRole('button', { name: 'Transmettre au client' }).click()
  await see(page, 'Devis transmis')
  await page.getByRole('button', { name: 'Relancer' }).click()
  const sheet = page.getByRole('dialog', { name: /^Relancer/ })
  await sheet.getByText('Sans réseau, le message partira').waitFor()
  await sheet.getByRole('button', { name: /^Par mail/ }).click()
  await see(page, 'Relance par mail enregistrée')
  await page
    .getByRole('list', { name: 'Relances' })
    .getByText(/^Par mail/)
    .waitFor()
  await page.getByRole('link', { name: 'Relances devis' }).first().click()
  await seeTitle(page, 'Relances devis')
  await page.goto(`${server.web()}/manager/devis?etat=transmis`)
  const row = page.getByRole('listitem').filter({ hasText: object })
  await row.scrollIntoViewIfNeeded()
  await row.getByText('transmis aujourd’hui').waitFor()
  await row.getByText('jamais consulté').waitFor()
  await row.getByText('relancé aujourd’hui par mail').waitFor()
  // The oldest quote comes first: this one is the last.
  await eventually(() => page.getByRole('listitem').first().textContent()).not.toContain(object)
})

it('[MGR-05] ranks everybody offline, also those whose quotes I may not see, and opens mine', async () => {
  await page.goto(`${server.web()}/manager/classement?periode=current_year`)
  const table = page.getByRole('region', { name: 'Tableau du classement' })
  await table.waitFor()
  const cells = () =>
    table
      .locator('tbody tr')
      .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent ?? '')))
  const euros = (cents: unknown) =>
    new Intl.NumberFormat('fr-FR', { style: 'currency', currency: 'EUR' }).format(Number(cents) / 100)
  await eventually(async () => (await cells()).map((row) => [row[1]?.replace(/vous$/, ''), row[6]])).toEqual(
    ranking.map((row) => [row.NOM_COMPLET, euros(row.total)]),
  )
  expect(ranking.length).toBeGreaterThan(1)
  const mine = table.locator('tr[aria-current]')
  await eventually(() => mine.count()).toBe(1)
  const me = ranking.find((row) => row.IDPERSONNEL === self.id) as Row
  const { count } = me.signed as { count: number }
  expect(count).toBeGreaterThan(0)
  await mine.getByRole('button', { name: /signés/ }).click()
  const sheet = page.getByRole('dialog', { name: /^Devis signés/ })
  await eventually(() => sheet.getByRole('listitem').count()).toBe(count)
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  // A colleague's figure is shown, but I may not read their quotes.
  const other = ranking.find((row) => row.IDPERSONNEL !== self.id && (row.signed as { count: number }).count > 0)
  if (other) {
    await table
      .getByRole('row', { name: new RegExp(String(other.NOM_COMPLET)) })
      .getByRole('button', { name: /signés/ })
      .click()
    await see(page, /ne (vous est pas ouvert|vous sont pas ouverts)/)
    await page.keyboard.press('Escape')
  }
  await page.getByRole('combobox', { name: 'Période' }).click()
  await page.getByRole('option', { name: 'Période personnalisée' }).click()
  await see(page, 'Du')
  await eventually(() => page.url()).toContain('periode=custom')
})

it('[MGR-17] [SEC] opens the pipeline and a figure offline, and saves it as a CSV', async () => {
  const { page: desk } = director
  await desk.goto(`${server.web()}/manager/suivi`)
  const steps = desk.getByRole('region', { name: 'Étapes des projets' })
  await steps.waitFor()
  const withQuote = projets.filter((one) => one.IDETAT_PROJET === 2 && !isClosed(one as never)).length
  await eventually(() => steps.getByRole('button', { name: /^Avec devis \d/ }).textContent()).toBe(
    `Avec devis${withQuote}`,
  )
  await steps.getByRole('button', { name: /^Avec devis \d/ }).click()
  const sheet = desk.getByRole('dialog', { name: 'Avec devis : Total' })
  const listed = () => sheet.getByRole('listitem').count()
  await eventually(listed).toBe(Math.min(withQuote, 50))
  for (let shown = 50; shown < withQuote; shown += 50) {
    await sheet.getByRole('button', { name: 'Afficher la suite' }).click()
    await eventually(listed).toBe(Math.min(withQuote, shown + 50))
  }
  await desk.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  await eventually(() => violations(desk)).toEqual([])
  const table = desk.getByRole('region', { name: 'Suivi par commercial et agence' })
  const rows = await atRest(() => table.locator('tbody tr').count())
  const download = desk.waitForEvent('download')
  await desk.getByRole('button', { name: 'Exporter en CSV' }).click()
  const file = await download
  // The day of the press, which may be the day after this story began.
  expect([DAY, today('Europe/Paris')].map((day) => `suivi-${day}.csv`)).toContain(file.suggestedFilename())
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(rows + 2)
  expect(lines[0]).toContain('Agence;Commercial;À affecter')
  expect(lines.at(-1)).toMatch(new RegExp(`^Total;;(\\d+;){4}${withQuote};`))
  await desk.getByText('Par agence', { exact: true }).click()
  await eventually(() => table.locator('tbody tr').count()).toBeLessThan(rows)
  await eventually(() => desk.url()).toContain('par=agence')
})

it('[MGR-12] [SYN-03] back online the quote is transmitted, the customer has both mails, and the server has the list of reminders', async () => {
  await server.start()
  await rep.setOffline(false)
  await eventually(() => pillText(page), LATER).toBe('À jour')
  const [devis = {}] = (await self.all('/devis')).filter((row) => row.IDPROJET === projet)
  expect(devis.DATE_TRANSMISSION).toEqual(expect.any(String))
  expect((devis.RELANCES as Row[]).map(({ CANAL, IDPERSONNEL }) => [CANAL, IDPERSONNEL])).toEqual([['mail', self.id]])
  const sent = async (): Promise<Row[]> => {
    const { body } = await self.call('GET', '/demo/outbox')
    return (body as { data: Row[] }).data.filter((message) => message.recipient === mail)
  }
  await eventually(async () => (await sent()).length).toBe(2)
  expect(JSON.stringify(await sent())).toContain('/devis/public#')
  // Written today, which may be the day after this story began.
  expect([DAY, today('Europe/Paris')].map((day) => addDays(day, 30))).toContain(devis.DATE_VALIDITE)
})

it('[DAY-17 variants] (offline) a copy and a variant are made, and shown to the customer side by side, without a network', async () => {
  await rep.setOffline(true)
  await page.goto(quoteUrl)
  const act = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: 'Autres actions' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await act('Dupliquer')
  await seeTitle(page, 'Devis en attente de numéro')
  // The copy is a draft, whatever became of its original.
  await page.getByRole('button', { name: 'Transmettre au client' }).waitFor()
  await act('Nouvelle variante')
  await page.getByRole('button', { name: 'Créer la variante' }).click()
  await seeTitle(page, 'Modifier le devis')
  await page.getByRole('group', { name: 'Ligne 2' }).getByLabel('Quantité').fill('3')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await seeTitle(page, 'Devis en attente de numéro')
  await page.getByRole('link', { name: 'Comparer' }).click()
  await seeTitle(page, 'Vos propositions')
  // The customer holds the device: nothing of the app is on it.
  await eventually(() => page.getByRole('navigation').count()).toBe(0)
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await row('Dépose').getByText('diffère').waitFor()
  expect(await row('Fenêtre').getByText('diffère').count()).toBe(0)
  await eventually(() => violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Voir le détail : Confort' }).click()
  await see(page, 'Conditions')
  await eventually(() => page.getByRole('button', { name: 'Signer ici' }).isDisabled()).toBe(true)
  await eventually(() => violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Quitter' }).click()
  await page.getByRole('dialog', { name: 'Quitter l’aperçu ?' }).getByRole('button').last().click()
  await seeTitle(page, 'Devis en attente de numéro')
  await rep.setOffline(false)
  await eventually(() => pillText(page), LATER).toBe('À jour')
  const made = (await self.all('/devis')).filter((row) => row.IDPROJET === projet && row.VARIANTE !== null)
  const [eco, confort] = made.toSorted((a, b) => String(b.VARIANTE).localeCompare(String(a.VARIANTE)))
  expect([eco?.VARIANTE, confort?.VARIANTE, confort?.GROUPE_VARIANTES]).toEqual(['Éco', 'Confort', eco?.IDDEVIS])
})
