import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Device, launchChromium } from '../support/chromium.ts'
import { png } from '../support/sample-files.ts'
import { outbox, signInAsAdmin } from './support/admins.ts'
import { findNothingOn } from './support/axe.ts'
import { ask, type Clerk, type DemoServer, openDemoServer, PASSWORD, SETUP } from './support/demo-server.ts'
import { eventually, goOffline, goOnline, see, seeTitle, signInAndReceive } from './support/people.ts'

/** « Mon compte »: sessions, password and photo, for a rep on a phone and an administrator on a desktop. */

const REP = 'commercial@example.com'
const NEW = 'une phrase de passe neuve'

let server: DemoServer
let elsewhere: Clerk
let phone: Device
let desktop: Device
let page: Page

beforeAll(async () => {
  server = await openDemoServer()
  ;[phone, desktop] = await Promise.all([launchChromium({ mobile: true }), launchChromium()])
  page = phone.page
  for (const one of [page, desktop.page]) await one.emulateMedia({ reducedMotion: 'reduce' })
  await signInAndReceive(page, server.web(), REP)
  elsewhere = await server.clerk(REP)
}, SETUP)

afterAll(async () => {
  try {
    await Promise.all([phone?.close(), desktop?.close()])
  } finally {
    await server?.dispose()
  }
})

const openAccount = async (on: Page): Promise<void> => {
  await on.getByRole('button', { name: 'Mon compte' }).click()
  await on.getByRole('link', { name: 'Profil, sécurité, sessions' }).click()
  await seeTitle(on, 'Mon compte')
}
const rows = (on: Page) => on.getByRole('list', { name: 'Mes sessions' }).getByRole('listitem')
const yes = (on: Page): Promise<void> => on.getByRole('dialog').getByRole('button', { name: 'Oui' }).click()
const alive = async (clerk: Clerk): Promise<number> => (await clerk.call('GET', '/account/sessions')).status
const photos = (on: Page): Promise<number> => on.locator('main img, header img').count()

it('[SET-11 revocable] [AUT-01] a rep finds a session that is not theirs and ends it', async () => {
  await openAccount(page)
  await eventually(() => rows(page).count()).toBe(2)
  await eventually(() => rows(page).first().textContent()).toContain('Cet appareil')
  await findNothingOn(page, { size: 'phone', name: 'my account' })
  await rows(page)
    .nth(1)
    .getByRole('button', { name: /^Terminer/ })
    .click()
  await yes(page)
  await see(page, 'Aucune autre session n’est ouverte.')
  expect(await alive(elsewhere)).toBe(401)
})

it('[SET-11 photo] [ENT-05] their photo is shown, also offline', async () => {
  await page
    .getByLabel('Choisir une photo')
    .setInputFiles({ name: 'moi.png', mimeType: 'image/png', buffer: png('moi', 300) })
  await page.getByRole('button', { name: 'Retirer la photo' }).waitFor()
  // On the page and in the bar above it.
  await eventually(() => photos(page)).toBe(2)
  await goOffline(phone)
  await page.reload()
  await seeTitle(page, 'Mon compte')
  await eventually(() => photos(page)).toBe(2)
})

it('[SET-11 password] [AUT-01] their password changes online, with the present one', async () => {
  const submit = page.getByRole('button', { name: 'Changer le mot de passe' })
  const fill = async (current: string): Promise<void> => {
    await page.getByLabel('Mot de passe actuel').fill(current)
    await page.getByLabel('Nouveau mot de passe', { exact: true }).fill(NEW)
    await page.getByLabel('Confirmez le nouveau mot de passe').fill(NEW)
    await submit.click()
  }
  await see(page, 'Pas de connexion. Il faut du réseau pour changer ceci.')
  await eventually(() => submit.isDisabled()).toBe(true)
  await goOnline(phone)
  await eventually(() => submit.isDisabled()).toBe(false)
  elsewhere = await server.clerk(REP)
  await fill('pas le mien')
  await see(page, 'Ce n’est pas votre mot de passe actuel')
  await fill(PASSWORD)
  await see(page, 'Mot de passe changé')
  await eventually(() => alive(elsewhere)).toBe(401)
  const login = (password: string) =>
    ask({ port: server.port, host: 'demo', method: 'POST', path: '/lolapp/login', body: { MAIL: REP, password } })
  expect([(await login(PASSWORD)).status, (await login(NEW)).status]).toEqual([401, 200])
  const told = async () => (await outbox(server, 'demo')).filter(({ recipient }) => recipient === REP)
  await eventually(async () => (await told()).map(({ payload }) => (payload as { subject: string }).subject)).toContain(
    'Votre mot de passe Habitat Démo a changé',
  )
})

it('[AUT-01] an administrator does the same on their own domain', async () => {
  const { page: admin } = desktop
  await signInAsAdmin(admin, server)
  const other = await ask({
    port: server.port,
    host: 'admin',
    method: 'POST',
    path: '/login',
    body: { email: 'admin@example.com', password: PASSWORD },
  })
  const { token } = (other.body as { data: { token: string } }).data
  await openAccount(admin)
  await eventually(() => rows(admin).count()).toBe(2)
  await findNothingOn(admin, { size: 'desktop', name: 'my account of an administrator' })
  await admin.getByRole('button', { name: 'Terminer toutes les autres' }).click()
  await yes(admin)
  await see(admin, 'Aucune autre session n’est ouverte.')
  const ended = await ask({ port: server.port, host: 'admin', method: 'GET', path: '/account/sessions', token })
  expect(ended.status).toBe(401)
})
