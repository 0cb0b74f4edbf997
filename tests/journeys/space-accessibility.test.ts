import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { type Device, launchChromium } from '../support/chromium.ts'
import { findNothingOn, settled } from './support/axe.ts'
import { codeSentBy, customersOf, enterSpace, type KnownCustomer, typePhone } from './support/customers.ts'
import { type Clerk, type Office, openOffice, SETUP } from './support/office.ts'
import { SOON, seeTitle } from './support/people.ts'

/** axe finds nothing on any screen of the customer space, in light and dark, on a phone and on a desktop. */

let office: Office
let rep: Clerk
let customers: KnownCustomer[]

interface Screen {
  name: string
  path: (customer: KnownCustomer) => string
  title: string | RegExp
}

const SCREENS: Screen[] = [
  { name: 'space home', path: () => '', title: /^Bonjour/ },
  { name: 'space me', path: () => '/moi', title: 'Mes informations' },
  { name: 'space quote', path: ({ waiting }) => `/devis/${waiting[0]}`, title: /^Devis D-/ },
  { name: 'space sign', path: ({ waiting }) => `/devis/${waiting[0]}/signer`, title: /^Signer le devis D-/ },
  { name: 'space refuse', path: ({ waiting }) => `/devis/${waiting[0]}/refuser`, title: /^Refuser le devis D-/ },
  { name: 'space signed quote', path: ({ order }) => `/devis/${order}`, title: /^Devis D-/ },
  { name: 'space order', path: ({ order }) => `/commande/${order}`, title: /^Suivi de la commande D-/ },
  { name: 'space withdrawal, over', path: ({ order }) => `/commande/${order}/retractation`, title: /^Renoncer/ },
  { name: 'space referral', path: () => '/parrain', title: 'Parrainer un proche' },
  { name: 'space after-sales', path: () => '/apres-vente', title: 'Service après-vente' },
  { name: 'space accounts', path: () => '/comptable', title: 'Mes paiements' },
  { name: 'space, not there', path: () => '/devis/nulle-part', title: 'Devis' },
]

beforeAll(async () => {
  office = await openOffice()
  rep = await office.clerk('commercial@example.com')
  customers = await customersOf(rep)
}, SETUP)

afterAll(() => office?.dispose())

describe.each([
  { size: 'phone', mobile: true, at: 0 },
  { size: 'desktop', mobile: false, at: 1 },
])('$size', ({ size, mobile, at }) => {
  let device: Device
  let page: Page
  let customer: KnownCustomer

  beforeAll(async () => {
    const known = customers[at]
    if (!known) throw new Error('The rep has no such known customer')
    customer = known
    device = await launchChromium({ mobile })
    page = device.page
    await page.emulateMedia({ reducedMotion: 'reduce' })
  })
  afterAll(() => device?.close())

  const findNothing = async (name: string): Promise<void> => {
    await settled(page)
    await findNothingOn(page, { size, name })
  }

  it('customer login', async () => {
    await page.goto(`${office.web()}/login/space`)
    await seeTitle(page, 'Votre espace client')
    await findNothing('space login')
    await typePhone(page, '06 39 98 00 95')
    await seeTitle(page, 'Entrez le code reçu')
    await findNothing('space code')
  })

  it('a customer enters', async () => {
    await page.goto(`${office.web()}/login/space`)
    await enterSpace(page, office, customer.phone)
  })

  it.each(SCREENS)('$name', async ({ name, path, title }) => {
    await page.goto(`${office.web()}/space${path(customer)}`)
    await page.getByRole('heading', { level: 1, name: title }).waitFor({ timeout: SOON })
    await findNothing(name)
  })

  it('name, consent, code and receipt', async () => {
    await page.goto(`${office.web()}/space/devis/${customer.waiting[0]}/signer`)
    await page.getByRole('button', { name: 'J’ai lu le devis, continuer' }).click()
    await page.getByRole('checkbox').check()
    await findNothing('space consent')
    const code = await codeSentBy(office, customer.phone, () =>
      page.getByRole('button', { name: 'Recevoir le code par SMS' }).click(),
    )
    await findNothing('space signing code')
    await page.getByLabel('Code à 6 chiffres').fill(code)
    await page.getByRole('button', { name: 'Signer', exact: true }).click()
    await seeTitle(page, 'Devis signé')
    await findNothing('space receipt')
  })

  it('withdrawal', async () => {
    await page.goto(`${office.web()}/space/commande/${customer.waiting[0]}/retractation`)
    await page.getByRole('button', { name: 'Renoncer au contrat ici' }).click()
    await page.getByRole('button', { name: 'Confirmer la rétractation' }).waitFor()
    await findNothing('space withdrawal')
  })

  it('public link', async () => {
    const { body } = await rep.call('POST', `/devis/${customer.waiting[1]}/public_link`)
    const { token } = (body as { data: { token: string } }).data
    await page.goto(`${office.web()}/devis/public#${encodeURIComponent(token)}`)
    await page.getByRole('heading', { level: 1, name: /^Devis D-/ }).waitFor({ timeout: SOON })
    await findNothing('public quote')
  })
})
