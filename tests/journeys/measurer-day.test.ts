import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, today } from '../../schemas/dates.ts'
import { type Device, launchChromium } from '../support/chromium.ts'
import { eventOf, openAgenda } from './support/agenda.ts'
import { violations } from './support/axe.ts'
import { type Clerk, type DemoServer, openDemoServer, type Row, SETUP, uniqueWord } from './support/demo-server.ts'
import {
  bring,
  eventually,
  LATER,
  pillText,
  save,
  see,
  seeNotice,
  seeTitle,
  signInAndReceive,
  waitUntilUpToDate,
} from './support/people.ts'
import { keptFiles, phonePhoto } from './support/photos.ts'

/** A measurer's day offline: the visit with its pictures and measures, the works that follow, and what the technician sees of it on site. */

const DAY = today('Europe/Paris')
const SOON_DAY = addDays(DAY, 3)
const site = uniqueWord('Chantier')
const works = uniqueWord('Pose')
const remark = uniqueWord('Accès')
const measures = uniqueWord('Cotes')
const ids = {
  client: randomUUID(),
  projet: randomUUID(),
  devis: randomUUID(),
  rdv: randomUUID(),
  intervention: randomUUID(),
}
/** Pending entries: report, link and note (edits of one record fold), two pictures. */
const WAITING = 4

let server: DemoServer
let boss: Clerk
let measurer: Device
let technician: Device
let page: Page
let measurerId: string

const open = (path: string, where = page): Promise<unknown> => where.goto(`${server.web()}/manager/${path}`)
const panel = (where: Page, name: string) => where.getByRole('region', { name, exact: true })
/** Pictures of a list that the browser has really drawn. */
const drawn = (where: Page, list: string): Promise<number> =>
  where
    .getByRole('list', { name: list, exact: true })
    .locator('img')
    .evaluateAll((all) => all.filter((image) => (image as HTMLImageElement).naturalWidth > 0).length)

async function makeVisit(): Promise<void> {
  const rep = await server.clerk('commercial@example.com')
  const { IDAGENCE } = await boss.one(`/personnels/${rep.id}`)
  const technicianId = (await server.clerk('technicien@example.com')).id
  const natures = (await boss.all('/natures-rdv')) as { IDNATURE_RDV: string; CODE: string }[]
  const { client: IDCLIENT, projet: IDPROJET } = ids
  await boss.write('POST', '/clients', { IDCLIENT, NOM: site, PORTABLE: '0639980066', IDAGENCE })
  await boss.write('POST', '/projets', {
    IDPROJET,
    IDCLIENT,
    IDAGENCE,
    IDRESPONSABLEPROJET: rep.id,
    DESCRIPTION: works,
  })
  const line = { id: 'l1', LIBELLE: 'Pose', UNITE: 'u', QUANTITE: 1, PRIX_UNITAIRE_HT: 100_000, TAUX_TVA: 1000 }
  await boss.write('POST', '/devis', { IDDEVIS: ids.devis, IDPROJET, IDCLIENT, OBJET: works, LIGNES: [line] })
  await boss.write('POST', '/rdvs', {
    IDRDV: ids.rdv,
    RDV_OBJET: site,
    IDPROJET,
    IDNATURE_RDV: natures.find(({ CODE }) => CODE === 'Metre')?.IDNATURE_RDV,
    IDPERSONNELS: [measurerId],
    RDV_DEBUT: `${DAY} 06:00`,
    RDV_FIN: `${DAY} 07:00`,
  })
  const [DEBUT, FIN] = [`${SOON_DAY} 08:00`, `${SOON_DAY} 17:00`]
  await boss.write('POST', '/interventions', {
    IDINTERVENTION: ids.intervention,
    IDPROJET,
    RDV_OBJET: works,
    RDV_DEBUT: DEBUT,
    RDV_FIN: FIN,
    IDINTERVENTION_PLANNING: [{ id: 'p', IDPERSONNEL: technicianId, DEBUT, FIN }],
  })
}

beforeAll(async () => {
  server = await openDemoServer()
  boss = await server.clerk('directeur@example.com')
  measurerId = (await server.clerk('metreur@example.com')).id
  await makeVisit()
  ;[measurer, technician] = await Promise.all([launchChromium({ mobile: true }), launchChromium({ mobile: true })])
  page = measurer.page
  await signInAndReceive(page, server.web(), 'metreur@example.com')
  await signInAndReceive(technician.page, server.web(), 'technicien@example.com')
  await open('intervention-technicien', technician.page)
  await seeTitle(technician.page, 'Mes interventions')
  await measurer.setOffline(true)
  await server.kill()
}, SETUP)

afterAll(async () => {
  try {
    await measurer?.close()
    await technician?.close()
  } finally {
    await server?.dispose()
  }
})

it('[MGR-03] [CAL-07] finds the visit in the day’s agenda', async () => {
  await openAgenda(page, server.web(), DAY, 'timeGridDay')
  await eventually(() => eventOf(page, ids.rdv).getAttribute('aria-label')).toContain(site)
})

it('[MGR-11] [SYN-09] takes pictures at the visit, and writes its measures', async () => {
  await open(`rdv/${ids.rdv}`)
  await seeTitle(page, site)
  await page.getByLabel('Ajouter une photo', { exact: true }).setInputFiles(await phonePhoto(page, 'IMG_0001.JPG'))
  await eventually(() => drawn(page, 'Photos')).toBe(1)
  await page.getByRole('link', { name: 'Compte rendu' }).click()
  await page.getByRole('list', { name: 'Formulaires' }).getByRole('link', { name: /^Note/ }).click()
  await page.getByRole('textbox', { name: 'Texte', exact: true }).fill(measures)
  await save(page)
  await see(page, 'Création Compte rendu réussie')
})

it('[MGR-11] links the quote to the works, and leaves the technician a note and a picture', async () => {
  await open('intervention-metreur')
  await seeTitle(page, 'Liaison interventions')
  const link = page.getByRole('button', { name: `Lier un devis à l’intervention ${site}` })
  await bring(page, link)
  await link.click()
  await page.getByRole('dialog', { name: 'Lier un devis' }).getByRole('radio').check()
  await page.getByRole('button', { name: 'Enregistrer le lien' }).click()
  await seeNotice(page, 'Lien enregistré')
  await open('intervention-metreur?vue=all')
  const notes = page.getByRole('button', { name: `Notes pour le technicien, ${site}` })
  await bring(page, notes)
  await notes.click()
  const sheet = page.getByRole('dialog', { name: 'Notes et photos pour le technicien' })
  await sheet.getByLabel('Ajouter une photo', { exact: true }).setInputFiles(await phonePhoto(page, 'IMG_0002.JPG'))
  await eventually(() => drawn(page, 'Photos pour le technicien')).toBe(1)
  await eventually(() => violations(page)).toEqual([])
  await sheet.getByLabel('Nouvelle note').fill(remark)
  await sheet.getByRole('button', { name: 'Ajouter la note' }).click()
  await seeNotice(page, 'Note ajoutée')
})

it('[SYN-05] a reload keeps all of it, still pending', async () => {
  await page.reload()
  await eventually(() => pillText(page)).toBe(`Hors ligne · ${WAITING} à envoyer`)
  await open(`rdv/${ids.rdv}`)
  await eventually(() => drawn(page, 'Photos')).toBe(1)
  const photos = await keptFiles(page)
  expect(photos.map((photo) => [photo.origin, photo.state])).toEqual([
    ['photo', 'pending'],
    ['photo', 'pending'],
  ])
})

it('[SYN-03] [SYN-09] the server is back: link, note, measures and pictures are on the server, each once', async () => {
  await server.start()
  await measurer.setOffline(false)
  await waitUntilUpToDate(page)
  const done = await boss.one(`/interventions/${ids.intervention}`)
  expect(done.IDDEVIS).toBe(ids.devis)
  expect((done.NOTES as Row[]).map((note) => [note.TEXTE, note.IDPERSONNEL])).toEqual([[remark, measurerId]])
  const reports = (await boss.all('/report/submission')).filter((row) => row.IDRDV === ids.rdv)
  expect(reports.map((row) => Object.values(row.REPONSES as Row))).toEqual([[measures]])
  const files = (await boss.all('/fichiers')).filter((file) => file.IDPROJET === ids.projet)
  expect(files.map((file) => [file.RESSOURCE, file.IDENREGISTREMENT]).sort()).toEqual([
    ['intervention', ids.intervention],
    ['rdv', ids.rdv],
  ])
})

it('[MGR-10] [MGR-11] [READY-2] the technician has the note and both pictures on site, with no network, without having opened them before', async () => {
  const { page: van } = technician
  await waitUntilUpToDate(van)
  // They were downloaded because his list was open when they arrived.
  await eventually(async () => (await keptBytes(van)) >= 2, LATER).toBe(true)
  // The browser deleted them, so he prepares his week again the evening before.
  await dropBytes(van)
  await van.goto(`${server.web()}/manager`)
  const ready = panel(van, 'Prêt pour demain')
  await ready.getByText(/^2 fichiers de ces projets sont à recevoir/).waitFor()
  await ready.getByRole('button', { name: 'Préparer maintenant' }).click()
  await ready.getByText(/^Tout ce qu’il faut jusqu’au /).waitFor()
  await open('intervention-technicien', van)
  await technician.setOffline(true)
  await server.kill()
  const row = panel(van, 'À venir').getByRole('listitem').filter({ hasText: site })
  await row.getByRole('link').click()
  await seeTitle(van, works)
  await see(van, remark)
  await eventually(() => drawn(van, 'Photos')).toBe(1)
  await eventually(() => drawn(van, 'Photos du projet')).toBe(1)
  await eventually(() => violations(van)).toEqual([])
  await panel(van, 'Photos du projet').getByRole('button').first().click()
  const viewer = van.getByRole('dialog', { name: /^Photo, le/ })
  await eventually(() =>
    viewer.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth),
  ).toBeGreaterThan(0)
})

/** Accesses the stored file bytes of this device without the app. */
const onBytes = (where: Page, act: 'count' | 'clear'): Promise<number> =>
  where.evaluate(async (act) => {
    const answered = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    let count = 0
    for (const { name } of await indexedDB.databases()) {
      if (!name?.endsWith('-files')) continue
      const db = await answered(indexedDB.open(name))
      const bytes = db.transaction('bytes', 'readwrite').objectStore('bytes')
      count += await answered(bytes.count())
      if (act === 'clear') await answered(bytes.clear())
      db.close()
    }
    return count
  }, act)
const keptBytes = (where: Page): Promise<number> => onBytes(where, 'count')
const dropBytes = (where: Page): Promise<number> => onBytes(where, 'clear')
