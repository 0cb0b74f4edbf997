import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { today } from '../../schemas/dates.ts'
import { type Device, launchChromium } from '../support/chromium.ts'
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts'
import { pdfText } from '../support/pdf-text.ts'
import { violations } from './support/axe.ts'
import { ask, type Clerk, type DemoServer, openDemoServer, type Row, SETUP, uniqueWord } from './support/demo-server.ts'
import { eventually, field, LATER, pillText, SOON, see, seeTitle, signInAndReceive } from './support/people.ts'
import { type KeptFile, keptFiles, lookOf, PHONE, phonePhoto, sha256 } from './support/photos.ts'
import { drawSignature, hangLogo, LOGO_PX, mailedPvs, planSite, seeLogoKept } from './support/site.ts'

/** A technician's day offline: from the van to the signed PV, and what the server gets when the network is back. */

const DAY = today('Europe/Paris')
const ID = randomUUID()
const works = uniqueWord('Pose')
const note = uniqueWord('Note')
const reserve = uniqueWord('Joint')
const signer = 'Noëlle Zéphyr'
/** Pending at the end: journal (edits fold until one is sent), feedback, three pictures, the PV, its mail. */
const AT_LEAST = 7
const KB = 1024

let server: DemoServer
/** The technician's connection to the server, which breaks in the middle of uploads. */
let line: FaultProxy
let web: string
let profileDir: string
let device: Device
let page: Page
let boss: Clerk
let technician: Clerk
let projet: Row
let client: Row
let kept: KeptFile[]
/** Number of pending files, mails and entries at the end of the day. */
let waiting: number

const here = () => `${web}/manager/intervention/${ID}`
const openSite = async (): Promise<void> => {
  await page.goto(here())
  await seeTitle(page, works)
}
const panel = (name: string) => page.getByRole('region', { name, exact: true })

beforeAll(async () => {
  profileDir = await mkdtemp(join(tmpdir(), 'lolapp-technician-'))
  server = await openDemoServer()
  line = await startFaultProxy(server.port)
  web = line.urlFor('demo')
  boss = await server.clerk('directeur@example.com')
  technician = await server.clerk('technicien@example.com')
  await hangLogo(server)
  ;({ projet, client } = await planSite({ boss, technician, id: ID, works, day: DAY }))
  device = await launchChromium({ profileDir, mobile: true })
  page = device.page
}, SETUP)

afterAll(async () => {
  try {
    await device?.close()
  } finally {
    await line?.close()
    await server?.dispose()
    await rm(profileDir, { recursive: true, force: true, maxRetries: 3 })
  }
})

it('[MGR-10] [AUT-09] opens his day without network and server: today first', async () => {
  await signInAndReceive(page, web, 'technicien@example.com')
  await seeLogoKept(page)
  await device.setOffline(true)
  await server.kill()
  await page.goto(`${web}/manager/intervention-technicien`)
  await seeTitle(page, 'Mes interventions')
  const first = page.locator('section h2').first()
  await eventually(() => first.textContent()).toMatch(/^Aujourd’hui/)
  await panel('Aujourd’hui').getByRole('listitem').filter({ hasText: works }).getByRole('link').click()
  await seeTitle(page, works)
})

it('[MGR-10] begins the works, writes a note, takes pictures before and after, adds a reserve with its picture, ends the works', async () => {
  await page.getByRole('button', { name: 'Démarrer l’intervention' }).click()
  await see(page, /^En cours depuis/)
  await page.getByLabel('Photo avant', { exact: true }).setInputFiles(await phonePhoto(page, 'IMG_0001.JPG'))
  await page
    .getByRole('list', { name: 'Photos' })
    .getByRole('img', { name: /^Avant, le/ })
    .waitFor()
  await field(page, 'Nouvelle note').fill(note)
  await page.getByRole('button', { name: 'Ajouter la note' }).click()
  await see(page, note)
  await page.getByRole('button', { name: 'Ajouter une réserve' }).click()
  const sheet = page.getByRole('dialog', { name: 'Nouvelle réserve' })
  await sheet.getByRole('textbox').fill(reserve)
  await sheet.getByLabel('Photo de la réserve', { exact: true }).setInputFiles(await phonePhoto(page, 'IMG_0002.JPG'))
  await sheet.getByRole('button', { name: 'Enregistrer' }).click()
  await panel('Réserves')
    .getByRole('img', { name: /^Réserve, le/ })
    .waitFor()
  await page.getByLabel('Photo après', { exact: true }).setInputFiles(await phonePhoto(page, 'IMG_0003.JPG'))
  await page
    .getByRole('list', { name: 'Photos' })
    .getByRole('img', { name: /^Après, le/ })
    .waitFor()
  await page.getByRole('button', { name: 'Terminer les travaux' }).click()
  await see(page, /^Travaux terminés le/)
})

it('[SYN-09] stores each picture of 12 megapixels in at most 500 kB, upright, without location or device data', async () => {
  await eventually(async () => (await keptFiles(page)).map((photo) => photo.origin).sort()).toEqual([
    'photo_apres',
    'photo_avant',
    'photo_reserve',
  ])
  const photos = await keptFiles(page)
  for (const { bytes, sha256: name } of photos) {
    expect(bytes.length).toBeGreaterThan(50 * KB)
    expect(bytes.length).toBeLessThanOrEqual(500 * KB)
    expect(sha256(bytes)).toBe(name)
    for (const word of ['Exif', PHONE]) expect(bytes.includes(word)).toBe(false)
    const { width, height, topRight } = await lookOf(page, bytes)
    expect([height > width, Math.abs(height / width - 4 / 3) < 0.01]).toEqual([true, true])
    expect((topRight[0] ?? 0) > 200 && (topRight[1] ?? 255) < 60).toBe(true)
  }
})

it('[INT-02] [INT-03] « Bon » and the mail are refused without a PV, with the product’s messages', async () => {
  await page.getByRole('button', { name: 'Bon', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Erreur' })
  await dialog.getByText("Le PV n'existe pas").waitFor()
  await dialog.getByRole('button').click()
  await dialog.waitFor({ state: 'detached' })
})

it('[INT-01] [MGR-18] an empty signature is refused; signed, the PV is made on the phone', async () => {
  await page.getByRole('link', { name: 'Faire signer le PV' }).click()
  await seeTitle(page, 'Signature du PV')
  await see(page, reserve)
  await field(page, 'Nom du signataire').fill(signer)
  await page.getByRole('button', { name: 'Signer le PV' }).click()
  await see(page, /^La signature est vide/)
  await drawSignature(page)
  await page.getByRole('button', { name: 'Signer le PV' }).click()
  await seeTitle(page, works)
  await see(page, /^Le PV est signé/)
  const pv = (await keptFiles(page)).find((file) => file.origin === 'intervention_sign_pv')
  expect(pv?.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pv?.bytes.toString('latin1'), 'the logo').toContain(`/Width ${LOGO_PX}\n`)
  const text = await pdfText(pv?.bytes ?? Buffer.alloc(0))
  for (const part of ['Procès-verbal de réception', works, reserve, `Signé par ${signer}`, String(client.NOM)])
    expect(text).toContain(part)
})

it('[INT-02] [I13] a signed PV can be neither signed again nor edited', async () => {
  await page.goto(`${here()}/sign`)
  await see(page, /déjà signé/)
  await page.goto(`${here()}/edit`)
  await see(page, /elle ne change plus/)
})

it('[INT-03] gives the good feedback and requests the mail, all pending', async () => {
  await openSite()
  await page.getByRole('button', { name: 'Bon', exact: true }).click()
  await see(page, /^Retour «\sBon\s»/)
  await page.getByRole('button', { name: 'Envoyer le PV au client' }).click()
  await see(page, 'Envoi au client en attente du réseau')
  await page.goto(`${web}/manager/synchronisation`)
  const rows = page.getByRole('list', { name: 'À envoyer' }).getByRole('listitem')
  await rows.filter({ hasText: 'Envoi du PV au client' }).waitFor()
  // Entries, files and mails are read one after the other.
  await eventually(async () => {
    waiting = await rows.count()
    return waiting >= AT_LEAST && (await pillText(page)) === `Hors ligne · ${waiting} à envoyer`
  }).toBe(true)
})

const seeItAllWaiting = async (): Promise<void> => {
  await openSite()
  await eventually(() => pillText(page)).toBe(`Hors ligne · ${waiting} à envoyer`)
  await see(page, /^Retour «\sBon\s»/)
  await see(page, note)
  const thumbnails = page.getByRole('list', { name: 'Photos' }).locator('img')
  await eventually(() => thumbnails.count()).toBe(3)
  for (const thumbnail of await thumbnails.all())
    await eventually(() => thumbnail.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await page.goto(`${web}/manager/synchronisation`)
  const rows = page.getByRole('list', { name: 'À envoyer' }).getByRole('listitem')
  await eventually(() => rows.count()).toBe(waiting)
  await rows.filter({ hasText: 'PV de réception.pdf' }).waitFor()
}

it('[SYN-09] [FILE-9] a reload keeps all of it visible', async () => {
  await page.reload()
  await seeItAllWaiting()
})

it('[SYN-09] [FILE-9] closing and reopening the browser keeps all of it too', async () => {
  await device.close()
  device = await launchChromium({ profileDir, mobile: true, offline: true })
  page = device.page
  await seeItAllWaiting()
  kept = await keptFiles(page)
  expect(kept).toHaveLength(4)
})

it('[SYN-09] [FILE-4] [FILE-5] the server is back, the line breaks twice, and the server has every hash exactly once', async () => {
  await openSite()
  await page.evaluate(() => Object.assign(window, { neverReloaded: true }))
  await server.start()
  const cut = line.add({ kind: 'drop-request', method: 'PUT', path: '/api/drive/upload/', skip: 1 })
  const lost = line.add({ kind: 'drop-response', method: 'POST', path: '/api/drive/upload' })
  await device.setOffline(false)
  await eventually(() => pillText(page), LATER).toBe('À jour')
  expect([cut.fired > 0, lost.fired > 0]).toEqual([true, true])
  expect(await page.evaluate(() => 'neverReloaded' in window)).toBe(true)
  const files = (await boss.all('/fichiers')).filter((file) => file.IDENREGISTREMENT === ID)
  expect(files.map((file) => file.SHA256).sort()).toEqual(kept.map((file) => file.sha256).sort())
  expect(files.map((file) => file.IDFICHIER).sort()).toEqual(kept.map((file) => file.id).sort())
})

it('[INT-02] [INT-03] the drive’s search finds the PV, the feedback is good, the reserve names its picture, the mail was sent once', async () => {
  const search = { project_id: projet.IDPROJET, origin: 'intervention_sign_pv', id: ID }
  const { data } = (await technician.call('POST', '/drive/search', search)).body as {
    data: { url: string; file_name: string }
  }
  expect(data.file_name).toBe('PV de réception.pdf')
  const bytes = await page.evaluate(
    async (url) => [...new Uint8Array(await (await fetch(url)).arrayBuffer())],
    data.url,
  )
  const pv = kept.find((file) => file.origin === 'intervention_sign_pv')
  expect(sha256(Buffer.from(bytes))).toBe(pv?.sha256)
  const intervention = await boss.one(`/interventions/${ID}`)
  const notes = intervention.NOTES as { TEXTE: string; GENRE?: string; PHOTO?: string }[]
  expect(intervention.FEEDBACK).toBe('bon')
  expect(notes.find((one) => one.TEXTE === reserve)?.PHOTO).toBe(
    kept.find((file) => file.origin === 'photo_reserve')?.id,
  )
  expect(notes.map((one) => one.GENRE ?? 'note').sort()).toEqual(['debut', 'fin', 'note', 'reserve'])
  await see(page, `PV envoyé à ${client.MAIL}`)
  await eventually(() => mailedPvs(boss)).toEqual([client.MAIL])
})

it('[INT-02] [I13] the server refuses changes of the signed PV; a note may still be added', async () => {
  const { VERSION, NOTES } = (await boss.one(`/interventions/${ID}`)) as { VERSION: number; NOTES: object[] }
  const put = (body: object) =>
    ask({
      port: server.port,
      host: 'demo',
      method: 'PUT',
      path: `/interventions/${ID}`,
      token: boss.token,
      body,
      headers: { 'if-match': `"${VERSION}"`, 'idempotency-key': randomUUID() },
    })
  const later = await put({ RDV_FIN: `${DAY} 18:00` })
  expect([later.status, (later.body as { code: string }).code]).toEqual([422, 'IMMUTABLE'])
  const added = { id: 'n', TEXTE: 'Vu', LE: new Date().toISOString(), IDPERSONNEL: boss.id }
  expect((await put({ NOTES: [...NOTES, added] })).status).toBe(200)
})

it('[MGR-18] the reserve is lifted by a second PV', async () => {
  await page.getByRole('link', { name: 'Lever les réserves' }).click()
  await seeTitle(page, 'Levée de réserves')
  await drawSignature(page)
  await page.getByRole('button', { name: 'Signer le PV' }).click()
  await seeTitle(page, works)
  await panel('Réserves').getByText('levée', { exact: true }).waitFor()
  const second = async (): Promise<number> =>
    (await boss.all('/fichiers')).filter(
      (file) => file.IDENREGISTREMENT === ID && file.ORIGINE === 'intervention_levee_reserves',
    ).length
  await eventually(second, LATER).toBe(1)
  await eventually(() => page.getByRole('link', { name: 'Lever les réserves' }).count()).toBe(0)
})

it('[MGR-20] the project shows every file, with thumbnails, from all authors', async () => {
  await page.goto(`${web}/manager/projet/${projet.IDPROJET}`)
  await panel('Fichiers')
    .getByRole('button', { name: /PV de réception\.pdf/ })
    .first()
    .waitFor()
  await eventually(() => panel('Fichiers').locator('img').count()).toBeGreaterThanOrEqual(3)
})

describe.each([390, 1440].flatMap((width) => [false, true].map((dark) => ({ dark, width }))))(
  'dark $dark, $width px',
  ({ dark, width }) => {
    it.each([
      ['list', 'intervention-technicien', 'Mes interventions'],
      ['site', `intervention/${ID}`, works],
    ])('[MGR-10] axe finds nothing on the %s', async (_, path, words) => {
      await page.setViewportSize({ width, height: 900 })
      await page.evaluate((look) => localStorage.setItem('lolapp.theme', look), dark ? 'dark' : 'light')
      await page.goto(`${web}/manager/${path}`)
      await page.getByRole('heading', { level: 1, name: words }).first().waitFor({ state: 'attached' })
      await page.getByRole('region').first().waitFor()
      await eventually(() => violations(page), SOON).toEqual([])
    })
  },
)
