import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Device, launchChromium } from '../support/chromium.ts'
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts'
import { type Clerk, type DemoServer, openDemoServer, SETUP, uniqueWord } from './support/demo-server.ts'
import { damage } from './support/local-data.ts'
import {
  eventually,
  field,
  goOffline,
  goOnline,
  pendingCount,
  save,
  see,
  seeTitle,
  signIn,
  signInAndReceive,
  waitUntilOfflineReady,
  waitUntilUpToDate,
} from './support/people.ts'

/** Failures of the network or the device: a French message, nothing lost, no page error (closing the device checks it). */

let server: DemoServer
let line: FaultProxy
let web: string
let boss: Clerk
let device: Device
let page: Page

const newClient = async (): Promise<{ id: string; name: string }> => {
  const [id, name] = [randomUUID(), uniqueWord('Client')]
  await boss.write('POST', '/clients', { IDCLIENT: id, NOM: name })
  return { id, name }
}

const rename = async (id: string, name: string): Promise<void> => {
  await page.goto(`${web}/manager/client/${id}/edit`)
  await field(page, 'Nom').fill(name)
  await save(page)
  await see(page, 'Modification Client réussie')
}

const found = async (name: string): Promise<void> => {
  await page.goto(`${web}/manager/client?tous=1`)
  await page.getByLabel('Rechercher un client').fill(name)
  await page.getByRole('link', { name, exact: true }).waitFor()
}

beforeAll(async () => {
  server = await openDemoServer()
  line = await startFaultProxy(server.port)
  web = line.urlFor('demo')
  boss = await server.clerk('directeur@example.com')
  device = await launchChromium()
  page = device.page
}, SETUP)

afterAll(async () => {
  try {
    await device?.close()
  } finally {
    await line?.close()
    await server?.dispose()
  }
})

it('[TEN-01] an unknown company, or none: a page that tells it, with the companies of the demonstration', async () => {
  await page.goto(`${server.web('personne')}/login/manager`)
  await seeTitle(page, 'Entreprise introuvable')
  await see(page, 'Aucune entreprise ne correspond à l’adresse « personne ».')
  await page.goto(`http://localhost:${server.port}/`)
  await see(page, 'Cette adresse ne désigne aucune entreprise.')
  await page.getByRole('link', { name: 'Habitat Démo' }).waitFor()
  await page.getByRole('link', { name: 'Autre Maison' }).click()
  await page.waitForURL(`${server.web('autre')}/**`)
  // On a device without a former login there: the customers' login (AUT-04).
  await seeTitle(page, 'Votre espace client')
})

it('a wrong password or an invalid address: a message at the field, the form stays', async () => {
  await page.goto(`${web}/login/manager`)
  await page.getByLabel('Adresse email').fill('commercial')
  await page.getByRole('button', { name: 'Se connecter' }).click()
  await see(page, 'Veuillez entrer une adresse email valide')
  await see(page, 'Ce champ est requis')
  await page.getByLabel('Adresse email').fill('commercial@example.com')
  await page.getByLabel('Mot de passe', { exact: true }).fill('autre chose')
  await page.getByRole('button', { name: 'Se connecter' }).click()
  await see(page, 'Adresse email ou mot de passe incorrect.')
  await eventually(() => page.getByLabel('Adresse email').inputValue()).toBe('commercial@example.com')
})

it('[SYN-02] a page of the first synchronisation that is cut is asked for again: nothing is missing', async () => {
  const cut = line.add({ kind: 'cut-body', method: 'GET', path: '/api/clients?' })
  const hotel = line.add({ kind: 'captive-portal', method: 'GET', path: '/api/rdvs?' })
  await signIn(page, web, 'commercial@example.com')
  await cut.waitFired()
  await hotel.waitFired()
  await waitUntilUpToDate(page)
  const clients = (await boss.all('/clients')).length
  await page.goto(`${web}/manager/synchronisation`)
  const row = page
    .getByRole('region', { name: 'Sur cet appareil' })
    .locator('dt', { hasText: 'Clients' })
    .locator('+ dd')
  await eventually(() => row.textContent()).toBe(String(clients))
})

it('[SYN-02] a hint stream that breaks inside a word is opened again', async () => {
  line.disconnect()
  const cut = line.add({ kind: 'cut-body', path: '/api/sync/stream', bytes: 25 })
  line.reconnect()
  // The stream is open again once the fault has struck; a hint is longer than the part that the fault lets through.
  await eventually(() => line.forwarded.filter((one) => one.includes('/sync/stream')).length).toBeGreaterThan(1)
  const first = await newClient()
  await cut.waitFired()
  await found(first.name)
  const second = await newClient()
  await found(second.name)
})

it('[SYN-03] an answer that is a hotspot’s page, or a proxy’s refusal, is no verdict: the write stays, then is sent', async () => {
  const { id, name } = await newClient()
  await found(name)
  const hotel = line.add({ kind: 'captive-portal', method: 'PUT', path: '/api/clients' })
  const proxy = line.add({ kind: 'proxy-forbidden', method: 'PUT', path: '/api/clients', skip: 0 })
  const other = uniqueWord('Hôtel')
  await rename(id, other)
  await hotel.waitFired()
  await proxy.waitFired()
  await waitUntilUpToDate(page)
  expect((await boss.one(`/clients/${id}`)).NOM).toBe(other)
})

it('a damaged local record breaks no list, and is refetched', async () => {
  const { id, name } = await newClient()
  await found(name)
  expect(await damage(page, { id, drop: ['sync', 'NOM'] })).toBe(1)
  await page.goto(`${web}/manager/client?tous=1`)
  await page.getByRole('list', { name: 'Mes clients' }).getByRole('link').first().waitFor()
  await found(name)
  await page.getByRole('link', { name, exact: true }).click()
  await seeTitle(page, name)
})

it('[ANSWER-2] a damaged session is restored from its copy, also offline; without a copy it asks for a login, after which pending entries are sent', async () => {
  const { id, name } = await newClient()
  await found(name)
  const other = uniqueWord('Attente')
  await waitUntilOfflineReady(page)
  await goOffline(device)
  await rename(id, other)
  await eventually(() => pendingCount(page)).toBe(1)
  await page.evaluate(() => localStorage.setItem('lolapp.auth', '{"token": 12'))
  await page.reload()
  await seeTitle(page, other)
  await eventually(() => pendingCount(page)).toBe(1)
  await page.evaluate(() => {
    localStorage.setItem('lolapp.auth', '{"token": 12')
    localStorage.removeItem('lolapp.copie')
  })
  await page.reload()
  await seeTitle(page, 'Connexion')
  await goOnline(device)
  await signInAndReceive(page, web, 'commercial@example.com')
  await eventually(async () => (await boss.one(`/clients/${id}`)).NOM).toBe(other)
})
