import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Device, launchChromium } from '../../support/chromium.ts'
import { freePort } from '../../support/ports.ts'
import { totpCode } from '../../support/second-factor.ts'
import type { ServerProcess } from '../../support/server-process.ts'
import { type MailServer, startMailServer } from '../../support/stand-ins/mail-server.ts'
import { fillLogin } from './admins.ts'
import { SETUP } from './demo-server.ts'
import { bring, eventually, field, LATER, SOON, save, see, seeNotice, seeTitle, waitUntilUpToDate } from './people.ts'

/** A company from nothing, step by step as in docs/operations.md (« From nothing to the first client »). */

export interface Place {
  /** Data folder, kept between starts and removed at the end. */
  dataDir: string
  port: number
  env: Record<string, string>
}

/** The server and its commands where a company installs them. */
export interface Installation {
  /** Additional settings, such as its database; called once. */
  settings?(): Promise<Record<string, string>>
  start(place: Place): Promise<ServerProcess>
  /** @returns what it printed */
  command(name: 'admin' | 'backup' | 'verify-evidence', args: readonly string[], place: Place): Promise<string>
}

export const ADMIN = 'marie@maison.example'
const DIRECTOR = 'paul@forez.example'
const REP = 'nadia@forez.example'
export const PASSWORD = 'quatre mots faciles à retenir'
const HELP = 'npm run admin -- --mail'

export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click()

async function choosePassword(page: Page, link: string, mail: string): Promise<void> {
  await page.goto(link)
  await page.getByLabel('Adresse email').fill(mail)
  await page.getByLabel('Nouveau mot de passe').fill(PASSWORD)
  await page.getByLabel('Confirmez le mot de passe').fill(PASSWORD)
  await press(page, 'Enregistrer le mot de passe')
  await see(page, 'Votre mot de passe est changé. Vous pouvez vous connecter.')
}

const LINK = /http:\/\/\S+\/password\/reset\/[\w-]{43}/

/** The link of the last mail to somebody, as their mail program shows it. */
export async function linkIn(mails: MailServer, mail: string): Promise<string> {
  const link = (): string =>
    mails.received
      .flatMap(({ envelope, mail: { text } }) => (envelope.to.includes(mail) ? [LINK.exec(text ?? '')?.[0] ?? ''] : []))
      .at(-1) ?? ''
  await eventually(link).toMatch(LINK)
  return link()
}

export async function invite(
  page: Page,
  {
    first,
    last,
    mail,
    roles,
    allAgencies = false,
  }: { first: string; last: string; mail: string; roles: readonly string[]; allAgencies?: boolean },
): Promise<void> {
  await page.getByRole('link', { name: 'Nouveau membre' }).click()
  await field(page, 'Prénom').fill(first)
  await field(page, 'Nom').fill(last)
  await field(page, 'Adresse email').fill(mail)
  await field(page, 'Rôles').click()
  for (const name of roles) await page.getByRole('option', { name, exact: true }).click()
  await page.keyboard.press('Escape')
  if (allAgencies) await page.getByRole('switch', { name: 'Toutes les agences' }).check()
  await save(page)
  await seeNotice(page, 'Création Personnel réussie')
  await press(page, `Mail d’installation : ${first} ${last}`)
  await seeNotice(page, `Mail d’installation en route vers ${mail}`)
}

/** The first administrator, by the link that the command has printed: password, login, second factor. */
export async function enterAsAdmin(page: Page, port: number, printed: string): Promise<void> {
  await choosePassword(page, LINK.exec(printed)?.[0] ?? printed, ADMIN)
  await page.goto(`http://admin.localhost:${port}/login/admin`)
  await fillLogin(page, ADMIN, PASSWORD)
  await seeTitle(page, 'Protégez votre compte')
  await press(page, 'Ajouter une application de codes')
  const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await field(page, 'Code de l’application').fill(totpCode(secret))
  await press(page, 'Mettre en service')
  await press(page, 'Terminer')
  await seeTitle(page, 'Entreprises')
}

export async function makeCompany(page: Page, name: string, key: string): Promise<void> {
  await page.getByRole('link', { name: 'Nouvelle entreprise' }).click()
  await field(page, 'Nom').fill(name)
  await field(page, 'Sous-domaine').fill(key)
  await save(page)
  await seeNotice(page, 'Création Entreprise réussie')
}

/** Logs in by the link of their mail, whose host is the company's. */
export async function enter(page: Page, mail: string, link: string): Promise<void> {
  await choosePassword(page, link, mail)
  await page.goto(`${new URL(link).origin}/login/manager`)
  await fillLogin(page, mail, PASSWORD)
  await page.waitForURL((url) => /^\/manager(\/|$)/.test(url.pathname), { timeout: LATER })
  await waitUntilUpToDate(page)
}

/** The story as tests, from an empty folder to the first client on a phone, a restart and a backup. */
export function describeFirstCompany(name: string, installation: Installation): void {
  describe(name, () => {
    let place: Place
    let mails: MailServer
    let server: ServerProcess
    let desk: Device
    let boss: Device
    let phone: Device

    beforeAll(async () => {
      const port = await freePort()
      mails = await startMailServer()
      place = {
        dataDir: await mkdtemp(join(tmpdir(), 'lolapp-install-')),
        port,
        env: {
          PUBLIC_URL: `http://localhost:${port}`,
          SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
          MAIL_FROM: 'ne-pas-repondre@maison.example',
          RATE_LIMIT: '1000000',
          ...(await installation.settings?.()),
        },
      }
      ;[desk, boss, phone] = await Promise.all([launchChromium(), launchChromium(), launchChromium({ mobile: true })])
      for (const { context } of [desk, boss, phone]) context.setDefaultTimeout(SOON)
    }, SETUP)

    afterAll(async () => {
      try {
        for (const device of [desk, boss, phone]) await device?.close()
      } finally {
        await server?.dispose()
        await mails?.close()
        await rm(place.dataDir, { recursive: true, force: true, maxRetries: 3 })
      }
    })

    it('[SET-01 first-admin] starts without the demonstration, and says in one sentence how to make its administrator', async () => {
      server = await installation.start(place)
      await eventually(() => server.output()).toContain(HELP)
      expect(server.output()).not.toMatch(/demonstration|demo\.localhost/)
      await server.stop()
    })

    it('the administrator chooses a password by the link of the command, protects the account, and makes the company', async () => {
      const { page } = desk
      const printed = await installation.command('admin', ['--mail', ADMIN], place)
      await server.start()
      await enterAsAdmin(page, place.port, printed)
      await makeCompany(page, 'Toits du Forez', 'forez')
    })

    it('invites the director and a rep, who enter by the mails that they receive', async () => {
      const { page } = desk
      await page.goto(`http://admin.localhost:${place.port}/admin/personnels`)
      await invite(page, {
        first: 'Paul',
        last: 'Girard',
        mail: DIRECTOR,
        roles: ['Directeur commercial', 'Commercial'],
        allAgencies: true,
      })
      await page.goto(`http://admin.localhost:${place.port}/admin/personnels`)
      await invite(page, { first: 'Nadia', last: 'Chevalier', mail: REP, roles: ['Commercial'] })
      for (const [{ page: theirs }, mail] of [
        [boss, DIRECTOR],
        [phone, REP],
      ] as const) {
        const link = await linkIn(mails, mail)
        expect(new URL(link).host).toBe(`forez.localhost:${place.port}`)
        await enter(theirs, mail, link)
      }
    })

    it('the rep writes the first client on the phone, and the director sees it', async () => {
      const { page } = phone
      await page.goto(`http://forez.localhost:${place.port}/manager/client/create`)
      await field(page, 'Nom').fill('Premier')
      await save(page)
      await see(page, 'Création Client réussie')
      await waitUntilUpToDate(page)
      await boss.page.goto(`http://forez.localhost:${place.port}/manager/client?tous=1`)
      await bring(boss.page, boss.page.getByRole('link', { name: 'Premier', exact: true }))
    })

    it('after a restart all of it is there, the evidence is whole, and the backup is made', async () => {
      await server.stop()
      expect(await installation.command('verify-evidence', [], place)).toMatch(/chaîne intacte/)
      await server.start()
      const { page } = phone
      await page.goto(`http://forez.localhost:${place.port}/manager/client/create`)
      await field(page, 'Nom').fill('Deuxième')
      await save(page)
      await see(page, 'Création Client réussie')
      await waitUntilUpToDate(page)
      await boss.page.goto(`http://forez.localhost:${place.port}/manager/client?tous=1`)
      for (const name of ['Premier', 'Deuxième'])
        await bring(boss.page, boss.page.getByRole('link', { name, exact: true }))
      const backup = join(place.dataDir, 'sauvegarde')
      expect(await installation.command('backup', ['--to', backup], place)).toContain('Sauvegarde faite')
      expect(existsSync(join(backup, 'manifest.json'))).toBe(true)
    })
  })
}
