import { randomUUID } from 'node:crypto'
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

/** Two people: one has a form open while the other edits the same record. */

let server: DemoServer
let boss: Clerk
/** On a phone. */
let anna: Device
/** At a desk. */
let bruno: Device
const [client, adresse, projet, intervention] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
const name = uniqueWord('Ouvert')
const slot = (id: string, IDPERSONNEL: string, day: string) => ({
  id,
  IDPERSONNEL,
  DEBUT: `${day} 08:00`,
  FIN: `${day} 12:00`,
})

beforeAll(async () => {
  server = await openDemoServer()
  boss = await server.clerk('directeur@example.com')
  await boss.write('POST', '/adresse', {
    IDADRESSE: adresse,
    ADRESSE: '3 rue des Lilas',
    CODE_POSTAL: '69003',
    VILLE: 'Lyon',
  })
  await boss.write('POST', '/clients', {
    IDCLIENT: client,
    NOM: name,
    IDADRESSE: adresse,
    VILLE: 'Lyon',
    OBSERVATIONS: 'Sonner deux fois',
  })
  await boss.write('POST', '/projets', { IDPROJET: projet, IDCLIENT: client, DESCRIPTION: 'Véranda' })
  // Far from the demonstration's works: a colleague who is taken would be asked about at saving.
  await boss.write('POST', '/interventions', {
    IDINTERVENTION: intervention,
    IDPROJET: projet,
    RDV_OBJET: 'Pose',
    RDV_DEBUT: '2031-04-07 08:00',
    RDV_FIN: '2031-04-07 17:00',
    IDINTERVENTION_PLANNING: [slot('lundi', boss.id, '2031-04-07')],
  })
  ;[anna, bruno] = await Promise.all([launchChromium({ mobile: true }), launchChromium()])
  await Promise.all([
    signInAndReceive(anna.page, server.web(), 'directeur@example.com'),
    signInAndReceive(bruno.page, server.web(), 'assistante@example.com'),
  ])
}, SETUP)

afterAll(async () => {
  try {
    await anna?.close()
    await bruno?.close()
  } finally {
    await server?.dispose()
  }
})

const openClient = async (page: Page): Promise<void> => {
  await page.goto(`${server.web()}/manager/client/${client}/edit`)
  await seeTitle(page, 'Modifier le client')
  // The former round's write may still be on its way to this device; it would then be shown as a change.
  const [there, place] = await Promise.all([boss.one(`/clients/${client}`), boss.one(`/adresse/${adresse}`)])
  const known = {
    'Adresse email': there.MAIL,
    Observations: there.OBSERVATIONS,
    Adresse: place.ADRESSE,
    Ville: place.VILLE,
  }
  for (const [label, value] of Object.entries(known)) {
    await eventually(() => field(page, label).inputValue(), LATER).toBe(value ?? '')
  }
}
const notice = (page: Page, label: string) =>
  page.getByRole('group', { name: `${label} : modifié pendant votre saisie` })
const choose = (page: Page, label: string, choice: 'Garder ma saisie' | 'Prendre cette version') =>
  notice(page, label)
    .getByRole('button', { name: new RegExp(`^${choice}`) })
    .click()
const saved = (page: Page, words: string): Promise<void> => see(page, `Modification ${words} réussie`)
const conflictsOf = async (id: string) =>
  (await boss.all('/conflits')).filter((one) => one.IDENREGISTREMENT === id && one.RESOLU !== 1)

/** One person's open form, which the other's save reaches; played in both directions, so that it depends on no screen size. */
const bothWays = () =>
  [
    { holds: anna, writes: bruno },
    { holds: bruno, writes: anna },
  ] as const

it('[OUT-11] another field of the same record appears at once in the open form, and both edits are kept', async () => {
  for (const { holds, writes } of bothWays()) {
    const [mail, remark] = [`${uniqueWord('m').toLowerCase()}@example.com`, uniqueWord('Portail')]
    await openClient(holds.page)
    await field(holds.page, 'Observations').fill(remark)
    await openClient(writes.page)
    await field(writes.page, 'Adresse email').fill(mail)
    await save(writes.page)
    await saved(writes.page, 'Client')
    await eventually(() => field(holds.page, 'Adresse email').inputValue(), LATER).toBe(mail)
    await eventually(() => field(holds.page, 'Observations').inputValue()).toBe(remark)
    expect(await holds.page.getByText(/Modifié par/).count()).toBe(0)
    await save(holds.page)
    await saved(holds.page, 'Client')
    await waitUntilUpToDate(holds.page)
    expect(await boss.one(`/clients/${client}`)).toMatchObject({ MAIL: mail, OBSERVATIONS: remark })
    expect(await conflictsOf(client)).toEqual([])
  }
})

it('[OUT-11] the same field: the open form shows who wrote what, and the value that its user keeps makes no conflict', async () => {
  for (const { holds, writes } of bothWays()) {
    const [mine, theirs] = [uniqueWord('Mien'), uniqueWord('Autre')]
    await openClient(holds.page)
    await field(holds.page, 'Observations').fill(mine)
    await openClient(writes.page)
    await field(writes.page, 'Observations').fill(theirs)
    await save(writes.page)
    await saved(writes.page, 'Client')
    const told = notice(holds.page, 'Observations')
    await told.waitFor({ timeout: LATER })
    await eventually(() => told.textContent()).toMatch(new RegExp(`Modifié par un collègue .*${theirs}`))
    await eventually(() => field(holds.page, 'Observations').inputValue()).toBe(mine)
    await choose(holds.page, 'Observations', 'Garder ma saisie')
    await save(holds.page)
    await saved(holds.page, 'Client')
    await waitUntilUpToDate(holds.page)
    expect((await boss.one(`/clients/${client}`)).OBSERVATIONS).toBe(mine)
    expect(await conflictsOf(client)).toEqual([])
  }
})

it('[OUT-11] [I9] saved without a choice, the colleague’s value is kept as a conflict', async () => {
  const [mine, theirs] = [uniqueWord('Mien'), uniqueWord('Autre')]
  await openClient(anna.page)
  await field(anna.page, 'Observations').fill(mine)
  await openClient(bruno.page)
  await field(bruno.page, 'Observations').fill(theirs)
  await save(bruno.page)
  await saved(bruno.page, 'Client')
  await notice(anna.page, 'Observations').waitFor({ timeout: LATER })
  await save(anna.page)
  await saved(anna.page, 'Client')
  await eventually(async () => (await conflictsOf(client)).length, LATER).toBe(1)
  const [conflict] = await conflictsOf(client)
  expect(conflict).toMatchObject({ PERDU: { OBSERVATIONS: theirs }, GARDE: { OBSERVATIONS: mine } })
  await eventually(() => pillText(bruno.page), LATER).toBe('1 conflit')
  await boss.write('PUT', `/conflits/${conflict?.id}`, { RESOLU: 1 })
  await Promise.all([anna, bruno].map(({ page }) => waitUntilUpToDate(page)))
})

it('[OUT-11] an address changed in parts by both asks one question, and keeps one person’s complete address', async () => {
  for (const { holds, writes } of bothWays()) {
    const street = `${uniqueWord('rue ')}`
    await openClient(holds.page)
    await field(holds.page, 'Adresse').fill(street)
    await openClient(writes.page)
    const town = uniqueWord('Ville')
    const before = await field(writes.page, 'Adresse').inputValue()
    await field(writes.page, 'Code postal').fill('38000')
    await field(writes.page, 'Ville').fill(town)
    // The client has a project without a site, which is where they live: whoever changes the address is asked whether they move.
    await writes.page.getByRole('radio', { name: /^Corriger l’adresse partout/ }).check()
    await save(writes.page)
    await saved(writes.page, 'Client')
    const told = notice(holds.page, 'Adresse')
    await told.waitFor({ timeout: LATER })
    await eventually(() => told.textContent()).toContain(town)
    await choose(holds.page, 'Adresse', 'Prendre cette version')
    await eventually(() => field(holds.page, 'Ville').inputValue()).toBe(town)
    await eventually(() => field(holds.page, 'Adresse').inputValue()).toBe(before)
    await save(holds.page)
    await saved(holds.page, 'Client')
    await waitUntilUpToDate(holds.page)
    expect(await boss.one(`/adresse/${adresse}`)).toMatchObject({ ADRESSE: before, CODE_POSTAL: '38000', VILLE: town })
  }
  expect(await conflictsOf(adresse)).toEqual([])
})

it('[OUT-11] [MERGE-5] a planning slot that a colleague adds appears in the open form, and its save does not delete it', async () => {
  const open = async (page: Page) => {
    await page.goto(`${server.web()}/manager/intervention/${intervention}/edit`)
    await seeTitle(page, 'Modifier l’intervention')
    // As in `openClient`: what the former round wrote must be here, or the same field has two authors, which is a conflict.
    const { RDV_OBJET } = await boss.one(`/interventions/${intervention}`)
    await eventually(() => field(page, 'Objet').inputValue(), LATER).toBe(RDV_OBJET)
  }
  const slots = (page: Page) => page.getByRole('button', { name: /^Retirer la ligne \d+ du planning$/ })
  for (const { holds, writes } of bothWays()) {
    await open(holds.page)
    const there = (await boss.one(`/interventions/${intervention}`)).IDINTERVENTION_PLANNING as unknown[]
    const before = there.length
    await eventually(() => slots(holds.page).count(), LATER).toBe(before)
    await field(holds.page, 'Objet').fill(uniqueWord('Pose '))
    await holds.page.getByRole('button', { name: 'Ajouter une personne' }).click()
    await open(writes.page)
    await writes.page.getByRole('button', { name: 'Ajouter une personne' }).click()
    await field(writes.page, 'Personne').last().fill('Benali')
    await writes.page.getByRole('option', { name: /Benali/ }).click()
    await save(writes.page)
    await saved(writes.page, 'Intervention')
    await eventually(() => slots(holds.page).count(), LATER).toBe(before + 2)
    // The slot that was begun here and is still empty.
    await slots(holds.page).nth(before).click()
    await save(holds.page)
    await saved(holds.page, 'Intervention')
    await waitUntilUpToDate(holds.page)
    const { IDINTERVENTION_PLANNING } = await boss.one(`/interventions/${intervention}`)
    expect(IDINTERVENTION_PLANNING).toHaveLength(before + 1)
  }
  expect(await conflictsOf(intervention)).toEqual([])
})

it('[OUT-11] [MERGE-4] the deletion of a client does not close the open form; saving restores the client', async () => {
  const words = uniqueWord('Rappeler')
  const other = randomUUID()
  await boss.write('POST', '/clients', { IDCLIENT: other, NOM: uniqueWord('Parti') })
  await anna.page.goto(`${server.web()}/manager/client/${other}/edit`)
  await field(anna.page, 'Observations').fill(words)
  await boss.write('DELETE', `/clients/${other}`)
  await see(anna.page, /Cette fiche a été supprimée/)
  await eventually(() => field(anna.page, 'Observations').inputValue()).toBe(words)
  await save(anna.page)
  await saved(anna.page, 'Client')
  await eventually(async () => (await boss.call('GET', `/clients/${other}`)).status, LATER).toBe(200)
  expect((await boss.one(`/clients/${other}`)).OBSERVATIONS).toBe(words)
})
