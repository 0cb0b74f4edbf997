import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Device, launchChromium } from '../support/chromium.ts'
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts'
import { ask, type Clerk, type DemoServer, openDemoServer, PASSWORD, SETUP, uniqueWord } from './support/demo-server.ts'
import { leaders } from './support/local-data.ts'
import {
  askToLogOut,
  eventually,
  field,
  LATER,
  SOON,
  save,
  seeTitle,
  signInAndReceive,
  waitUntilUpToDate,
} from './support/people.ts'

/** Two tabs of one device: one replicates for both; when it is gone the other takes over. */

let server: DemoServer
let proxy: FaultProxy
let boss: Clerk
let device: Device
let tabs: [Page, Page]
/** Streams that were opened before the two tabs were. */
let former = 0
const client = randomUUID()

const streams = (): number => proxy.forwarded.filter((line) => line.startsWith('GET /api/sync/stream')).length
const at = (path = '') => `${proxy.urlFor('demo')}/manager/client/${client}${path}`

const rename = async (name: string): Promise<string> => {
  await boss.write('PUT', `/clients/${client}`, { NOM: name })
  return name
}

const openTab = async (): Promise<Page> => {
  const tab = await device.newTab()
  await tab.goto(at())
  await tab.getByRole('heading', { level: 1 }).waitFor()
  return tab
}

beforeAll(async () => {
  server = await openDemoServer()
  proxy = await startFaultProxy(server.port)
  boss = await server.clerk('directeur@example.com')
  await boss.write('POST', '/clients', { IDCLIENT: client, NOM: uniqueWord('Onglet') })
  device = await launchChromium()
  await signInAndReceive(device.page, proxy.urlFor('demo'), 'commercial@example.com')
  former = streams()
  await device.page.goto(at())
  await vi.waitFor(async () => expect((await leaders(device.page)).held).toBe(1), SOON)
  tabs = [device.page, await openTab()]
}, SETUP)

afterAll(async () => {
  try {
    await device?.close()
  } finally {
    await proxy?.close()
    await server?.dispose()
  }
})

/** One tab leads; the other's worker waits for the same lock. */
const expectOneLeader = (page: Page) => eventually(() => leaders(page)).toEqual({ held: 1, waiting: 1 })

it('[SYN-08] one of two tabs replicates, over one stream, and both show changes from elsewhere', async () => {
  await expectOneLeader(tabs[0])
  // The leader opens its stream a moment after it took the lead.
  await eventually(streams).toBeGreaterThan(former)
  const before = streams()
  const name = await rename(uniqueWord('Bureau'))
  await Promise.all(tabs.map((tab) => seeTitle(tab, name)))
  expect(streams()).toBe(before)
})

it('[SYN-08] [SYN-01] an edit made in either tab shows in both at once', async () => {
  for (const [here, there] of [tabs, [...tabs].reverse()] as [Page, Page][]) {
    const name = uniqueWord('Ici')
    await here.goto(at('/edit'))
    await field(here, 'Nom').fill(name)
    await save(here)
    await Promise.all([seeTitle(here, name), seeTitle(there, name)])
    await waitUntilUpToDate(there)
    await eventually(async () => (await boss.one(`/clients/${client}`)).NOM).toBe(name)
  }
})

it('[SYN-08] the leading tab is closed: the other takes over and receives changes from elsewhere', async () => {
  await tabs[0].close()
  const name = await rename(uniqueWord('Fermé'))
  await seeTitle(tabs[1], name)
  await eventually(async () => (await leaders(tabs[1])).held, LATER).toBe(1)
})

it('[SYN-08] the leading tab crashes: the other takes over', async () => {
  const [, leader] = tabs
  const heir = await openTab()
  await expectOneLeader(heir)
  const before = streams()
  const crashed = leader.waitForEvent('crash')
  const cdp = await device.context.newCDPSession(leader)
  cdp.send('Page.crash').catch(() => undefined)
  await crashed
  const name = await rename(uniqueWord('Tombé'))
  await seeTitle(heir, name)
  await eventually(() => streams()).toBeGreaterThan(before)
  await eventually(async () => (await leaders(heir)).held, LATER).toBe(1)
})

/** Two tabs as a person has them: a form with words in one, another page in the other. */
const typeInOne = async (words: string): Promise<{ typing: Page; other: Page }> => {
  const other = device.context.pages().filter((page) => !page.isClosed())
  const [typing, heir] = [await openTab(), other.at(-1) as Page]
  await typing.goto(at('/edit'))
  await field(typing, 'Nom').fill(words)
  return { typing, other: heir }
}

const logInAgain = async (page: Page): Promise<void> => {
  await page.getByLabel('Adresse email').fill('commercial@example.com')
  await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Se connecter' }).click()
}

it('[ERR-01] [RES-03] a session that ends in one tab keeps the words typed in the other for the same person', async () => {
  const words = uniqueWord('Saisi')
  const { typing, other } = await typeInOne(words)
  const token = await other.evaluate(() => JSON.parse(localStorage.getItem('lolapp.auth') ?? 'null').token as string)
  expect((await ask({ port: server.port, host: 'demo', method: 'POST', path: '/logout', token })).status).toBe(204)
  await other.goto(`${proxy.urlFor('demo')}/manager/synchronisation`)
  await other.getByRole('button', { name: 'Se reconnecter' }).click()
  // No blank page: the other tab asks for the login too, and the login of one tab serves both.
  await typing.getByLabel('Adresse email').waitFor()
  await logInAgain(other)
  await seeTitle(other, 'Synchronisation')
  await eventually(() => field(typing, 'Nom').inputValue()).toBe(words)
  expect(new URL(typing.url()).pathname).toBe(new URL(at('/edit')).pathname)
  await typing.close({ runBeforeUnload: false })
})

it('[AUT-08] [RES-03] a logout asks before it closes a form of another tab, which then shows the login', async () => {
  const { typing, other } = await typeInOne(uniqueWord('Perdu'))
  await other.bringToFront()
  await askToLogOut(other)
  const question = other.getByRole('dialog', { name: 'Modifications non enregistrées' })
  await question.getByText('dans un autre onglet').waitFor()
  await question.getByRole('button', { name: 'Non' }).click()
  await question.waitFor({ state: 'detached' })
  await field(typing, 'Nom').waitFor()
  await askToLogOut(other)
  await question.getByRole('button', { name: 'Oui' }).click()
  for (const tab of [other, typing]) await tab.getByLabel('Adresse email').waitFor()
  expect(await typing.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('brouillon')))).toEqual(
    [],
  )
})
