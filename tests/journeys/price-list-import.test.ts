import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Device, launchChromium } from '../support/chromium.ts'
import { type Clerk, type DemoServer, openDemoServer, type Row, SETUP, uniqueWord } from './support/demo-server.ts'
import { eventually, see, signInAndReceive } from './support/people.ts'

/** A supplier's price list: its columns are chosen once, and the whole import is taken back. */

const word = uniqueWord('IMPORT')
let server: DemoServer
let boss: Clerk
let device: Device
let page: Page
let known: Row

const article = async (reference: string): Promise<Row | undefined> =>
  (await boss.all('/articles')).find(({ REFERENCE }) => REFERENCE === reference)
const chooseFile = async (): Promise<void> => {
  const rows = [
    ['N° fournisseur', 'Désignation', 'Tarif public', 'Remisé'],
    [`${word}-1`, 'Volet', '100', '80'],
    [`${word}-2`, 'Volet roulant', '200', '160'],
    [String(known.REFERENCE), String(known.LIBELLE), '1', '1234,56'],
  ]
  const text = rows.map((cells) => cells.join(';')).join('\r\n')
  // Before the lists are read, a file is not taken.
  await page.locator('button', { hasText: 'Choisir un fichier' }).click({ trial: true })
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'fournisseur.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
}
const open = async (): Promise<void> => {
  await page.goto(`${server.web()}/manager/tarifs/import`)
  await chooseFile()
}
/** Leaves the screen and opens it again, without a new load of the page. */
const comeBack = async (): Promise<void> => {
  await page.getByRole('link', { name: 'Retour' }).click()
  await page.getByRole('link', { name: 'Importer' }).click()
  await chooseFile()
}
const columnOf = (heading: string) => page.getByRole('combobox', { name: `Colonne « ${heading} »` })
const take = async (heading: string, target: string): Promise<void> => {
  await columnOf(heading).click()
  await page.getByRole('option', { name: target, exact: true }).click()
}

beforeAll(async () => {
  server = await openDemoServer()
  boss = await server.clerk('directeur@example.com')
  const found = (await boss.all('/articles')).find(
    ({ ARCHIVE, LIBELLE }) => ARCHIVE === 0 && !/[;"]/.test(`${LIBELLE}`),
  )
  if (!found) throw new Error('The demo company has no price list')
  known = found
  device = await launchChromium()
  page = device.page
  await signInAndReceive(page, server.web(), 'directeur@example.com')
}, SETUP)

afterAll(async () => {
  try {
    await device?.close()
  } finally {
    await server?.dispose()
  }
})

it('[SET-09 import] (catalogue journey) the columns are chosen once, also for the next visit', async () => {
  await open()
  await eventually(() => columnOf('Désignation').inputValue()).toBe('Libellé')
  await see(page, /^Choisissez la colonne de la référence/)
  await take('N° fournisseur', 'Référence')
  await take('Remisé', 'Prix HT')
  await page.getByRole('button', { name: 'Importer 3 articles' }).waitFor()
  // A load would end the write of the choice, if it came first.
  await eventually(async () => {
    await comeBack()
    return columnOf('Remisé').inputValue()
  }).toBe('Prix HT')
  await open()
  await eventually(() => columnOf('Remisé').inputValue()).toBe('Prix HT')
  await page.getByRole('button', { name: 'Importer 3 articles' }).click()
  await see(page, /^3 articles importés/)
  expect(await article(`${word}-2`)).toMatchObject({ PRIX_HT: 16_000, ARCHIVE: 0 })
  expect(await article(String(known.REFERENCE))).toMatchObject({ PRIX_HT: 123_456 })
})

it('[SET-09 import] (catalogue journey) the whole import is taken back on a later visit, but for what somebody changed since', async () => {
  await boss.write('PUT', `/articles/${(await article(`${word}-1`))?.id}`, { PRIX_HT: 8500 })
  await page.goto(`${server.web()}/manager/tarifs/import`)
  await page.getByRole('button', { name: 'Annuler tout l’import' }).click()
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Oui' }).click()
  await see(page, '2 articles remis comme avant l’import. 1 laissé :')
  await see(page, `${word}-1 : modifié depuis l’import`)
  expect(await article(String(known.REFERENCE))).toMatchObject({ PRIX_HT: known.PRIX_HT, LIBELLE: known.LIBELLE })
  expect(await article(`${word}-1`)).toMatchObject({ PRIX_HT: 8500, ARCHIVE: 0 })
  expect(await article(`${word}-2`)).toMatchObject({ ARCHIVE: 1 })
})
