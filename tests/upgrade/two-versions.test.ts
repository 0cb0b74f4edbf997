import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { spoil } from '../journeys/support/bad-lines.ts'
import {
  eventually,
  field,
  LATER,
  pillText,
  save,
  see,
  seeTitle,
  signInAndReceive,
  waitUntilUpToDate,
} from '../journeys/support/people.ts'
import { type Device, launchChromium } from '../support/chromium.ts'
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'
import { buildWebApp } from '../support/web-app.ts'
import { treeOf } from './releases.ts'

/**
 * The app of the last release that landed, in a real browser with its own service worker, is replaced by this tree's while a form is open in one tab and the
 * app is opened in another one: two versions want one local database.
 */

const REP = 'commercial@example.com'
const SETUP = 900_000
const WAITS = /Lolapp est ouvert dans un autre onglet avec une autre version/

let folders: { served: string; former: string; present: string }
let server: ServerProcess
let line: FaultProxy
let device: Device
let page: Page

const build = (of: Page): Promise<string | undefined> => of.evaluate(() => document.documentElement.dataset.build)
const web = (): string => line.urlFor('demo')

/** A deployment replaces the build in the same folder. */
async function deploy(folder: string): Promise<void> {
  for (const name of await readdir(folders.served)) await rm(join(folders.served, name), { recursive: true })
  await cp(folder, folders.served, { recursive: true })
}

beforeAll(async () => {
  const folder = (name: string): Promise<string> => mkdtemp(join(tmpdir(), `lolapp-${name}-`))
  folders = { served: await folder('served'), former: await folder('former'), present: await folder('present') }
  await buildWebApp(folders.former, { BUILD_ID: 'former' }, await treeOf('N-1'))
  await buildWebApp(folders.present, { BUILD_ID: 'present' })
  await deploy(folders.former)
  server = await startServer({ webDir: folders.served, env: { RATE_LIMIT: '1000000' } })
  line = await startFaultProxy(server.port)
  device = await launchChromium()
  page = device.page
  await signInAndReceive(page, web(), REP)
}, SETUP)

afterAll(async () => {
  try {
    await device?.close()
    await line?.close()
  } finally {
    await server?.dispose()
    for (const folder of Object.values(folders ?? {})) await rm(folder, { recursive: true, force: true })
  }
})

async function create(name: string): Promise<void> {
  await page.goto(`${web()}/manager/client/create`)
  await field(page, 'Nom').fill(name)
}

it('[WORK-5] [PWA-02] [I2] the later version waits for a tab of the former one, whose form and pending work it then has', async () => {
  expect(await build(page)).toBe('former')
  const [saved, typed] = [`Attend ${Date.now()}`, `Saisi ${Date.now()}`]
  const bad = spoil(line, 'error 500')
  await create(saved)
  await save(page)
  await see(page, 'Création Client réussie')
  await create(typed)

  // A draft keeps the form, so that the page would reload by itself. It asks where something is held that no draft keeps; its person stays.
  await field(page, 'Nom').click()
  await page.evaluate(() => addEventListener('beforeunload', (event) => event.preventDefault()))
  let answer: 'stay' | 'leave' = 'stay'
  page.on('dialog', (dialog) => void (answer === 'stay' ? dialog.dismiss() : dialog.accept()))
  await deploy(folders.present)
  const other = await device.newTab()
  await other.goto(`${web()}/manager`)
  await other.getByRole('button', { name: 'Mettre à jour' }).click()
  await eventually(() => build(other).catch(() => undefined), LATER).toBe('present')
  await see(other, WAITS)
  expect(await build(page)).toBe('former')
  expect(await field(page, 'Nom').inputValue()).toBe(typed)

  answer = 'leave'
  await other.getByRole('button', { name: 'Recharger les autres onglets' }).click()
  await eventually(() => build(page).catch(() => undefined), LATER).toBe('present')
  await other.getByRole('alert').filter({ hasText: WAITS }).waitFor({ state: 'detached' })
  await seeTitle(page, 'Nouveau client')
  await eventually(() => field(page, 'Nom').inputValue()).toBe(typed)
  await eventually(() => pillText(other), LATER).toContain('1 à envoyer')

  bad.mend()
  await waitUntilUpToDate(other)
  await save(page)
  await see(page, 'Création Client réussie')
  await waitUntilUpToDate(page)
  for (const name of [saved, typed]) {
    await other.goto(`${web()}/manager/client?tous=1`)
    await other.getByLabel('Rechercher un client').fill(name)
    await eventually(() => other.getByRole('link', { name, exact: true }).count(), LATER).toBe(1)
  }
}, 900_000)
