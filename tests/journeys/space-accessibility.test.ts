import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, it } from 'vitest'
import type { Values } from '../../schemas/merge.ts'
import { type Device, launchChromium } from '../support/chromium.ts'
import { findNothingOn, follow } from './support/axe.ts'
import {
  codeSentBy,
  customersOf,
  ENTER,
  enterSpace,
  type KnownCustomer,
  SIGN,
  typeCode,
  typePhone,
} from './support/clients.ts'
import { type Clerk, type DemoServer, openDemoServer, SETUP } from './support/demo-server.ts'
import { bring, SOON, see, seeTitle, signInAndReceive } from './support/people.ts'

/** axe finds nothing on any screen of the customer space, in light and dark, on a phone and on a desktop. */

let server: DemoServer
let rep: Clerk
/** One customer per screen size, because a quote is signed only once. */
let customers: KnownCustomer[]

interface Ids extends KnownCustomer {
  /** Id of the order. */
  project: string
}

const SCREENS: { name: string; path: (ids: Ids) => string; title: string | RegExp }[] = [
  { name: 'space home', path: () => '', title: /^Bonjour/ },
  { name: 'space me', path: () => '/moi', title: 'Mes informations' },
  { name: 'space project', path: ({ project }) => `/projet/${project}`, title: /./ },
  { name: 'space quote', path: ({ waiting }) => `/devis/${waiting[0]}`, title: /^Devis D-/ },
  { name: 'space sign', path: ({ waiting }) => `/devis/${waiting[0]}/signer`, title: /^Signer le devis D-/ },
  { name: 'space refuse', path: ({ waiting }) => `/devis/${waiting[0]}/refuser`, title: /^Refuser le devis D-/ },
  { name: 'space signed quote', path: ({ order }) => `/devis/${order}`, title: /^Devis D-/ },
  { name: 'space order', path: ({ order }) => `/commande/${order}`, title: /^Suivi de la commande D-/ },
  { name: 'space withdrawal, over', path: ({ order }) => `/commande/${order}/retractation`, title: /^Renoncer/ },
  { name: 'space referral', path: () => '/parrain', title: 'Parrainer un proche' },
  { name: 'space after-sales', path: () => '/apres-vente', title: 'Service après-vente' },
  { name: 'space requests', path: () => '/demandes', title: 'Mes demandes' },
  { name: 'space accounts', path: () => '/comptable', title: 'Mes paiements' },
  { name: 'space, not there', path: () => '/devis/nulle-part', title: 'Devis' },
]

beforeAll(async () => {
  server = await openDemoServer()
  rep = await server.clerk('commercial@example.com')
  customers = await customersOf(rep)
}, SETUP)

afterAll(() => server?.dispose())

describe.each([
  { size: 'phone', mobile: true, at: 0 },
  { size: 'desktop', mobile: false, at: 1 },
])('$size', ({ size, mobile, at }) => {
  let device: Device
  let page: Page
  let customer: Ids
  let shared: Values

  beforeAll(async () => {
    const known = customers[at]
    if (!known) throw new Error('The rep has no such known customer')
    customer = { ...known, project: String((await rep.one(`/devis/${known.order}`)).IDPROJET) }
    device = await launchChromium({ mobile })
    page = device.page
    await page.emulateMedia({ reducedMotion: 'reduce' })
  })
  afterAll(() => device?.close())

  const findNothing = (name: string): Promise<void> => findNothingOn(page, { size, name })
  const press = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click()

  const open = async (path: string, title: string | RegExp): Promise<void> => {
    await follow(page, `/space${path}`)
    await page.getByRole('heading', { level: 1, name: title }).waitFor({ timeout: SOON })
  }

  it('login by number and code', async () => {
    await page.goto(`${server.web()}/login/space`)
    await seeTitle(page, 'Votre espace client')
    await findNothing('space login')
    await typePhone(page, '06')
    await see(page, 'Écrivez votre numéro de mobile, par exemple')
    await findNothing('space login, wrong number')
    await typePhone(page, '06 39 98 00 95')
    await seeTitle(page, 'Entrez le code reçu')
    await findNothing('space code')
  })

  it('a number that several customers share asks which space to open', async () => {
    const PORTABLE = `06399899${at}1`
    for (const NOM of ['Duo Premier', 'Duo Second'])
      shared = await rep.write('POST', '/clients?skip_duplicate_check=true', { NOM, PORTABLE })
    await page.goto(`${server.web()}/login/space`)
    const code = await codeSentBy(server, PORTABLE, () => typePhone(page, PORTABLE))
    await typeCode(page, code, ENTER)
    await page.getByLabel('Code postal du chantier').waitFor({ timeout: SOON })
    await findNothing('space proof')
    await press(ENTER)
    await see(page, 'Le code postal a 5 chiffres.')
    await findNothing('space proof, mistakes')
  })

  it('the staff confirms a shared number', async () => {
    const desk = await launchChromium({ mobile })
    await signInAndReceive(desk.page, server.web(), 'assistante@example.com')
    await desk.page.goto(`${server.web()}/manager/client/${String(shared.IDCLIENT)}`)
    const confirm = desk.page.getByRole('button', { name: 'Confirmer le numéro pour l’espace client' })
    await bring(desk.page, confirm)
    await findNothingOn(desk.page, { size, name: 'client, shared number' })
    await confirm.click()
    await see(desk.page, 'Numéro confirmé')
    await desk.close()
  })

  it('a customer enters', async () => {
    await page.goto(`${server.web()}/login/space`)
    await enterSpace(page, server, customer.phone)
  })

  it.each(SCREENS)('$name', async ({ name, path, title }) => {
    await open(path(customer), title)
    await findNothing(name)
  })

  it('a sent message', async () => {
    await open('/comptable', 'Mes paiements')
    await page.getByLabel('Votre message').fill('Pouvez-vous m’envoyer ma facture ?')
    await press('Envoyer')
    await see(page, 'Demande envoyée')
    await findNothing('space message sent')
  })

  it('name, consent, code and receipt', async () => {
    await open(`/devis/${customer.waiting[0]}/signer`, /^Signer le devis D-/)
    await press('J’ai lu le devis, continuer')
    await page.getByRole('checkbox').check()
    await findNothing('space consent')
    const code = await codeSentBy(server, customer.phone, () => press('Recevoir le code par SMS'))
    await findNothing('space signing code')
    await page.getByLabel('Code à 6 chiffres').fill(code)
    await press(SIGN)
    await seeTitle(page, 'Devis signé')
    await findNothing('space receipt')
  })

  it('withdrawal, from its first step to its receipt', async () => {
    await open(`/commande/${customer.waiting[0]}/retractation`, 'Renoncer au contrat')
    await findNothing('space withdrawal')
    await press('Renoncer au contrat ici')
    await page.getByRole('button', { name: 'Confirmer la rétractation' }).waitFor()
    await findNothing('space withdrawal, second step')
    await press('Confirmer la rétractation')
    await seeTitle(page, 'Rétractation enregistrée')
    await findNothing('space withdrawn')
  })

  it('public link, a changed contact, and the privacy page', async () => {
    const { body } = await rep.call('POST', `/devis/${customer.waiting[1]}/public_link`)
    const { token } = (body as { data: { token: string } }).data
    await page.goto(`${server.web()}/devis/public#${encodeURIComponent(token)}`)
    await page.getByRole('heading', { level: 1, name: /^Devis D-/ }).waitFor({ timeout: SOON })
    await findNothing('public quote')
    await page.goto(`${server.web()}/coordonnees#inconnu`)
    await seeTitle(page, 'Vos coordonnées ont changé')
    await findNothing('changed contact')
    await press('Ce changement est de moi')
    await seeTitle(page, 'Ce lien n’est pas valable')
    await findNothing('changed contact, unknown link')
    await follow(page, '/confidentialite')
    await page.getByRole('heading', { level: 1 }).waitFor({ timeout: SOON })
    await findNothing('privacy')
  })
})
