import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Device, launchChromium } from '../support/chromium.ts'
import { buildWebApp, webAppFolder } from '../support/web-app.ts'
import { type DemoServer, openDemoServer, SETUP, uniqueWord } from './support/demo-server.ts'
import { cachedAddresses } from './support/local-data.ts'
import { eventually, field, save, see, seeTitle, signInAndReceive } from './support/people.ts'

/** A new version is deployed while a client form is open. */

const NEXT = 'seconde'
const PROMPT = 'Mise à jour disponible, cliquez sur le bouton pour mettre à jour.'

let server: DemoServer
let device: Device
let page: Page
let served: string
let next: string
let before: string | undefined

const build = (): Promise<string | undefined> => page.evaluate(() => document.documentElement.dataset.build)
const prompt = (): Locator => page.getByRole('alert').filter({ hasText: PROMPT })

/** A deployment replaces the build in the same folder. */
async function deploy(folder: string): Promise<void> {
  for (const name of await readdir(served)) await rm(join(served, name), { recursive: true })
  await cp(folder, served, { recursive: true })
}

/** The user comes back to the app, which then looks for a new version. */
const comeBack = (): Promise<unknown> => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

beforeAll(async () => {
  served = await mkdtemp(join(tmpdir(), 'lolapp-served-'))
  next = await mkdtemp(join(tmpdir(), 'lolapp-next-'))
  await buildWebApp(next, { BUILD_ID: NEXT })
  await deploy(webAppFolder())
  server = await openDemoServer({ webDir: served })
  device = await launchChromium()
  page = device.page
  await signInAndReceive(page, server.web(), 'commercial@example.com')
  before = await build()
  expect(before).not.toBe(NEXT)
}, SETUP)

afterAll(async () => {
  try {
    await device?.close()
  } finally {
    await server?.dispose()
    await rm(served, { recursive: true, force: true })
    await rm(next, { recursive: true, force: true })
  }
})

it('[PWA-02] a new version is offered, never imposed: « Fermer » leaves everything as it is', async () => {
  await deploy(next)
  await comeBack()
  await prompt().waitFor()
  await prompt().getByRole('button', { name: 'Fermer' }).click()
  await prompt().waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Mes clients' }).first().click()
  await seeTitle(page, 'Mes clients')
  await page.reload()
  // Still the former version, which offers the new one again.
  await prompt().waitFor()
  expect(await build()).toBe(before)
})

it('[PWA-02] « Mettre à jour » reloads once, and the open client form is not lost', async () => {
  const [name, remark] = [uniqueWord('Brouillon'), uniqueWord('Portail')]
  await page.getByRole('link', { name: 'Nouveau client' }).click()
  await field(page, 'Nom').fill(name)
  await field(page, 'Observations').fill(remark)
  await field(page, 'Ville').fill('Nantes')
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  const questions: string[] = []
  page.on('dialog', (dialog) => {
    questions.push(dialog.type())
    void dialog.accept()
  })

  await prompt().getByRole('button', { name: 'Mettre à jour' }).click()
  await eventually(() => build().catch(() => undefined)).toBe(NEXT)
  await seeTitle(page, 'Nouveau client')
  await eventually(() => field(page, 'Nom').inputValue()).toBe(name)
  await eventually(() => field(page, 'Observations').inputValue()).toBe(remark)
  await eventually(() => field(page, 'Ville').inputValue()).toBe('Nantes')
  expect(questions).toEqual([])
  expect(await prompt().count()).toBe(0)

  await save(page)
  await see(page, 'Création Client réussie')
  // Waits long enough to notice a second reload.
  await page.waitForTimeout(1000)
  expect(loads).toBe(1)
})

it('[PWA-02] the former version’s files stay available until a page of the new one is open, then they are removed', async () => {
  const names = async (folder: string) => new Set(await readdir(join(folder, 'assets')))
  const [first, second] = [await names(webAppFolder()), await names(next)]
  const [old] = [...second].filter((name) => name.endsWith('.js') && !first.has(name))
  if (!old) throw new Error('The two builds have the same files')
  const former = `${server.web()}/assets/${old}`
  expect(await cachedAddresses(page)).toContain(former)
  const bystander = await device.newTab()
  await bystander.goto(`${server.web()}/icon.svg`)
  await deploy(webAppFolder())
  await comeBack()
  await prompt().waitFor()
  await page.close()
  // A tab outside the app activates the new version, without reloading the app.
  await bystander.evaluate(async () => {
    const took = new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
    const registration = await navigator.serviceWorker.getRegistration('/')
    registration?.waiting?.postMessage({ type: 'SKIP_WAITING' })
    await took
  })
  const { status } = await fetch(former.replace(server.web(), server.url))
  expect(status).toBe(404)
  expect(await bystander.evaluate(async (address) => (await fetch(address)).status, former)).toBe(200)

  await bystander.goto(`${server.web()}/manager`)
  await seeTitle(bystander, 'Accueil')
  await eventually(() => cachedAddresses(bystander)).not.toContain(former)
})
