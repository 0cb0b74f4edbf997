import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Device, launchChromium } from '../support/chromium.ts'
import { png } from '../support/sample-files.ts'
import { ADMIN, fillLogin, outbox, passwordLink, signInAsAdmin } from './support/admins.ts'
import { ask, type DemoServer, openDemoServer, PASSWORD, type Row, SETUP, uniqueWord } from './support/demo-server.ts'
import { localDatabases } from './support/local-data.ts'
import {
  askToLogOut,
  eventually,
  field,
  save,
  see,
  seeNotice,
  seeTitle,
  signIn,
  waitUntilUpToDate,
} from './support/people.ts'
import { rescueFileOf } from './support/phones.ts'

/** An administrator's day: a company with its look, a role, people, an impersonation, passwords by mail. */

const REFUSED = "Vous ne pouvez accedez a un sous domaine company en tant qu'utilisateur admin."
const NEW_PASSWORD = 'quatre mots faciles à retenir'
const banner = 'Vous agissez en tant que Julien Moreau · Habitat Démo'

let server: DemoServer
let device: Device
let page: Page

beforeAll(async () => {
  server = await openDemoServer()
  device = await launchChromium()
  page = device.page
}, SETUP)

afterAll(async () => {
  try {
    await device?.close()
  } finally {
    await server?.dispose()
  }
})

const admin = (path: string): string => `${server.web('admin')}${path}`
const path = (): string => new URL(page.url()).pathname
const tokens = (): Promise<{ admin: string | null; auth: string | null }> =>
  page.evaluate(() => {
    const tokenOf = (key: string): string | null =>
      (JSON.parse(localStorage.getItem(key) ?? 'null') as { token?: string } | null)?.token ?? null
    return { admin: tokenOf('lolapp.admin'), auth: tokenOf('lolapp.auth') }
  })
const call = (method: string, path: string, { token, host = 'admin' }: { token: string | null; host?: string }) =>
  ask({ port: server.port, host, method, path, token: token ?? undefined })
const rowOf = (words: string | RegExp) => page.getByRole('row').filter({ hasText: words })

it('[AUT-04] [AUT-05] the admin domain leads everybody to its login, and back to the page they wanted', async () => {
  await page.goto(admin('/admin/users?sortBy=email&sortDesc=true'))
  await seeTitle(page, 'Connexion administrateur')
  expect(new URL(page.url()).searchParams.get('redirect')).toBe('/admin/users?sortBy=email&sortDesc=true')
  expect(await page.getByRole('link', { name: 'Clients' }).count()).toBe(0)
  await fillLogin(page, ADMIN, 'pas le bon mot de passe')
  await see(page, 'Adresse email ou mot de passe incorrect.')
  await fillLogin(page, ADMIN)
  await seeTitle(page, 'Administrateurs')
  await page.goto(admin('/manager/agenda'))
  await seeTitle(page, 'Entreprises')
  expect(path()).toBe('/admin/company')
  await page.goto(admin('/login/admin'))
  await seeTitle(page, 'Entreprises')
  await page.goto(admin('/admin/nulle-part'))
  await seeTitle(page, 'Page introuvable')
  expect(await localDatabases(page)).toEqual({})
})

it('[ADM-01] [TEN-02] creates a company, whose people see its colour and logo at once', async () => {
  await page.goto(admin('/admin/company'))
  await page.getByRole('link', { name: 'Nouvelle entreprise' }).click()
  await field(page, 'Nom').fill('Toits du Forez')
  await field(page, 'Sous-domaine').fill('forez')
  await field(page, 'Couleur').fill('#0f766e')
  await page.getByRole('button', { name: 'Choisir : logo' }).waitFor()
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png('forez') })
  const preview = page.getByRole('region', { name: 'Aperçu du thème' })
  await eventually(() => preview.getAttribute('data-color')).toBe('#0f766e')
  await eventually(() => preview.locator('img').first().getAttribute('src')).toMatch(/^blob:/)
  await save(page)
  await seeNotice(page, 'Création Entreprise réussie')
  await seeTitle(page, 'Toits du Forez')
  const { body } = await ask({ port: server.port, host: 'forez', method: 'GET', path: '/lolapp/start' })
  expect((body as { data: Row }).data).toMatchObject({ NOM: 'Toits du Forez', COLOR: '#0f766e' })
  const visitor = await device.newTab()
  await visitor.goto(`${server.web('forez')}/login/manager`)
  await seeTitle(visitor, 'Connexion')
  await see(visitor, 'Toits du Forez')
  await eventually(() => visitor.locator('main img').getAttribute('src')).toMatch(/^\/api\/company\/.+\/pictures\//)
  const color = () => visitor.evaluate(() => document.documentElement.style.getPropertyValue('--lola-company'))
  await eventually(color).toBe('#0f766e')
  await visitor.close()
})

it('[ADM-01] [ADM-04] [RES-01 role] names a role of the company and sorts the list by its address', async () => {
  await page.goto(admin('/admin/roles'))
  await page.getByRole('combobox', { name: 'Entreprise' }).click()
  await page.getByRole('option', { name: 'Toits du Forez' }).click()
  await eventually(() => new URL(page.url()).search).toContain('entreprise=')
  // The address changes before the rows: the head tells which order these have.
  const sorted = (order: 'ascending' | 'descending') =>
    page.locator(`th[aria-sort="${order}"]`, { hasText: 'Nom affiché' }).waitFor()
  await page.getByRole('button', { name: 'Nom affiché' }).click()
  await sorted('ascending')
  expect(page.url()).toContain('sortBy=common_name')
  const names = (): Promise<string[]> => page.getByRole('row').locator('td:first-child').allTextContents()
  const up = await names()
  expect(up.length).toBeGreaterThan(1)
  await page.getByRole('button', { name: 'Nom affiché' }).click()
  await sorted('descending')
  expect(await names()).toEqual([...up].reverse())
  expect(page.url()).toContain('sortDesc=true')
  await rowOf('Métreur').getByRole('link').click()
  await seeTitle(page, 'Métreur')
  await page.locator('dt', { hasText: 'Droits' }).waitFor()
  await page.getByRole('link', { name: 'Modifier' }).click()
  await field(page, 'Nom affiché').fill('Releveur')
  await field(page, 'Couleur').fill('#8a6d00')
  await save(page)
  await seeNotice(page, 'Modification Rôle réussie')
  await seeTitle(page, 'Releveur')
  await page.getByRole('link', { name: 'Fermer' }).click()
  await rowOf('Releveur').filter({ hasText: '#8a6d00' }).waitFor()
  await rowOf('Releveur').getByRole('link').click()
  await page.getByRole('button', { name: 'Supprimer' }).click()
  await page.getByRole('button', { name: 'Oui' }).click()
  await seeNotice(page, 'Suppresion reussie')
  await page.getByRole('link', { name: 'Nouveau rôle' }).click()
  await field(page, 'Nom').click()
  await page.getByRole('option', { name: 'Métreur' }).click()
  await field(page, 'Nom affiché').fill('Mesures')
  await save(page)
  await seeNotice(page, 'Création Rôle réussie')
  await rowOf('Mesures').waitFor()
})

it('[ADM-02] invites a member of the company by the installation mail', async () => {
  await page.goto(admin('/admin/personnels'))
  await page.getByRole('link', { name: 'Nouveau membre' }).click()
  await field(page, 'Prénom').fill('Nadia')
  await field(page, 'Nom').fill('Chevalier')
  await field(page, 'Adresse email').fill('nadia@forez.example.com')
  await field(page, 'Rôles').click()
  await page.getByRole('option', { name: 'Commercial', exact: true }).click()
  await page.keyboard.press('Escape')
  await save(page)
  await seeNotice(page, 'Création Personnel réussie')
  await page.getByRole('button', { name: 'Mail d’installation : Nadia Chevalier' }).click()
  await seeNotice(page, 'Mail d’installation en route vers nadia@forez.example.com')
  await eventually(() => passwordLink(server, 'forez', 'nadia@forez.example.com')).toMatch(/^\/password\/reset\//)
})

it('[AUT-07] [ADM-02 picker] impersonates a rep on the admin origin, ends it and is the administrator again, all in the audit trail', async () => {
  const before = await tokens()
  await page.goto(admin('/admin'))
  await page.getByRole('combobox', { name: 'Membre du personnel' }).fill('moreau')
  await page.getByText('Habitat Démo (demo)').waitFor()
  await page.getByRole('option', { name: 'Julien Moreau' }).click()
  await page.getByRole('button', { name: 'Prendre la place : Julien Moreau' }).click()
  // The administrators' dashboard has the same title.
  await page.waitForURL(admin('/manager'))
  await seeTitle(page, 'Accueil')
  await see(page, banner)
  const during = await tokens()
  expect(during.admin).toBe(before.admin)
  expect(during.auth).not.toBeNull()
  expect(during.auth).not.toBe(before.admin)
  await waitUntilUpToDate(page)
  await page.goto(admin('/admin/company'))
  await seeTitle(page, 'Accueil')
  expect(path()).toBe('/manager')
  await page.getByRole('button', { name: 'Quitter' }).click()
  await seeTitle(page, 'Entreprises')
  await eventually(tokens).toEqual({ admin: before.admin, auth: null })
  expect((await call('GET', '/clients', { token: during.auth })).status).toBe(401)

  await page.goto(admin('/admin/audit'))
  await page.getByRole('combobox', { name: 'Entreprise' }).click()
  await page.getByRole('option', { name: 'Habitat Démo' }).click()
  await rowOf('Place rendue').filter({ hasText: 'Julien Moreau' }).waitFor()
  await rowOf('Place prise').waitFor()
})

it('[AUT-07] [RESCUE-2] impersonating, sends the person’s rescue file to the server as theirs; logging out only ends the impersonation', async () => {
  await page.goto(admin('/admin/personnels'))
  await page.getByRole('combobox', { name: 'Entreprise' }).click()
  await page.getByRole('option', { name: 'Habitat Démo' }).click()
  await page.getByRole('button', { name: 'Prendre la place : Julien Moreau' }).click()
  await see(page, banner)
  await waitUntilUpToDate(page)
  const [client, words] = [uniqueWord('Rescapé'), 'abeille canard tulipe violon moulin neige']
  const [id, companyId] = await page.evaluate(() => [
    JSON.parse(localStorage.getItem('lolapp.auth') ?? '').account.id,
    JSON.parse(localStorage.getItem('lolapp.entreprise') ?? '').id,
  ])
  const phone = { id, companyId, name: 'Julien Moreau' }
  await page.goto(admin('/manager/synchronisation'))
  await page.getByRole('button', { name: 'Reprendre une copie de secours' }).click()
  const file = { name: 'copie.lolapp', mimeType: '', buffer: await rescueFileOf(phone, { client, words }) }
  await page.locator('input[type="file"]').setInputFiles(file)
  await page.getByLabel('Les six mots').fill(words)
  await page.getByRole('button', { name: 'Lire la copie' }).click()
  await see(page, /^Julien Moreau, Habitat Démo, le /)
  await page.getByRole('button', { name: 'Reprendre une saisie' }).click()
  await seeNotice(page, 'Une saisie reprise.')
  const boss = await server.clerk('directeur@example.com')
  await eventually(async () => (await boss.all('/clients')).filter((row) => row.NOM === client).length).toBe(1)
  await waitUntilUpToDate(page)
  await askToLogOut(page)
  await seeTitle(page, 'Entreprises')
  expect((await tokens()).admin).not.toBeNull()
})

it('[AUT-06] a company’s host refuses administrators, their token, and staff on the administrators’ calls', async () => {
  const visitor = await device.newTab()
  await visitor.goto(`${server.web('demo')}/login/admin`)
  await fillLogin(visitor, ADMIN)
  await see(visitor, REFUSED)
  const { admin: token } = await tokens()
  const onCompany = await call('GET', '/admin/users', { token, host: 'demo' })
  expect([onCompany.status, (onCompany.body as Row).message]).toEqual([403, REFUSED])
  const rep = await server.clerk('commercial@example.com')
  for (const asked of ['/admin/users', '/admin/company', '/admin/clients?company_id=demo', '/admin/storage'])
    expect((await call('GET', asked, { token: rep.token, host: 'demo' })).status).toBe(403)
  await signIn(visitor, server.web('demo'), 'commercial@example.com')
  await seeTitle(visitor, 'Accueil')
  await visitor.goto(`${server.web('demo')}/admin/company`)
  await seeTitle(visitor, 'Accueil')
  expect(new URL(visitor.url()).pathname).toBe('/manager')
  await visitor.close()
})

it('[AUT-02] a forgotten password is changed by the mailed link, once', async () => {
  const visitor = await device.newTab()
  const demo = server.web('demo')
  const before = await server.clerk('metreur@example.com')
  await visitor.goto(`${demo}/password/reset`)
  await visitor.getByLabel('Adresse email').fill('metreur@example.com')
  await visitor.getByRole('button', { name: 'Envoyer le lien' }).click()
  await see(visitor, 'Si un compte existe à cette adresse, un lien vient de lui être envoyé.')
  let link: string | undefined
  await eventually(async () => {
    link = await passwordLink(server, 'demo', 'metreur@example.com')
    return link
  }).toMatch(/^\/password\/reset\//)
  const choose = async (): Promise<void> => {
    await visitor.goto(`${demo}${link}`)
    await visitor.getByLabel('Adresse email').fill('metreur@example.com')
    await visitor.getByLabel('Nouveau mot de passe').fill(NEW_PASSWORD)
    await visitor.getByLabel('Confirmez le mot de passe').fill(NEW_PASSWORD)
    await visitor.getByRole('button', { name: 'Enregistrer le mot de passe' }).click()
  }
  await choose()
  await see(visitor, 'Votre mot de passe est changé. Vous pouvez vous connecter.')
  expect((await before.call('GET', '/clients')).status).toBe(401)
  await choose()
  await see(visitor, /Ce lien n'est plus valable/)
  const login = (password: string) =>
    ask({
      port: server.port,
      host: 'demo',
      method: 'POST',
      path: '/lolapp/login',
      body: { MAIL: 'metreur@example.com', password },
    })
  expect([(await login(PASSWORD)).status, (await login(NEW_PASSWORD)).status]).toEqual([401, 200])
  await visitor.close()
})

it('[AUT-02] [ADM-01] [RES-01 user] a new administrator logs in by the mailed link', async () => {
  await page.goto(admin('/admin/users'))
  await page.getByRole('link', { name: 'Nouvel administrateur' }).click()
  await field(page, 'Nom').fill('Alix Renaud')
  await field(page, 'Adresse email').fill('alix@example.com')
  await save(page)
  await seeNotice(page, 'Création Utilisateur réussie')
  await rowOf('alix@example.com').waitFor()
  await rowOf('alix@example.com').getByRole('link').click()
  await seeTitle(page, 'Alix Renaud')
  await page.locator('dd', { hasText: 'alix@example.com' }).waitFor()
  await page.getByRole('link', { name: 'Fermer' }).click()
  await seeTitle(page, 'Administrateurs')
  await askToLogOut(page)
  await seeTitle(page, 'Connexion administrateur')
  await eventually(tokens).toEqual({ admin: null, auth: null })
  await eventually(async () => (await outbox(server, 'admin')).map(({ recipient }) => recipient)).toContain(
    'alix@example.com',
  )
  await page.goto(admin((await passwordLink(server, 'admin', 'alix@example.com')) ?? ''))
  await page.getByLabel('Adresse email').fill('alix@example.com')
  await page.getByLabel('Nouveau mot de passe').fill(NEW_PASSWORD)
  await page.getByLabel('Confirmez le mot de passe').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Enregistrer le mot de passe' }).click()
  await see(page, 'Votre mot de passe est changé. Vous pouvez vous connecter.')
  await signInAsAdmin(page, server, 'alix@example.com', NEW_PASSWORD)
  await seeTitle(page, 'Entreprises')
})

it('[ADM-04] finds a member of the staff on any page of the list', async () => {
  const { admin: token } = await tokens()
  const post = (NOM: string, id: string) =>
    ask({
      port: server.port,
      host: 'admin',
      method: 'POST',
      path: `/admin/personnels?company_id=${id}`,
      token: token ?? undefined,
      body: { NOM },
    })
  const { body } = await call('GET', '/admin/company?q=forez', { token })
  const [forez] = (body as { data: Row[] }).data
  const id = String(forez?.id)
  for (let n = 0; n < 101; n += 1) expect((await post(`Aubert ${n}`, id)).status).toBe(201)
  expect((await post('Zylberstein', id)).status).toBe(201)
  await page.goto(admin(`/admin/personnels?entreprise=${id}`))
  await rowOf('Aubert 0').first().waitFor()
  expect(await rowOf('Zylberstein').count()).toBe(0)
  await page.getByRole('button', { name: 'Suivant' }).click()
  await rowOf('Zylberstein').waitFor()
  const search = page.getByRole('searchbox', { name: 'Rechercher dans la liste' })
  await search.fill('aubert 17')
  await rowOf('Aubert 17').waitFor()
  await eventually(() => new URL(page.url()).searchParams.get('page')).toBe(null)
  await search.fill('zylber')
  await rowOf('Zylberstein').waitFor()
  await search.fill('personne de ce nom')
  await see(page, 'Aucun résultat')
})
