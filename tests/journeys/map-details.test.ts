import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Device, launchChromium } from '../support/chromium.ts'
import { makeMapPack } from '../support/map-pack.ts'
import { findNothingOn } from './support/axe.ts'
import { type Clerk, type DemoServer, openDemoServer, SETUP, uniqueWord } from './support/demo-server.ts'
import {
  atRest,
  eventually,
  field,
  LATER,
  SOON,
  save,
  see,
  signInAndReceive,
  waitUntilUpToDate,
} from './support/people.ts'
import { middleOf, pixelAt } from './support/picture.ts'

/** A technician keeps the streets of a département on the phone, and puts an address on the map with the server killed. */

const MAIL = 'directeur@example.com'
/** In the middle of the Brière marsh: land for the built-in map, a pond in ours. */
const HERE = { LATITUDE: 47.3712, LONGITUDE: -2.2141 }
const LAND = [247, 246, 242]
const WATER = [169, 203, 224]
const PACK = '44 Loire-Atlantique'
const LARGE = 48 * 1024 ** 2

let server: DemoServer
let boss: Clerk
let device: Device
let page: Page
let web: string
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lolapp-cartes-'))
  await writeFile(join(folder, `${PACK}.pmtiles`), makeMapPack({ middle: HERE, padding: 300_000 }))
  await writeFile(join(folder, '85 Vendée.pmtiles'), 'Pas une carte')
  await writeFile(join(folder, '35 Ille-et-Vilaine.pmtiles'), makeMapPack({ middle: HERE }))
  await truncate(join(folder, '35 Ille-et-Vilaine.pmtiles'), LARGE)
  server = await openDemoServer({ env: { MAP_PACKS_DIR: folder } })
  web = server.web()
  boss = await server.clerk(MAIL)
  device = await launchChromium({ webGl: true, mobile: true })
  page = device.page
  await signInAndReceive(page, web, MAIL)
}, SETUP)

afterAll(async () => {
  try {
    await device?.close()
  } finally {
    await server?.dispose()
    if (folder) await rm(folder, { recursive: true, force: true })
  }
})

const ready = () => page.locator('[data-map-drawn="true"]').waitFor({ timeout: LATER })
/** Waits for the clients too, which are drawn a moment after the map. */
const drawn = () => ready().then(() => wait(1000))
const canvas = () => page.locator('canvas').first()
const sheet = () => page.getByRole('dialog', { name: 'Cartes hors ligne' })
const line = (name: string) => sheet().getByRole('listitem').filter({ hasText: name })
const act = (action: string, name = PACK) => sheet().getByRole('button', { name: `${action} : ${name}` })
const openMap = async (): Promise<void> => {
  await page.goto(`${web}/manager/carte?vue=${HERE.LATITUDE},${HERE.LONGITUDE},15`)
  await ready()
}
const openSheet = () => page.getByRole('button', { name: 'Cartes hors ligne' }).click()
const middle = () => middleOf(canvas())
const seeMiddle = (color: number[]) => eventually(async () => pixelAt(page, await middle())).toEqual(color)
/** Names of the files that the browser keeps for the maps. */
const keptFiles = (): Promise<string[]> =>
  page.evaluate(async () => {
    const root = await navigator.storage.getDirectory()
    const names: string[] = []
    for await (const name of (await root.getDirectoryHandle('cartes', { create: true })).keys()) names.push(name)
    return names
  })

describe('detailed maps, kept by choice', () => {
  it('[GEO-06] the list shows the available maps and their sizes', async () => {
    await openMap()
    await seeMiddle(LAND)
    await findNothingOn(page, { size: 'phone', name: 'map', ready: drawn })
    await openSheet()
    await act('Télécharger').waitFor({ timeout: SOON })
    await eventually(() => sheet().getByRole('listitem').count()).toBe(3)
    await line(PACK)
      .getByText(/^29\d(,\d)? Ko$/)
      .waitFor()
    await line('35 Ille-et-Vilaine').getByText('48 Mo').waitFor()
    await findNothingOn(page, { size: 'phone', name: 'offline maps', ready: drawn })
  })

  it('[GEO-06] a cancelled download leaves no file; a file that is no map is refused', async () => {
    const name = '35 Ille-et-Vilaine'
    // Cancelled as soon as it can be.
    await page.evaluate((name) => {
      const press = () => document.querySelector<HTMLElement>(`[aria-label="Annuler\u00a0: ${name}"]`)
      const seen = new MutationObserver(() => {
        const button = press()
        if (!button) return
        seen.disconnect()
        button.click()
        document.documentElement.dataset.cancelled = name
      })
      seen.observe(document.body, { childList: true, subtree: true, attributes: true })
    }, name)
    await act('Télécharger', name).click()
    await eventually(() => page.evaluate(() => document.documentElement.dataset.cancelled)).toBe(name)
    await act('Annuler', name).waitFor({ state: 'detached', timeout: SOON })
    await act('Télécharger', name).waitFor({ timeout: SOON })
    await act('Télécharger', '85 Vendée').click()
    await line('85 Vendée').getByText('Ce fichier n’est pas une carte').waitFor({ timeout: SOON })
    await eventually(keptFiles).toEqual([])
  })

  it('[GEO-06] an interrupted download continues where it stopped', async () => {
    const [pack] = (
      (await boss.call('GET', '/cartes')).body as { data: { NOM: string; TAILLE: number; VERSION: string }[] }
    ).data.filter(({ NOM }) => NOM === PACK)
    const bytes = makeMapPack({ middle: HERE, padding: 300_000 }).slice(0, 100_000)
    await page.evaluate(
      async ({ name, data }) => {
        const root = await navigator.storage.getDirectory()
        const cartes = await root.getDirectoryHandle('cartes', { create: true })
        const file = await (await cartes.getFileHandle(name, { create: true })).createWritable()
        await file.write(Uint8Array.from(atob(data), (one) => one.charCodeAt(0)))
        await file.close()
      },
      { name: `${PACK}~${pack?.TAILLE}~${pack?.VERSION}`, data: Buffer.from(bytes).toString('base64') },
    )
    await openMap()
    await openSheet()
    await line(PACK)
      .getByText(/^Interrompu\s: 97,7 Ko sur 29\d(,\d)? Ko$/)
      .waitFor({ timeout: SOON })
    const asked = device.context.waitForEvent('request', (request) => request.url().includes('/api/cartes/44'))
    await act('Reprendre').click()
    expect(await (await asked).headerValue('range')).toBe('bytes=100000-')
    await line(PACK)
      .getByText(/^Sur cet appareil, 29\d/)
      .waitFor({ timeout: SOON })
    await eventually(keptFiles).toEqual([`${PACK}~${pack?.TAILLE}~${pack?.VERSION}`])
    await page.keyboard.press('Escape')
    // The map uses it at once.
    await seeMiddle(WATER)
  })

  it('[GEO-06] with the server killed its streets are there, after a restart of the page too', async () => {
    await server.kill()
    await device.setOffline(true)
    await openMap()
    await seeMiddle(WATER)
    await see(page, 'Carte d’essai')
    // At low zoom the built-in map is used.
    await page.goto(`${web}/manager/carte?vue=${HERE.LATITUDE},${HERE.LONGITUDE},9`)
    await ready()
    await seeMiddle(LAND)
  })

  it('[GEO-06] a map is removed on demand, also offline', async () => {
    await openMap()
    await seeMiddle(WATER)
    await openSheet()
    await see(page, 'Sans réseau, on ne peut rien télécharger')
    await act('Supprimer').click()
    await page.getByRole('dialog', { name: 'Êtes-vous sûr ?' }).getByRole('button', { name: 'Oui' }).click()
    await line(PACK).waitFor({ state: 'detached', timeout: SOON })
    await eventually(keptFiles).toEqual([])
    await page.keyboard.press('Escape')
    await seeMiddle(LAND)
  })
})

describe('« Choisir sur la carte », with the server killed', () => {
  const pick = () => page.getByRole('dialog', { name: 'Choisir le point sur la carte' })
  const coordinates = () => pick().getByRole('textbox', { name: 'Latitude, longitude' })
  const read = async (): Promise<[number, number]> => {
    const [lat = '', lon = ''] = (await coordinates().inputValue()).split(', ')
    return [Number(lat), Number(lon)]
  }
  const confirm = () => pick().getByRole('button', { name: 'Valider' })

  it('[GEO-04] [ENT-01] a tap, a drag and the arrow keys move the pin; the form gets the point and its commune', async () => {
    await page.goto(`${web}/manager/adresse/create`)
    await page.getByRole('button', { name: 'Choisir sur la carte' }).click()
    await ready()
    await eventually(() => confirm().isDisabled()).toBe(true)
    await coordinates().fill(`${HERE.LATITUDE}, ${HERE.LONGITUDE}`)
    await coordinates().press('Enter')
    const pin = pick().getByRole('button', { name: /^Repère : / })
    await pin.waitFor({ timeout: SOON })
    await findNothingOn(page, { size: 'phone', name: 'point on the map', ready: drawn })

    // The map no longer moves and is centred on the point.
    const at = await middleOf(pick().locator('canvas'))
    await eventually(async () => Math.abs((await middleOf(pin)).x - at.x)).toBeLessThan(3)
    await page.touchscreen.tap(at.x + 60, at.y)
    await eventually(async () => (await read())[1]).toBeGreaterThan(HERE.LONGITUDE)
    const [, tapped] = await atRest(read)
    expect(tapped).toBeLessThan(HERE.LONGITUDE + 0.01)

    await pin.focus()
    for (let press = 0; press < 4; press += 1) await page.keyboard.press('Shift+ArrowUp')
    await page.keyboard.press('Tab')
    await eventually(async () => (await read())[0]).toBeGreaterThan(HERE.LATITUDE)
    const [raised, kept] = await atRest(read)
    expect(kept).toBeCloseTo(tapped, 4)

    const from = await atRest(() => middleOf(pin))
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(from.x - 30, from.y + 40, { steps: 4 })
    await page.mouse.up()
    await eventually(async () => (await read())[0]).toBeLessThan(raised)
    const [LATITUDE, LONGITUDE] = await atRest(read)
    expect(LONGITUDE).toBeLessThan(tapped)
    await confirm().click()
    await pick().waitFor({ state: 'detached', timeout: SOON })
    const french = (value: number): string => String(value).replace('.', ',')
    await eventually(() => field(page, 'Latitude').inputValue()).toBe(french(LATITUDE))
    await eventually(() => field(page, 'Longitude').inputValue()).toBe(french(LONGITUDE))
    await eventually(() => field(page, 'Ville').inputValue()).toMatch(/^Saint-/)
    await save(page)
    await see(page, 'Création Adresse réussie')
  })

  it('[GEO-04] [MGR-08] a client gets a point on the spot, and the server gets it later', async () => {
    const name = uniqueWord('Repere')
    await page.goto(`${web}/manager/client/create`)
    await field(page, 'Nom').fill(name)
    await field(page, 'Ville').fill('Saint-Joachim')
    await page.getByRole('button', { name: 'Choisir sur la carte' }).click()
    await ready()
    await coordinates().fill(`${HERE.LATITUDE}, ${HERE.LONGITUDE}`)
    await confirm().click()
    await see(page, `Point sur la carte : ${HERE.LATITUDE.toFixed(5)}, ${HERE.LONGITUDE.toFixed(5)}`)
    await save(page)
    await see(page, 'Création Client réussie')
    await server.start()
    await device.setOffline(false)
    await waitUntilUpToDate(page)
    const client = (await boss.all('/clients')).find((one) => one.NOM === name)
    expect(await boss.one(`/adresse/${client?.IDADRESSE}`)).toMatchObject({ VILLE: 'Saint-Joachim', ...HERE })
  })
})
