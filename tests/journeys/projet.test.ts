import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Device, launchChromium } from '../support/chromium.ts'
import { form, pdf, png } from '../support/sample-files.ts'
import { type Clerk, type DemoServer, openDemoServer, type Row, SETUP, uniqueWord } from './support/demo-server.ts'
import {
  eventually,
  goOffline,
  goOnline,
  LATER,
  seeNotice,
  seeTitle,
  signInAndReceive,
  waitUntilUpToDate,
} from './support/people.ts'

/** A rep on the page of a project: what hangs on it is added, opened and removed there, with and without a network. */

let server: DemoServer
let boss: Clerk
let rep: Clerk
let device: Device
let page: Page
let web: string
let report: Row
const [client, projet, soumission] = [randomUUID(), randomUUID(), randomUUID()]
const words = uniqueWord('Pergola')
const planName = uniqueWord('Plan')

/** An answer of each type of question; a choice takes its first option. */
const ANSWERS: Record<string, unknown> = { texte: words, texte_long: words, nombre: 3, case: true, date: '2026-11-02' }

/** A file that somebody sends from elsewhere. @returns the status */
function upload(by: Clerk, { payload, headers }: ReturnType<typeof form>): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request(
      {
        host: '127.0.0.1',
        port: server.port,
        method: 'POST',
        path: '/api/drive/upload',
        headers: { ...headers, host: `demo.localhost:${server.port}`, authorization: `Bearer ${by.token}` },
      },
      (answer) => {
        answer.resume()
        resolve(answer.statusCode ?? 0)
      },
    )
    call.once('error', reject)
    call.end(payload)
  })
}

const panel = (name: string) => page.getByRole('region', { name, exact: true })
const filesOf = async (by: Clerk): Promise<Row[]> =>
  (await by.all('/fichiers')).filter(({ IDPROJET }) => IDPROJET === projet)
const openProject = async (): Promise<void> => {
  await page.goto(`${web}/manager/projet/${projet}`)
  await seeTitle(page, words)
}

beforeAll(async () => {
  server = await openDemoServer()
  web = server.web()
  boss = await server.clerk('directeur@example.com')
  rep = await server.clerk('commercial@example.com')
  await rep.write('POST', '/clients', { IDCLIENT: client, NOM: uniqueWord('Projet'), VILLE: 'Lyon' })
  await rep.write('POST', '/projets', { IDPROJET: projet, IDCLIENT: client, DESCRIPTION: words })
  await boss.write('PUT', `/projets/${projet}`, { IDRESPONSABLEPROJET: rep.id })
  report = (await boss.all('/report'))[0] as Row
  const questions = report.CHAMPS as { id: string; TYPE: string; OPTIONS?: string[] }[]
  const REPONSES = Object.fromEntries(questions.map(({ id, TYPE, OPTIONS }) => [id, ANSWERS[TYPE] ?? OPTIONS?.[0]]))
  expect(Object.values(REPONSES)).toContain(words)
  await rep.write('POST', '/report/submission', {
    IDSOUMISSION: soumission,
    IDRAPPORT: report.id,
    IDPROJET: projet,
    REPONSES,
  })
  device = await launchChromium({ mobile: true })
  page = device.page
  await signInAndReceive(page, web, 'commercial@example.com')
}, SETUP)

afterAll(async () => {
  try {
    await device?.close()
  } finally {
    await server?.dispose()
  }
})

it('[DAY-04 reports] each report opens that report, from its panel and from the timeline', async () => {
  await openProject()
  await panel('Comptes rendus')
    .getByRole('link', { name: String(report.TITRE) })
    .click()
  await seeTitle(page, String(report.TITRE))
  await page.getByText(words, { exact: true }).first().waitFor()
  await page.goBack()
  await seeTitle(page, words)
  await panel('Historique').getByRole('link', { name: 'Compte rendu saisi' }).click()
  await seeTitle(page, String(report.TITRE))
})

it('[DAY-04 files] a document with its name and a photo are added without a network', async () => {
  await openProject()
  await goOffline(device)
  await page
    .getByLabel('Ajouter un document', { exact: true })
    .setInputFiles({ name: 'scan0001.pdf', mimeType: 'application/pdf', buffer: pdf(planName) })
  const name = page.getByRole('textbox', { name: 'Nom' })
  await eventually(() => name.inputValue()).toBe('scan0001')
  await name.fill(planName)
  await page.getByRole('dialog').getByRole('button', { name: 'Ajouter', exact: true }).click()
  await seeNotice(page, 'Document ajouté')
  await panel('Fichiers')
    .getByRole('button', { name: new RegExp(`^${planName}\\.pdf`) })
    .waitFor()
  await page
    .getByLabel('Ajouter une photo', { exact: true })
    .setInputFiles({ name: 'facade.png', mimeType: 'image/png', buffer: png('facade', 400) })
  await eventually(() => panel('Fichiers').locator('img').count()).toBe(1)
  await goOnline(device)
  await eventually(async () => (await filesOf(boss)).length, LATER).toBe(2)
  expect((await filesOf(boss)).map(({ NOM }) => NOM)).toContain(`${planName}.pdf`)
  await waitUntilUpToDate(page)
})

it('[DAY-04 files] the document is opened, from the list and from the timeline', async () => {
  for (const opener of [
    panel('Fichiers').getByRole('button', { name: new RegExp(`^${planName}\\.pdf`) }),
    panel('Historique').getByRole('button', { name: 'Document ajouté' }),
  ]) {
    // A browser without a PDF viewer saves it.
    let saved = false
    page.context().once('page', (tab) =>
      tab.once('download', () => {
        saved = true
      }),
    )
    const opened = page.context().waitForEvent('page')
    await opener.click()
    const tab = await opened
    await eventually(() => saved || tab.url().startsWith('blob:')).toBe(true)
    await tab.close()
  }
})

it('[DAY-04 files] a photo is named in its viewer without a network, for everybody', async () => {
  const name = uniqueWord('Pignon')
  await panel('Fichiers').locator('img').click()
  const nameIt = page.getByRole('dialog', { name: /^Photo, le/ }).getByRole('button', { name: 'Nommer', exact: true })
  // Its record comes a moment after « À jour »: until then there is nothing to name.
  await nameIt.waitFor({ timeout: LATER })
  await goOffline(device)
  await nameIt.click()
  await page.getByRole('textbox', { name: 'Nom', exact: true }).fill(name)
  await page.getByRole('button', { name: 'Enregistrer le nom', exact: true }).click()
  await seeNotice(page, 'Nom enregistré')
  await page.getByRole('dialog', { name: new RegExp(`^${name}, le`) }).waitFor()
  await page.keyboard.press('Escape')
  await panel('Fichiers')
    .getByRole('img', { name: new RegExp(`^${name}, le`) })
    .waitFor()
  await goOnline(device)
  await eventually(async () => (await filesOf(boss)).map(({ NOM }) => NOM), LATER).toContain(`${name}.jpg`)
  await waitUntilUpToDate(page)
})

it('[DAY-04 files] what I added I remove without a network, and take it back', async () => {
  const remove = panel('Fichiers').getByRole('button', { name: `Supprimer ${planName}.pdf` })
  // Once its record has come: until then nobody knows whose it is.
  await remove.waitFor({ timeout: LATER })
  await goOffline(device)
  await remove.click()
  await page.getByRole('button', { name: 'Oui', exact: true }).click()
  const row = panel('Fichiers').getByRole('button', { name: new RegExp(`^${planName}\\.pdf`) })
  await eventually(() => row.count()).toBe(0)
  await page.getByRole('alert').getByRole('button', { name: 'Annuler', exact: true }).click()
  await row.waitFor()

  await panel('Fichiers').locator('img').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Supprimer', exact: true }).click()
  await page.getByRole('button', { name: 'Oui', exact: true }).click()
  await eventually(() => panel('Fichiers').locator('img').count()).toBe(0)
  await goOnline(device)
  await eventually(async () => (await filesOf(boss)).map(({ NOM }) => NOM), LATER).toEqual([`${planName}.pdf`])
})

it('[DAY-04 files] a file of the office has no « Supprimer » for a rep', async () => {
  const name = uniqueWord('Bureau')
  const fields = { project_id: projet, origin: 'document', IDFICHIER: randomUUID() }
  expect(await upload(boss, form(fields, { bytes: pdf(name), name: `${name}.pdf`, type: 'application/pdf' }))).toBe(201)
  const files = panel('Fichiers')
  await files.getByRole('button', { name: new RegExp(`^${name}\\.pdf`) }).waitFor({ timeout: LATER })
  expect(await files.getByRole('button', { name: `Supprimer ${name}.pdf` }).count()).toBe(0)
  await eventually(() => files.getByRole('button', { name: `Supprimer ${planName}.pdf` }).count()).toBe(1)
})

it('[DAY-04 reopen] a cancelled project is opened again without a network', async () => {
  await goOffline(device)
  await page.getByRole('button', { name: 'Autres actions' }).click()
  await page.getByRole('menuitem', { name: 'Annuler le projet' }).click()
  await page.getByRole('radiogroup', { name: 'Motif' }).locator('label').first().click()
  await page.getByRole('button', { name: 'Arrêter le projet' }).click()
  await page.getByText(/^Arrêté le /).waitFor()
  await goOnline(device)
  await eventually(async () => (await boss.one(`/projets/${projet}`)).DATE_SANS_SUITE, LATER).not.toBeNull()
  await waitUntilUpToDate(page)

  await goOffline(device)
  await page.getByRole('button', { name: 'Autres actions' }).click()
  await page.getByRole('menuitem', { name: 'Rouvrir le projet' }).click()
  await seeNotice(page, 'Projet rouvert')
  await eventually(() => page.getByText(/^Arrêté le /).count()).toBe(0)
  await goOnline(device)
  await eventually(async () => {
    const { DATE_SANS_SUITE, ID_MOTIF_SANS_SUITE, REFUSE } = await boss.one(`/projets/${projet}`)
    return [DATE_SANS_SUITE, ID_MOTIF_SANS_SUITE, REFUSE]
  }, LATER).toEqual([null, null, 0])
})

it('[DAY-04 timeline] every row leads to its object', async () => {
  const rows = panel('Historique').getByRole('listitem')
  await eventually(() => rows.count()).toBeGreaterThan(3)
  const openers = panel('Historique').getByRole('listitem').getByRole('link')
  const buttons = panel('Historique').getByRole('listitem').getByRole('button')
  await eventually(async () => (await openers.count()) + (await buttons.count()) - (await rows.count())).toBe(0)
})
