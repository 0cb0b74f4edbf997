import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { CDPSession, Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Device, launchChromium } from '../support/chromium.ts'
import { fillDataFolder } from '../support/engines.ts'
import { freePort } from '../support/ports.ts'
import { totpCode } from '../support/second-factor.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'
import { webAppFolder } from '../support/web-app.ts'
import { fillLogin } from './support/admins.ts'
import { findNothingOn } from './support/axe.ts'
import { ask, SETUP } from './support/demo-server.ts'
import { askToLogOut, field, SOON, see, seeNotice, seeTitle } from './support/people.ts'

/** An administrator outside demo mode, from the operator's command on: authenticator app, passkey, recovery codes. */

const MAIL = 'marie@maison.example'
const NEW_PASSWORD = 'quatre mots faciles à retenir'
const env = { DEMO: '0', RATE_LIMIT: '1000000' }

let folder: string
let server: ServerProcess
let device: Device
let page: Page
let secret = ''
let codes: string[] = []

/** `npm run admin`, and the password behind its link. */
async function becomeAdmin(port: number): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', 'server/accounts/admin-command.ts', '--mail', MAIL],
    { env: { ...process.env, ...env, DATA_DIR: folder, PORT: String(port) } },
  )
  const token = /\/password\/reset\/([\w-]{43})/.exec(stdout)?.[1]
  if (token === undefined) throw new Error(stdout)
  return token
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lolapp-factor-'))
  await fillDataFolder(folder)
  const port = await freePort()
  const token = await becomeAdmin(port)
  server = await startServer({ webDir: webAppFolder(), dataDir: folder, port, env })
  const body = { token, email: MAIL, password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD }
  const chosen = await ask({ port, host: 'admin', method: 'POST', path: '/password/reset', body })
  expect(chosen.status).toBe(204)
  device = await launchChromium({ mobile: true })
  page = device.page
  page.setDefaultTimeout(SOON)
  await page.emulateMedia({ reducedMotion: 'reduce' })
}, SETUP)

afterAll(async () => {
  try {
    await device?.close()
  } finally {
    await server?.dispose()
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
})

const findNothing = (name: string): Promise<void> => findNothingOn(page, { size: 'phone', name })
const press = (name: string | RegExp): Promise<void> => page.getByRole('button', { name }).click()
const logIn = async (): Promise<void> => {
  await page.goto(`${server.urlFor('admin')}/login/admin`)
  await fillLogin(page, MAIL, NEW_PASSWORD)
}
const logOut = async (): Promise<void> => {
  await askToLogOut(page)
  await seeTitle(page, 'Connexion administrateur')
}

/** A device with a fingerprint reader: the browser's virtual authenticator. */
async function giveFingerprint(): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return session
}

it('[SET-11 forced] (forced for administrators) [SEC] the password alone opens only the set-up of a second factor', async () => {
  await logIn()
  await seeTitle(page, 'Protégez votre compte')
  await findNothing('second factor to choose')
  await page.goto(`${server.urlFor('admin')}/admin/company`)
  await seeTitle(page, 'Connexion administrateur')
  await logIn()
  await press('Ajouter une application de codes')
  await page.getByRole('img', { name: /^QR code/ }).waitFor()
  secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '')
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  await findNothing('app of codes to set up')
  await field(page, 'Code de l’application').fill('12')
  await press('Mettre en service')
  await see(page, 'Six chiffres, tels que l’application les montre')
  await field(page, 'Code de l’application').fill(totpCode(secret))
  await press('Mettre en service')
  const list = page.getByRole('list', { name: 'Vos codes de secours' })
  await list.waitFor()
  codes = await list.getByRole('listitem').allTextContents()
  expect(codes).toHaveLength(10)
  await findNothing('recovery codes')
  await press('Terminer')
  await seeTitle(page, 'Entreprises')
  await logOut()
})

it('[SET-11 totp] [SEC] the next login asks for the code of the app', async () => {
  await logIn()
  await seeTitle(page, 'Vérification')
  await findNothing('second factor at login')
  // The code that activated the app is not accepted again.
  await field(page, 'Code de l’application').fill('000000')
  await press('Continuer')
  await see(page, 'Ce n’est pas le bon code, ou il a déjà servi.')
  await field(page, 'Code de l’application').fill(totpCode(secret, 1))
  await press('Continuer')
  await seeTitle(page, 'Entreprises')
})

it('[SET-11 passkey] [SEC] a passkey of the device is added on « Mon compte », opens the account, and proves the identity', async () => {
  await giveFingerprint()
  await page.getByRole('button', { name: 'Mon compte' }).click()
  await page.getByRole('link', { name: 'Profil, sécurité, sessions' }).click()
  await seeTitle(page, 'Mon compte')
  await see(page, 'Il vous en reste 10.')
  await press('Ajouter une clé d’accès')
  await field(page, 'Nom de la clé').fill('Téléphone')
  await press('Créer la clé')
  await seeNotice(page, 'Clé d’accès ajoutée')
  await page.getByRole('list', { name: 'Clés d’accès' }).getByText('Téléphone').waitFor()
  await findNothing('security of the account')
  await logOut()

  await logIn()
  await press('Utiliser ma clé d’accès')
  await seeTitle(page, 'Entreprises')

  // After a quarter of an hour the server asks for a new proof, then the interrupted action continues.
  let refused = false
  await page.route('**/api/admin/backups', async (route) => {
    if (refused || route.request().method() !== 'POST') return route.continue()
    refused = true
    const headers = { 'content-type': 'application/json', 'lolapp-server': 'lolapp' }
    const body = JSON.stringify({ code: 'REAUTH_REQUIRED', message: 'Confirmez d’abord que c’est bien vous.' })
    await route.fulfill({ status: 403, headers, body })
  })
  await page.goto(`${server.urlFor('admin')}/admin`)
  await page.getByRole('button', { name: 'Sauvegarder', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirmez que c’est vous' })
  await dialog.getByRole('button', { name: 'Utiliser ma clé d’accès' }).waitFor()
  await findNothing('proof of who is there')
  await dialog.getByRole('button', { name: 'Utiliser ma clé d’accès' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page
    .getByText(/lignes ·/)
    .first()
    .waitFor()
})

it('[SET-11 recovery] [SEC] a recovery code opens the account when the phone is lost', async () => {
  await logOut()
  await logIn()
  await press('Je n’ai que mes codes de secours')
  await field(page, 'Code de secours').fill(codes[0]?.toLowerCase() ?? '')
  await press('Continuer')
  await seeTitle(page, 'Entreprises')
  // Where it stood before.
  await page.goto(`${server.urlFor('admin')}/admin/securite`)
  await seeTitle(page, 'Mon compte')
  await see(page, 'Il vous en reste 9.')
})
