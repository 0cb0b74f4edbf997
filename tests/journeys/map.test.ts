import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, today } from '../../schemas/dates.ts'
import { type Device, launchChromium } from '../support/chromium.ts'
import { findNothingOn } from './support/axe.ts'
import { type Clerk, type DemoServer, openDemoServer, SETUP, uniqueWord } from './support/demo-server.ts'
import { cachedAddresses } from './support/local-data.ts'
import {
  eventually,
  field,
  LATER,
  SOON,
  save,
  see,
  seeTitle,
  signInAndReceive,
  waitUntilUpToDate,
} from './support/people.ts'
import { middleOf, pixelAt } from './support/picture.ts'

/** A rep's map with the server killed: it is drawn from the app's own files only, and the list shows the same. */

const MAIL = 'commercial@example.com'
/** In the Berry, more than a hundred kilometres from every commune of the demo, so that no demo client is near. */
const HERE = { LATITUDE: 46.7312, LONGITUDE: 2.5541 }
const NANTES = { latitude: 47.2184, longitude: -1.5536 }

let server: DemoServer
let rep: Clerk
let web: string
/** With software WebGL, and without any. */
let drawing: Device
let listing: Device
const names = { mine: uniqueWord('Mien'), agency: uniqueWord('Agence'), other: uniqueWord('Ailleurs') }
const ids = { mine: '', agency: '', other: '' }

const list = (page: Page) => page.getByRole('list', { name: 'Clients de la carte' })
const map = (page: Page) => page.getByRole('region', { name: 'Carte des clients', exact: true })
const around = `autour=${HERE.LATITUDE},${HERE.LONGITUDE}`

async function makeClient(values: Record<string, unknown>, at: typeof HERE): Promise<string> {
  const adresse = await rep.write('POST', '/adresse', {
    IDADRESSE: crypto.randomUUID(),
    ADRESSE: '1 chemin des Noyers',
    CODE_POSTAL: '18200',
    VILLE: 'Saint-Amand-Montrond',
    ...at,
  })
  const client = await rep.write('POST', '/clients', {
    IDCLIENT: crypto.randomUUID(),
    PORTABLE: '0639980001',
    IDADRESSE: adresse.IDADRESSE,
    VILLE: 'Saint-Amand-Montrond',
    ...values,
  })
  return String(client.IDCLIENT)
}

beforeAll(async () => {
  server = await openDemoServer()
  web = server.web()
  rep = await server.clerk(MAIL)
  const agencies = (await rep.one(`/personnels/${rep.id}`)).AGENCES as string[]
  const [IDAGENCE] = agencies
  // A client created without a responsible person belongs to its creator.
  const colleague = (await rep.all('/personnels')).find((one) => one.IDPERSONNEL !== rep.id)?.IDPERSONNEL
  const elsewhere = (await rep.all('/clients')).find((one) => one.IDAGENCE && !agencies.includes(String(one.IDAGENCE)))
  ids.mine = await makeClient({ NOM: names.mine, IDPERSONNEL: rep.id, IDAGENCE }, HERE)
  ids.agency = await makeClient(
    { NOM: names.agency, IDPERSONNEL: colleague, IDAGENCE, PORTABLE: '0639980002' },
    { ...HERE, LATITUDE: HERE.LATITUDE + 0.005 },
  )
  ids.other = await makeClient(
    { NOM: names.other, IDPERSONNEL: colleague, IDAGENCE: elsewhere?.IDAGENCE, PORTABLE: '0639980003' },
    { ...HERE, LATITUDE: HERE.LATITUDE + 0.02 },
  )
  const open = async (webGl: boolean): Promise<Device> => {
    const device = await launchChromium({ webGl, mobile: !webGl })
    await signInAndReceive(device.page, web, MAIL)
    return device
  }
  drawing = await open(true)
  listing = await open(false)
  // From here on no server answers, and neither screen was ever opened.
  await server.stop()
  for (const device of [drawing, listing]) await device.setOffline(true)
}, SETUP)

afterAll(async () => {
  try {
    for (const device of [drawing, listing]) await device?.close()
  } finally {
    await server?.dispose()
  }
})

describe('with the map drawn', () => {
  let page: Page
  beforeAll(() => {
    page = drawing.page
  })
  const ready = () => page.locator('[data-map-drawn="true"]').waitFor({ timeout: LATER })
  /** Waits for the clients too, which are drawn a moment after the map. */
  const drawn = () => ready().then(() => wait(1000))

  it('[MGR-04] [GEO-06] opens offline, never having been opened online, with labels, sources and legend', async () => {
    expect((await cachedAddresses(page)).some((address) => address.includes('france.topo'))).toBe(true)
    await page.goto(`${web}/manager/carte`)
    await seeTitle(page, 'Carte')
    await ready()
    await map(page).locator('canvas').waitFor()
    await see(page, 'Natural Earth · GeoNames (CC BY 4.0) · INSEE, La Poste')
    const legend = page.getByRole('list', { name: 'Légende' })
    await eventually(() => legend.getByRole('listitem').allTextContents()).toEqual([
      'Mon client',
      'Client de mon agence',
      "Client d'une autre agence",
    ])
    // All of France is in view, with its clients.
    await see(page, /clients sur cette partie de la carte/)
  })

  it('[GEO-01] [GEO-03] around a point: 1 km, nearest first, wider on demand, and the address keeps it', async () => {
    await page.goto(`${web}/manager/carte?${around}`)
    await ready()
    await see(page, '2 clients à moins de 1 km')
    await eventually(() => list(page).getByRole('button').allTextContents()).toEqual([names.mine, names.agency])
    await see(page, '560 m')
    await eventually(() => page.getByRole('link', { name: 'Prospecter ici' }).getAttribute('href')).toContain(
      '/manager/prospection',
    )
    await page.getByRole('combobox', { name: 'Rayon' }).click()
    await page.getByRole('option', { name: 'Rayon : 5 km' }).click()
    await see(page, '3 clients à moins de 5 km')
    await page.reload()
    await see(page, '3 clients à moins de 5 km')
    await page.getByRole('combobox', { name: 'Quels clients' }).click()
    await page.getByRole('option', { name: "Client d'une autre agence" }).click()
    await see(page, '1 client à moins de 5 km')
    await eventually(() => list(page).getByRole('button').allTextContents()).toEqual([names.other])
  })

  it('[GEO-02] [GEO-07] a tap on a mark of my colour opens the client: call, drive, plan', async () => {
    await page.goto(`${web}/manager/carte?${around}&vue=${HERE.LATITUDE},${HERE.LONGITUDE},15`)
    await ready()
    await see(page, '2 clients à moins de 1 km')
    const middle = () => middleOf(map(page).locator('canvas'))
    // The mark is drawn in « Mon client » dark blue, in the middle of the view.
    await eventually(async () => pixelAt(page, await middle())).toEqual([30, 58, 138])
    const { x, y } = await middle()
    await page.mouse.click(x, y)
    const card = page.getByRole('region', { name: names.mine })
    await card.waitFor({ timeout: SOON })
    await card.getByText('Mon client').waitFor()
    await eventually(() => card.getByRole('link', { name: 'Appeler' }).getAttribute('href')).toBe('tel:0639980001')
    await eventually(() => card.getByRole('link', { name: 'Ouvrir la fiche' }).getAttribute('href')).toBe(
      `/manager/client/${ids.mine}`,
    )
    await card.getByRole('button', { name: 'Itinéraire' }).click()
    await eventually(() => page.getByRole('menuitem', { name: 'Waze' }).getAttribute('href')).toContain(
      encodeURIComponent(`${HERE.LATITUDE},${HERE.LONGITUDE}`),
    )
    await page.keyboard.press('Escape')
    await card.getByRole('button', { name: 'Rendez-vous' }).click()
    await seeTitle(page, 'Nouveau rendez-vous')
    await eventually(() => field(page, 'Objet').inputValue()).toBe(names.mine)
  })

  it('[GEO-04] finds a commune without a network, and the map goes there', async () => {
    await page.goto(`${web}/manager/carte`)
    await ready()
    await page.getByPlaceholder('Adresse, commune ou client').fill('St Amand Montrond 18200')
    await page.getByRole('option', { name: /18200 Saint-Amand-Montrond/ }).click()
    await eventually(() => new URL(page.url()).searchParams.get('vue')).toMatch(/^46\.\d+,2\.\d+,11/)
    await page.getByRole('button', { name: names.mine }).waitFor({ timeout: SOON })
  })

  it('[GEO-01] around me: the device gives its position, or the reason why not', async () => {
    await page.goto(`${web}/manager/carte`)
    await ready()
    await page.getByRole('button', { name: 'Autour de moi' }).click()
    await see(page, /Votre position n’est pas (autorisée|connue)/)
    await drawing.context.grantPermissions(['geolocation'], { origin: web })
    await drawing.context.setGeolocation(NANTES)
    await page.getByRole('button', { name: 'Autour de moi' }).click()
    await eventually(() => new URL(page.url()).searchParams.get('autour')).toBe('47.21840,-1.55360')
  })

  it('[GEO-06] with a town full of clients axe finds nothing', async () => {
    await page.goto(`${web}/manager/carte?autour=${NANTES.latitude},${NANTES.longitude}&rayon=20`)
    await ready()
    await see(page, /\d+ clients à moins de 20 km/)
    await findNothingOn(page, { size: 'desktop', name: 'map', ready: drawn })
  })

  it('[GEO-06] is accessible, and its map is focused and moved by keyboard', async () => {
    await page.goto(`${web}/manager/carte?${around}`)
    await ready()
    await see(page, '2 clients à moins de 1 km')
    await findNothingOn(page, { size: 'desktop', name: 'map, two clients', ready: drawn })
    const before = new URL(page.url()).searchParams.get('vue')
    await map(page).locator('canvas').focus()
    await page.keyboard.press('ArrowRight')
    await eventually(() => new URL(page.url()).searchParams.get('vue')).not.toBe(before)
  })

  it('[GEO-05] shows the team at a chosen time on the map and beside it', async () => {
    const day = today('Europe/Paris')
    // In the demo somebody has an appointment on one of these mornings.
    for (let back = 0; back < 10; back += 1) {
      await page.goto(`${web}/manager/carte?voir=equipe&quand=${addDays(day, -back)}%2010:00`)
      await ready()
      const team = page.getByRole('list', { name: 'Équipe', exact: true })
      const taken = page.getByRole('list', { name: /^Occupés/ })
      await team.or(taken).or(page.getByText('Personne n’a de rendez-vous')).first().waitFor({ timeout: SOON })
      if ((await team.count()) === 0) continue
      const [name = ''] = await team.getByRole('link').allTextContents()
      await eventually(() => page.locator('.lola-team-mark').count()).toBeGreaterThan(0)
      await eventually(() => page.locator('.lola-team-mark').first().getAttribute('aria-label')).toContain(name)
      return
    }
    throw new Error('Nobody of the demo worked in ten days')
  })
})

describe('on a phone that cannot draw maps', () => {
  let page: Page
  beforeAll(() => {
    page = listing.page
  })

  it('[GEO-03] [GEO-06] the list replaces the map: around a point, with the clients’ owners, and opens a client', async () => {
    await page.goto(`${web}/manager/carte`)
    await see(page, 'Cet appareil ne peut pas dessiner la carte')
    expect(await page.locator('canvas').count()).toBe(0)
    await see(page, /Cherchez une adresse ou touchez «\sAutour de moi\s»/)
    await page.goto(`${web}/manager/carte?${around}&rayon=5`)
    await see(page, '3 clients à moins de 5 km')
    await eventually(() => list(page).getByRole('button').allTextContents()).toEqual([
      names.mine,
      names.agency,
      names.other,
    ])
    await list(page).getByRole('button', { name: names.agency }).click()
    await page.getByRole('region', { name: names.agency }).getByText('Client de mon agence').waitFor({ timeout: SOON })
  })

  it('[MGR-15] [GEO-04] makes a lead on the spot: client, address with its point, project', async () => {
    const name = uniqueWord('Prospect')
    await page.goto(`${web}/manager/client/${ids.mine}`)
    await page.getByRole('link', { name: 'Voir les clients autour' }).click()
    await page.getByRole('heading', { level: 1, name: 'Prospection' }).waitFor({ state: 'attached', timeout: SOON })
    await see(page, '2 clients à moins de 1 km')
    await page.getByRole('button', { name: 'Nouveau prospect ici' }).click()
    await field(page, 'Nom').fill(name)
    await eventually(() => field(page, 'Ville').inputValue()).not.toBe('')
    await field(page, 'Adresse').fill('3 chemin des Noyers')
    await field(page, 'Description').fill('Isolation des combles')
    await save(page)
    await see(page, 'Création Client réussie')
    await see(page, '3 clients à moins de 1 km')
    await page.getByRole('button', { name }).waitFor({ timeout: SOON })

    await server.start()
    await listing.setOffline(false)
    await waitUntilUpToDate(page)
    const client = (await rep.all('/clients')).find((one) => one.NOM === name)
    expect(await rep.one(`/adresse/${client?.IDADRESSE}`)).toMatchObject({ ADRESSE: '3 chemin des Noyers', ...HERE })
    const projet = (await rep.all('/projets')).find((one) => one.IDCLIENT === client?.IDCLIENT)
    expect(projet).toMatchObject({ DESCRIPTION: 'Isolation des combles', ADRESSE_CHANTIER: client?.IDADRESSE })
  })
})
