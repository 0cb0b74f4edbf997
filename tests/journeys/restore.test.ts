import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Device, launchChromium } from '../support/chromium.ts'
import { type Clerk, type DemoServer, openDemoServer, SETUP, uniqueWord } from './support/demo-server.ts'
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
} from './support/people.ts'

/**
 * The server's disk fails after the morning's backup. Devices send again what the server had acknowledged since (sync/SPEC.md, HEAL). One
 * story, told in order, with the commands of docs/operations.md.
 */

const before = uniqueWord('Avant')
const after = uniqueWord('Après')
const waiting = uniqueWord('Attente')
const town = uniqueWord('Ville')

let server: DemoServer
let web: string
let folder: string
let profileDir: string
let recipient = ''
let rep: Device
let director: Device
let boss: Clerk

const run = promisify(execFile)
/** `npm run …`, as somebody types it on the server's machine. */
const npmRun = async (...words: string[]): Promise<string> => {
  const { DATABASE_URL: _, ...machine } = process.env
  const env = { ...machine, DATA_DIR: server.dataDir, BACKUP_RECIPIENT: recipient }
  return (await run('npm', ['run', '--silent', ...words], { env })).stdout
}

async function newClient(page: Page, name: string): Promise<void> {
  await page.goto(`${web}/manager/client`)
  await page.getByRole('link', { name: 'Nouveau client' }).click()
  await field(page, 'Nom').fill(name)
  await field(page, 'Adresse').fill('3 rue Haute')
  await field(page, 'Code postal').fill('44000')
  await field(page, 'Ville').fill(town)
  await save(page)
  await see(page, 'Création Client réussie')
}

const named = async (name: string): Promise<number> =>
  (await boss.all('/clients')).filter(({ NOM }) => NOM === name).length

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lolapp-sauvegardes-'))
  profileDir = await mkdtemp(join(tmpdir(), 'lolapp-rep-'))
  server = await openDemoServer()
  web = server.web()
  ;[rep, director] = await Promise.all([launchChromium({ profileDir }), launchChromium()])
  boss = await server.clerk('directeur@example.com')
  await signInAndReceive(rep.page, web, 'commercial@example.com')
  await signInAndReceive(director.page, web, 'directeur@example.com')
}, SETUP)

afterAll(async () => {
  try {
    await rep?.close()
    await director?.close()
  } finally {
    await server?.dispose()
    for (const path of [folder, profileDir]) await rm(path, { recursive: true, force: true, maxRetries: 3 })
  }
})

it('an encrypted backup is made while people work', async () => {
  await newClient(rep.page, before)
  await waitUntilUpToDate(rep.page)
  const told = await npmRun('backup-key', '--', '--to', join(folder, 'cle.txt'))
  recipient = /^BACKUP_RECIPIENT=(age1\w+)$/m.exec(told)?.[1] ?? ''
  expect(await npmRun('backup', '--', '--to', join(folder, 'matin'))).toMatch(
    /Sauvegarde chiffrée faite dans .*matin » : .*lignes/,
  )
})

it('work goes on and is acknowledged; the rep leaves with unsent entries', async () => {
  await newClient(rep.page, after)
  await waitUntilUpToDate(rep.page)
  await director.page.goto(`${web}/manager/client?tous=1`)
  await director.page.getByLabel('Rechercher un client').fill(after)
  await director.page.getByRole('link', { name: after, exact: true }).click()
  await seeTitle(director.page, after)
  await director.page.evaluate(() => Object.assign(window, { neverReloaded: true }))
  expect(await named(after)).toBe(1)
  await rep.setOffline(true)
  await newClient(rep.page, waiting)
  await rep.close()
})

it('the disk fails, the backup is restored: the server lacks the later writes', async () => {
  await server.kill()
  const restore = ['restore', '--', '--from', join(folder, 'matin')]
  await expect(npmRun(...restore)).rejects.toThrow(/est chiffrée : donnez le fichier de la clé privée/)
  expect(await npmRun(...restore, '--identity', join(folder, 'cle.txt'))).toMatch(/La sauvegarde du .* est restaurée/)
  await server.start()
  expect(await named(before)).toBe(1)
  expect(await named(after)).toBe(0)
})

it('[I1] [I2] the rep opens the phone: acknowledged and pending entries are both on the server, once (HEAL-1, HEAL-2)', async () => {
  rep = await launchChromium({ profileDir })
  await rep.page.goto(`${web}/manager`)
  await eventually(() => pillText(rep.page), LATER).toBe('À jour')
  for (const name of [before, after, waiting]) await eventually(() => named(name), LATER).toBe(1)
  const addresses = async () => (await boss.all('/adresse')).filter(({ VILLE }) => VILLE === town)
  await eventually(async () => (await addresses()).length, LATER).toBe(3)
})

it("the director's page, open the whole time, still shows the client, and then the new one, without a reload", async () => {
  const { page } = director
  await eventually(() => pillText(page), LATER).toBe('À jour')
  await seeTitle(page, after)
  await page.getByRole('link', { name: 'Mes clients' }).first().click()
  await page.getByLabel('Rechercher un client').fill(waiting)
  await page.getByText('Tous', { exact: true }).click()
  await page.getByRole('link', { name: waiting, exact: true }).waitFor({ timeout: LATER })
  expect(await page.evaluate(() => 'neverReloaded' in window)).toBe(true)
})
