import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Device, launchChromium } from '../support/chromium.ts'
import { type Clerk, type DemoServer, openDemoServer, SETUP, uniqueWord } from './support/demo-server.ts'
import {
  eventually,
  field,
  goOffline,
  goOnline,
  LATER,
  pill,
  pillText,
  save,
  see,
  seeTitle,
  signInAndReceive,
  waitUntilUpToDate,
} from './support/people.ts'

/** Two reps edit one client offline, and the server merges their edits. */

let server: DemoServer
let boss: Clerk
let anna: Device
let bruno: Device
const client = randomUUID()
const name = uniqueWord('Partage')

const both = async (act: (device: Device) => Promise<unknown>): Promise<void> => {
  await Promise.all([anna, bruno].map(act))
}

const openForm = async (page: Page): Promise<void> => {
  await page.goto(`${server.web()}/manager/client/${client}/edit`)
  await seeTitle(page, 'Modifier le client')
}

const write = async (page: Page, label: string, words: string): Promise<void> => {
  await openForm(page)
  await field(page, label).fill(words)
  await save(page)
  await see(page, 'Modification Client réussie')
}

beforeAll(async () => {
  server = await openDemoServer()
  boss = await server.clerk('directeur@example.com')
  await boss.write('POST', '/clients', { IDCLIENT: client, NOM: name })
  ;[anna, bruno] = await Promise.all([launchChromium(), launchChromium()])
  await Promise.all([
    signInAndReceive(anna.page, server.web(), 'commercial@example.com'),
    signInAndReceive(bruno.page, server.web(), 'commercial2@example.com'),
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

it('[SYN-04] different fields, edited offline by two people: both are kept', async () => {
  const [mail, remark] = [`${name.toLowerCase()}@example.com`, uniqueWord('Portail')]
  await both(goOffline)
  await write(anna.page, 'Adresse email', mail)
  await write(bruno.page, 'Observations', remark)
  await both(goOnline)
  await both(({ page }) => waitUntilUpToDate(page))
  for (const { page } of [anna, bruno]) {
    await page.goto(`${server.web()}/manager/client/${client}`)
    await see(page, mail)
    await see(page, remark)
  }
  expect(await boss.one(`/clients/${client}`)).toMatchObject({ MAIL: mail, OBSERVATIONS: remark })
})

it('[SYN-04] [MGR-21] the same field: one wins, the other is shown beside it and restored in one tap', async () => {
  const [hers, his] = [uniqueWord('Dupont'), uniqueWord('Durand')]
  await both(goOffline)
  await write(anna.page, 'Nom', hers)
  await write(bruno.page, 'Nom', his)
  await both(goOnline)
  await both(({ page }) => eventually(() => pillText(page), LATER).toBe('1 conflit'))

  const { NOM: kept } = await boss.one(`/clients/${client}`)
  expect([hers, his]).toContain(kept)
  const [loser, winner] = kept === hers ? [bruno, anna] : [anna, bruno]
  const lost = kept === hers ? his : hers
  // Both show the value that the server kept; the other value is not lost.
  await both(({ page }) => page.goto(`${server.web()}/manager/client/${client}`))
  await both(({ page }) => seeTitle(page, String(kept)))

  await pill(loser.page).click()
  const card = loser.page.getByRole('region', { name: 'À trancher' }).getByRole('listitem')
  const row = card.getByRole('row', { name: /Nom/ })
  await row.waitFor()
  await eventually(() => row.getByRole('cell').allTextContents()).toEqual([lost, kept])
  await card.getByRole('columnheader', { name: /Votre saisie.*non retenue/ }).waitFor()
  await card.getByRole('button', { name: 'Restaurer cette valeur' }).click()
  await see(loser.page, 'La valeur est restaurée.')
  await waitUntilUpToDate(loser.page)
  await waitUntilUpToDate(winner.page)
  await seeTitle(winner.page, lost)
  expect((await boss.one(`/clients/${client}`)).NOM).toBe(lost)
  expect((await boss.all('/conflits')).filter((one) => one.IDENREGISTREMENT === client)).toMatchObject([{ RESOLU: 1 }])
})
