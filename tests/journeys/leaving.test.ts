import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Device, launchChromium } from '../support/chromium.ts'
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts'
import { customersOf, enterSpace } from './support/clients.ts'
import { ask, type Clerk, type DemoServer, openDemoServer, SETUP, uniqueWord } from './support/demo-server.ts'
import { localDatabases } from './support/local-data.ts'
import {
  askToLogOut,
  eventually,
  field,
  goOffline,
  goOnline,
  pillText,
  save,
  see,
  seeTitle,
  signInAndReceive,
} from './support/people.ts'

/** Logging out with unsent entries, on a phone that two people share. */

let server: DemoServer
let line: FaultProxy
let web: string
let boss: Clerk
let device: Device
let page: Page
let client: string

const asking = (): Locator => page.getByRole('dialog', { name: 'Des saisies ne sont pas encore envoyées' })
const seeLogin = (): Promise<void> => seeTitle(page, 'Connexion')
const storedToken = (): Promise<string | undefined> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('lolapp.auth') ?? 'null')?.token)
const nameOnServer = async () => (await boss.one(`/clients/${client}`)).NOM

/** Names only, because opening a database would delay its removal. */
const databasesOf = async (person: Clerk): Promise<string[]> => {
  const all = await page.evaluate(async () => (await indexedDB.databases()).map((one) => one.name ?? ''))
  return all.filter((one) => one.includes(`personnel_${person.id}`))
}

/** The client, made on the server, has reached this device. */
const seeClient = async (): Promise<void> => {
  await page.goto(`${web}/manager/client/${client}`)
  await seeTitle(page, /^Avant/)
}

const rename = async (name: string): Promise<void> => {
  await page.goto(`${web}/manager/client/${client}/edit`)
  await field(page, 'Nom').fill(name)
  await save(page)
  await see(page, 'Modification Client réussie')
}

/** « Copie de secours »: the saved rescue file, and its passphrase. */
async function saveRescueFile(): Promise<{ words: string; buffer: Buffer }> {
  await page.goto(`${web}/manager/synchronisation`)
  await page.getByRole('button', { name: 'Faire une copie de secours' }).click()
  const six = page.getByRole('list', { name: 'Les six mots' }).getByRole('listitem')
  await eventually(() => six.count()).toBe(6)
  const words = (await six.allTextContents()).join(' ')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Enregistrer le fichier' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toMatch(/^lolapp-secours-\d{4}-\d\d-\d\d\.lolapp$/)
  await page.getByRole('button', { name: 'J’ai noté les mots' }).click()
  return { words, buffer: await readFile(await download.path()) }
}

async function openRescueFile({ words, buffer }: { words: string; buffer: Buffer }): Promise<void> {
  await page.goto(`${web}/manager/synchronisation`)
  await page.getByRole('button', { name: 'Reprendre une copie de secours' }).click()
  const file = { name: 'copie.lolapp', mimeType: 'application/octet-stream', buffer }
  await page.locator('input[type="file"]').setInputFiles(file)
  await page.getByLabel('Les six mots').fill(words)
  await page.getByRole('button', { name: 'Lire la copie' }).click()
}

beforeAll(async () => {
  server = await openDemoServer()
  line = await startFaultProxy(server.port)
  web = line.urlFor('demo')
  boss = await server.clerk('directeur@example.com')
  device = await launchChromium()
  page = device.page
}, SETUP)

beforeEach(async () => {
  client = randomUUID()
  await boss.write('POST', '/clients', { IDCLIENT: client, NOM: uniqueWord('Avant') })
})

afterAll(async () => {
  try {
    await device?.close()
  } finally {
    await line?.close()
    await server?.dispose()
  }
})

it('[AUT-08] with an empty outbox, logout asks nothing, ends the session here and on the server, and shows the login', async () => {
  await signInAndReceive(page, web, 'commercial@example.com')
  const token = await storedToken()
  await askToLogOut(page)
  await seeLogin()
  expect(await asking().count()).toBe(0)
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('lolapp.auth')
  const answer = () => ask({ port: server.port, host: 'demo', method: 'GET', path: '/clients', token })
  await eventually(async () => (await answer()).status).toBe(401)
})

it('[AUT-08] [SEAL-1] [RESCUE-2] pending entries are counted, « Rester » stays; « Garder sur cet appareil » seals them for the next login of the same person', async () => {
  const name = uniqueWord('Gardé')
  const rep = await server.clerk('commercial@example.com')
  const mine = () => databasesOf(rep)
  const everything = async () => Object.values(await localDatabases(page)).join('\n')
  await signInAndReceive(page, web, 'commercial@example.com')
  await seeClient()
  await goOffline(device)
  await rename(name)
  await askToLogOut(page)
  await asking().getByText('Une saisie de cet appareil n’est pas encore arrivée au bureau.').waitFor()
  await eventually(() => asking().getByRole('button', { name: 'Synchroniser d’abord' }).isDisabled()).toBe(true)
  await asking().getByRole('button', { name: 'Rester' }).last().click()
  await asking().waitFor({ state: 'detached' })
  await seeTitle(page, name)

  const file = await saveRescueFile()
  expect(file.buffer.includes(name)).toBe(false)
  await askToLogOut(page)
  await asking().getByRole('button', { name: 'Garder sur cet appareil' }).click()
  await seeLogin()
  expect(await storedToken()).toBeUndefined()
  // Pending entries are sealed and everything else is removed (SEAL-1): developer tools find nothing to read.
  await eventually(mine).toEqual([])
  expect(Object.keys(await localDatabases(page))).toContain('lolapp-keyring')
  expect(await everything()).not.toContain(name)

  // Another person on the same phone sees and sends none of them.
  await goOnline(device)
  await signInAndReceive(page, web, 'commercial2@example.com')
  expect(await pillText(page)).toBe('À jour')
  await seeClient()
  await page.goto(`${web}/manager/synchronisation`)
  await see(page, 'Tout ce que vous avez saisi est arrivé au bureau.')
  expect(await mine()).toEqual([])
  expect(await everything()).not.toContain(name)
  expect(await nameOnServer()).not.toBe(name)
  await openRescueFile(file)
  await see(page, /^Cette copie est celle de /)
  await page.getByRole('button', { name: 'Annuler' }).click()
  await askToLogOut(page)
  await seeLogin()

  await signInAndReceive(page, web, 'commercial@example.com')
  await eventually(nameOnServer).toBe(name)
  await openRescueFile(file)
  await page.getByRole('button', { name: 'Reprendre une saisie' }).click()
  await see(page, /^Rien à reprendre/)
})

it('[AUT-08] « Synchroniser d’abord » sends, then logs out by itself', async () => {
  const name = uniqueWord('Envoyé')
  await seeClient()
  let answer = (): void => undefined
  const until = new Promise<void>((resolve) => {
    answer = resolve
  })
  const held = line.add({ kind: 'late', method: 'PUT', path: '/api/clients', until })
  await rename(name)
  await held.waitFired()
  await askToLogOut(page)
  await asking().getByRole('button', { name: 'Synchroniser d’abord' }).click()
  await asking().getByText('Envoi en cours, reste 1…').waitFor()
  answer()
  await seeLogin()
  expect(await nameOnServer()).toBe(name)
})

it('[ERASE-1] [AUT-08] [ERR-05] « Effacer cet appareil », without pending entries, removes all data of the person; the next login receives it again', async () => {
  const name = uniqueWord('Effacé')
  const rep = await server.clerk('commercial@example.com')
  const mine = () => databasesOf(rep)
  const others = async () => Object.keys(await localDatabases(page)).filter((one) => !one.includes(rep.id))
  const erase = () => page.getByRole('button', { name: 'Effacer cet appareil' })
  await signInAndReceive(page, web, 'commercial@example.com')
  await seeClient()
  await goOffline(device)
  await rename(name)
  await page.goto(`${web}/manager/synchronisation`)
  await see(page, /^Possible quand plus rien/)
  await eventually(() => erase().isDisabled()).toBe(true)
  await goOnline(device)
  await eventually(() => erase().isDisabled()).toBe(false)
  expect(await nameOnServer()).toBe(name)
  expect((await mine()).length).toBeGreaterThan(10)
  const before = await others()
  await erase().click()
  const answer = (name: string) => page.getByRole('dialog').getByRole('button', { name })
  const colours = (name: string) =>
    answer(name).evaluate((button) => [getComputedStyle(button).backgroundColor, getComputedStyle(button).color])
  await eventually(() => colours('Oui')).toEqual(['rgb(52, 235, 132)', 'rgb(16, 36, 26)'])
  await eventually(() => colours('Non')).toEqual(['rgb(183, 28, 28)', 'rgb(255, 255, 255)'])
  await answer('Oui').click()
  await seeLogin()
  await eventually(mine).toEqual([])
  await eventually(others).toEqual(before)
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('lolapp.auth')
  await signInAndReceive(page, web, 'commercial@example.com')
  await page.goto(`${web}/manager/client/${client}`)
  await seeTitle(page, new RegExp(name))
  await askToLogOut(page)
  await seeLogin()
})

it('[SEAL-1] [AUT-03] after a session that expired, its data is there for the same person, and removed once a customer logs in to their space', async () => {
  const rep = await server.clerk('commercial@example.com')
  await signInAndReceive(page, web, 'commercial@example.com')
  const [customer] = await customersOf(rep)
  await page.evaluate(() => localStorage.removeItem('lolapp.auth'))
  await page.goto(`${web}/login/manager`)
  await seeLogin()
  expect((await databasesOf(rep)).length).toBeGreaterThan(10)
  await page.goto(`${web}/login/space`)
  await enterSpace(page, server, customer?.phone ?? '')
  await eventually(() => databasesOf(rep)).toEqual([])
})
