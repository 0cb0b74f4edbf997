import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { type Device, launchChromium } from '../support/chromium.ts'
import { signInAsAdmin } from './support/admins.ts'
import { findNothingOn, follow } from './support/axe.ts'
import { ask, type DemoServer, openDemoServer, PASSWORD, type Row, SETUP } from './support/demo-server.ts'
import { SOON, seeTitle } from './support/people.ts'

/** axe finds nothing on any screen of the admin area, in light and dark, on a phone and on a desktop. */

let server: DemoServer
const ids = { company: '', role: '', template: '', personnel: '' }

interface Screen {
  name: string
  path: () => string
  title: string | RegExp
  /** Screens checked in a window large enough for all of it, because content under a sticky bar only needs scrolling. */
  whole?: true
}

const of = (path: string): string => `${path}${path.includes('?') ? '&' : '?'}entreprise=${ids.company}`

const SCREENS: Screen[] = [
  { name: 'admin dashboard', path: () => '', title: 'Accueil' },
  { name: 'companies', path: () => 'company', title: 'Entreprises' },
  { name: 'company', path: () => `company/${ids.company}`, title: 'Habitat Démo' },
  { name: 'company, staff', path: () => `company/${ids.company}?onglet=personnel`, title: 'Habitat Démo' },
  {
    name: 'company, lists',
    path: () => `company/${ids.company}?onglet=listes&liste=NATURE_RDV`,
    title: 'Habitat Démo',
  },
  { name: 'company, new motive', path: () => `company/${ids.company}/entree/RDV_DEBRIEF`, title: 'Ajouter un motif' },
  { name: 'company, report forms', path: () => `company/${ids.company}?onglet=formulaires`, title: 'Habitat Démo' },
  {
    name: 'company, new report form',
    path: () => `company/${ids.company}/formulaire/nouveau`,
    title: 'Créer un formulaire',
  },
  { name: 'company, price list', path: () => `company/${ids.company}?onglet=tarifs`, title: 'Habitat Démo' },
  { name: 'company, new article', path: () => `company/${ids.company}/article/create`, title: 'Ajouter un article' },
  // Only some of the hundred rows of a page, because all rows are alike.
  { name: 'company, services', path: () => `company/${ids.company}?onglet=services`, title: 'Habitat Démo' },
  { name: 'company, customers', path: () => `company/${ids.company}?onglet=clients&q=mart`, title: 'Habitat Démo' },
  { name: 'new company', path: () => 'company/create', title: 'Nouvelle entreprise', whole: true },
  { name: 'company form', path: () => `company/${ids.company}/edit`, title: 'Modifier l’entreprise', whole: true },
  { name: 'staff list', path: () => of('personnels'), title: 'Personnels' },
  { name: 'staff form', path: () => of('personnels/create'), title: 'Nouveau membre' },
  {
    name: 'staff member',
    path: () => of(`personnels/${ids.personnel}/edit`),
    title: 'Modifier le membre',
    whole: true,
  },
  { name: 'roles', path: () => of('roles'), title: 'Rôles' },
  { name: 'role form', path: () => of(`roles/${ids.role}/edit`), title: 'Modifier le rôle' },
  { name: 'role card', path: () => of(`roles/${ids.role}`), title: /./ },
  { name: 'administrators', path: () => 'users', title: 'Administrateurs' },
  { name: 'administrator form', path: () => 'users/create', title: 'Nouvel administrateur' },
  { name: 'labels', path: () => of('labels'), title: 'Étiquettes' },
  { name: 'label form', path: () => of('labels/create'), title: 'Nouvelle étiquette' },
  { name: 'short links', path: () => of('shortener'), title: 'Liens courts' },
  { name: 'short link form', path: () => of('shortener/create'), title: 'Nouveau lien court' },
  { name: 'admin drive', path: () => of('drive'), title: 'Drive' },
  { name: 'asset types', path: () => 'assetstype', title: 'Types d’éléments visuels' },
  { name: 'assets', path: () => 'assetsitem', title: 'Éléments visuels par défaut' },
  { name: 'own assets', path: () => of('assetsitemcustom'), title: 'Éléments visuels d’une entreprise' },
  { name: 'asset type form', path: () => 'assetstype/create', title: 'Nouveau type' },
  { name: 'asset form', path: () => 'assetsitem/create', title: 'Nouvel élément' },
  { name: 'own asset form', path: () => of('assetsitemcustom/create'), title: 'Nouvelle version' },
  { name: 'devices', path: () => of('devices'), title: 'Appareils' },
  { name: 'outbox', path: () => of('messages'), title: 'Boîte d’envoi' },
  { name: 'audit', path: () => 'audit', title: 'Journal d’audit' },
  { name: 'retention', path: () => of('retention'), title: 'Conservation des données' },
  { name: 'persons, customers', path: () => of('privacy?q=mart'), title: 'Données personnelles' },
  { name: 'persons, period over', path: () => of('privacy?onglet=over'), title: 'Données personnelles' },
  { name: 'mail servers', path: () => 'smtp', title: 'Serveurs de mail' },
  { name: 'mail server form', path: () => `smtp/${ids.company}/edit`, title: /Serveur de mail de/ },
  { name: 'mail templates', path: () => of('mailtemplates'), title: 'Modèles de mail' },
  { name: 'mail template', path: () => `mailtemplates/${ids.template}`, title: /./, whole: true },
  {
    name: 'mail template of a company',
    path: () => `mailtemplates/${ids.template}?pour=${ids.company}`,
    title: /./,
    whole: true,
  },
  { name: 'admin, not there', path: () => 'nulle-part', title: 'Page introuvable' },
  { name: 'account of an administrator', path: () => 'compte', title: 'Mon compte' },
  { name: 'console', path: () => 'tinker', title: 'Console' },
]

beforeAll(async () => {
  server = await openDemoServer({ env: { TINKER: '1' } })
  const call = async (method: string, path: string, { token, body }: { token?: string; body?: unknown } = {}) => {
    const answer = await ask({ port: server.port, host: 'admin', method, path, token, body })
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return (answer.body as { data: Row & Row[] }).data
  }
  const { token } = (await call('POST', '/login', {
    body: { email: 'admin@example.com', password: PASSWORD },
  })) as { token?: string }
  const as = token === undefined ? {} : { token }
  ids.company = String((await call('GET', '/admin/company', as)).find(({ key }) => key === 'demo')?.id)
  const query = `company_id=${ids.company}`
  ids.role = String((await call('GET', `/admin/roles?${query}`, as))[0]?.id)
  ids.personnel = String((await call('GET', `/admin/personnels?${query}`, as))[0]?.IDPERSONNEL)
  ids.template = String((await call('GET', '/admin/mailtemplates', as))[0]?.id)
  await call('POST', `/admin/labels?${query}`, { ...as, body: { LIBELLE: 'À rappeler', COULEUR: '#c2570c' } })
  await call('POST', `/shortener?${query}`, {
    ...as,
    body: { slug: 'catalogue', url: 'https://example.com/catalogue' },
  })
  const [item] = await call('GET', '/admin/assetsitem', as)
  await call('POST', `/admin/assetsitemcustom?${query}`, {
    ...as,
    body: { IDASSETITEM: item?.id, VALEUR: 'Bienvenue chez nous' },
  })
  await call('POST', '/admin/backups', as)
}, SETUP)

afterAll(() => server?.dispose())

const WHOLE_PAGE = 4000

describe.each([
  { size: 'phone', mobile: true },
  { size: 'desktop', mobile: false },
])('$size', ({ size, mobile }) => {
  let device: Device
  let page: Page

  beforeAll(async () => {
    device = await launchChromium({ mobile })
    page = device.page
    await page.emulateMedia({ reducedMotion: 'reduce' })
  })
  afterAll(() => device?.close())

  const open = async (path: string, title: string | RegExp): Promise<void> => {
    if (page.url().startsWith(server.web('admin'))) await follow(page, path)
    else await page.goto(`${server.web('admin')}${path}`)
    await page.getByRole('heading', { level: 1, name: title }).first().waitFor({ timeout: SOON, state: 'attached' })
  }
  const findNothing = (name: string): Promise<void> => findNothingOn(page, { size, name })

  it.each([
    { name: 'admin login', path: '/login/admin', title: 'Connexion administrateur' },
    { name: 'forgotten password', path: '/password/reset', title: 'Mot de passe oublié' },
    { name: 'new password', path: '/password/reset/x', title: 'Nouveau mot de passe' },
  ])('$name', async ({ name, path, title }) => {
    await open(path, title)
    await findNothing(name)
  })

  it('the administrator signs in', async () => {
    await signInAsAdmin(page, server)
    await seeTitle(page, 'Entreprises')
  })

  it.each(SCREENS)('$name', async ({ name, path, title, whole }) => {
    await open(`/admin/${path()}`.replace(/\/$/, ''), title)
    const window = page.viewportSize()
    if (whole && window) await page.setViewportSize({ ...window, height: WHOLE_PAGE })
    await findNothing(name)
    if (whole && window) await page.setViewportSize(window)
  })

  it('the QR code of a short link', async () => {
    await open(`/admin/${of('shortener')}`, 'Liens courts')
    await page.getByRole('button', { name: 'QR code : /catalogue' }).click()
    await page.getByRole('img', { name: 'QR code de /catalogue' }).waitFor()
    await findNothing('qr code')
    await page.keyboard.press('Escape')
  })

  it('an erasure, which the name confirms', async () => {
    await open(`/admin/${of('privacy?q=mart')}`, 'Données personnelles')
    await page
      .getByRole('button', { name: /^Effacer : / })
      .first()
      .click()
    const name = page.getByLabel(/^Écrivez «\s.*\s» pour confirmer$/)
    await name.waitFor()
    await findNothing('erasure')
    await page.keyboard.press('Escape')
    await name.waitFor({ state: 'detached' })
  })

  it('a customer’s space under impersonation, with the banner', async () => {
    await open(`/admin/company/${ids.company}?onglet=clients&q=mart`, 'Habitat Démo')
    await page
      .getByRole('button', { name: /^Prendre la place/ })
      .first()
      .click()
    await seeTitle(page, /^Bonjour/)
    await findNothing('space under impersonation')
  })
})
