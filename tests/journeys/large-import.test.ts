import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ImportState, isWorking } from '../../schemas/imports.ts'
import { type Device, launchChromium } from '../support/chromium.ts'
import { manyClients } from '../support/imports/many-clients.ts'
import { type Clerk, type DemoServer, openDemoServer, type Row, SETUP, uniqueWord } from './support/demo-server.ts'
import { storedRecords } from './support/local-data.ts'
import {
  eventually,
  field,
  goOffline,
  goOnline,
  save,
  see,
  seeTitle,
  signInAndReceive,
  waitUntilUpToDate,
} from './support/people.ts'

/**
 * A director imports a large file while three devices work: hers, the phone of a rep who edits an imported client without a network, and that of a rep
 * who signs in meanwhile. Every day a small file; `npm run test:import` takes one of 50,000 lines.
 */

const LINES = Number(process.env.IMPORT_ROWS ?? 400)
const WHOLE = 50_000
/** Each tens of thousands of records, on a busy machine. */
const LONG = LINES < WHOLE ? 300_000 : 3_600_000
const REPS = ['commercial@example.com', 'commercial2@example.com'] as const
const { csv, sorts } = manyClients(LINES, REPS)
const remark = uniqueWord('Rappel')

const COLLECTIONS = {
  clients: {
    path: '/clients',
    key: 'IDCLIENT',
    fields: ['NOM', 'PRENOM', 'PORTABLE', 'MAIL', 'IDPERSONNEL', 'OBSERVATIONS'],
  },
  adresses: { path: '/adresse', key: 'IDADRESSE', fields: ['ADRESSE1', 'CODE_POSTAL', 'VILLE'] },
  projets: { path: '/projets', key: 'IDPROJET', fields: ['IDCLIENT', 'DESCRIPTION', 'IDRESPONSABLEPROJET'] },
} as const
type Collection = keyof typeof COLLECTIONS

interface Desk {
  device: Device
  clerk: Clerk
}

let server: DemoServer
let director: Desk
let rep: Desk
let newcomer: Desk
/** The client that the rep edits. */
let edited = ''

/** As the button counts, with or without a separator of thousands. */
const counted = (n: number): string => `${n}`.replace(/\B(?=(\d{3})+$)/g, '.?')
const at = (path: string): string => `${server.web()}/manager/${path}`
const stored = (page: Page, collection: Collection): Promise<Record<string, Row>> =>
  storedRecords(page, { collection, ...COLLECTIONS[collection] })
const importState = async (): Promise<ImportState> => {
  const { data } = (await director.clerk.call('GET', '/imports')).body as { data: Row[] }
  return data[0]?.etat as ImportState
}
/** A client's place in the file, which its phone number tells: `06 00 00 00 07`. NaN without a number. */
const numberOf = (phone: unknown): number => Number(String(phone).replace(/\D/g, '').slice(2) || Number.NaN)
/** Clients of the file have these numbers, which nobody of the demonstration has. */
const isOfFile = ({ PORTABLE }: Row): boolean => numberOf(PORTABLE) < LINES

/** Each device stores what its person may see on the server, with the same values: nothing else, nothing twice. */
async function holdTheSame(desks: readonly Desk[]): Promise<void> {
  // First all of them: what one has still to send comes to the others too.
  for (const { device } of desks) await waitUntilUpToDate(device.page)
  for (const desk of desks) await holdsTheSame(desk)
}

async function holdsTheSame({ device, clerk }: Desk): Promise<void> {
  for (const [collection, { path, key, fields }] of Object.entries(COLLECTIONS)) {
    const rows = await clerk.all(path)
    const theirs = Object.fromEntries(
      rows.map((row) => [String(row[key]), Object.fromEntries(fields.map((name) => [name, row[name]]))]),
    )
    await eventually(async () => Object.keys(await stored(device.page, collection as Collection)).length, LONG).toBe(
      rows.length,
    )
    // « À jour » does not say that a change of a moment ago has come.
    await eventually(() => stored(device.page, collection as Collection), LONG).toEqual(theirs)
  }
}

beforeAll(async () => {
  server = await openDemoServer()
  const [first, second] = REPS
  const [boss, one, two] = await Promise.all(['directeur@example.com', first, second].map((mail) => server.clerk(mail)))
  const [deviceOfBoss, deviceOfRep] = await Promise.all([launchChromium(), launchChromium({ mobile: true })])
  director = { device: deviceOfBoss as Device, clerk: boss as Clerk }
  rep = { device: deviceOfRep as Device, clerk: one as Clerk }
  newcomer = { device: await launchChromium({ mobile: true }), clerk: two as Clerk }
  await Promise.all([
    signInAndReceive(director.device.page, server.web(), 'directeur@example.com'),
    signInAndReceive(rep.device.page, server.web(), first),
  ])
}, SETUP)

afterAll(async () => {
  try {
    for (const desk of [director, rep, newcomer]) await desk?.device.close()
  } finally {
    await server?.dispose()
  }
})

it(
  `[SET-09 import] (three devices, ${LINES} lines) during an import each device holds whole clients, none twice`,
  async () => {
    const { page } = director.device
    await page.goto(at('imports'))
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: 'clients.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await page.getByRole('button', { name: 'Faire un essai à blanc' }).click({ timeout: LONG })
    const launch = page.getByRole('button', { name: new RegExp(`^Importer ${counted(sorts.cree)} lignes$`) })
    await launch.click({ timeout: LONG })
    await page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('button', { name: 'Oui' }).click()

    // The rep edits the first imported client that arrives, without a network.
    const { page: phone } = rep.device
    await eventually(async () => {
      const [found] = Object.entries(await stored(phone, 'clients')).filter(([, client]) => isOfFile(client))
      edited = found?.[0] ?? ''
      return edited
    }, LONG).not.toBe('')
    await goOffline(rep.device)
    await phone.goto(at(`client/${edited}/edit`))
    await seeTitle(phone, 'Modifier le client')
    await field(phone, 'Observations').fill(remark)
    await save(phone)
    await see(phone, 'Modification Client réussie')
    await goOnline(rep.device)

    // A new phone begins in the middle.
    const arrives = signInAndReceive(newcomer.device.page, server.web(), REPS[1])
    let looks = 0
    for (let state: ImportState = 'import'; isWorking(state); state = await importState()) {
      for (const { device } of [director, rep]) {
        const clients = Object.values(await stored(device.page, 'clients')).filter(isOfFile)
        looks += clients.length > 0 && clients.length < sorts.cree ? 1 : 0
        expect(new Set(clients.map(({ PORTABLE }) => PORTABLE)).size).toBe(clients.length)
        for (const { PORTABLE, NOM, PRENOM, MAIL } of clients) {
          const who = numberOf(PORTABLE)
          expect([NOM, PRENOM, MAIL]).toEqual([
            `Famille ${who % 997}`,
            `Prénom ${who % 31}`,
            `client${who}@example.com`,
          ])
        }
      }
    }
    await arrives
    if (LINES >= WHOLE) expect(looks).toBeGreaterThan(3)
  },
  2 * LONG,
)

it(
  '[SET-09 import] (three devices) after it each holds what the server answers, and the rep’s edit is there',
  async () => {
    const { page } = director.device
    await see(page, 'Résultat')
    await holdTheSame([director, rep, newcomer])
    expect(Object.values(await stored(page, 'clients')).filter(isOfFile)).toHaveLength(sorts.cree)
    expect(await director.clerk.one(`/clients/${edited}`)).toMatchObject({ OBSERVATIONS: remark })
    expect((await stored(rep.device.page, 'clients'))[edited]).toMatchObject({ OBSERVATIONS: remark })
    // The lines to correct, as a file.
    const download = page.waitForEvent('download', { timeout: LONG })
    await page.getByRole('button', { name: 'Télécharger les lignes à corriger' }).click()
    const errors = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n')
    expect(errors).toHaveLength(sorts.erreur + 1)
    expect(errors.filter((line) => /Veuillez entrer/.test(line))).toHaveLength(sorts.erreur)
  },
  2 * LONG,
)

it(
  '[SET-09 import] (three devices) its undo takes everything back from each, but for what the rep has edited',
  async () => {
    const { page } = director.device
    await page.getByRole('button', { name: 'Annuler tout l’import' }).click()
    await page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('button', { name: 'Oui' }).click()
    await eventually(importState, LONG).toBe('retire')
    await holdTheSame([director, rep, newcomer])
    for (const { device } of [director, rep]) {
      const left = Object.entries(await stored(device.page, 'clients')).filter(([, client]) => isOfFile(client))
      expect(left).toMatchObject([[edited, { OBSERVATIONS: remark }]])
    }
  },
  2 * LONG,
)
