import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Device, launchChromium } from '../support/chromium.ts'
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts'
import { type Clerk, type DemoServer, openDemoServer, SETUP, uniqueWord } from './support/demo-server.ts'
import { leaders } from './support/local-data.ts'
import {
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
