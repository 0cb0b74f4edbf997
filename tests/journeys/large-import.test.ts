import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ImportState, isWorking } from '../../schemas/imports.ts'
import { type Device, launchChromium } from '../support/chromium.ts'
import { clientOfLine, type FormerClient, type ManyClients, manyClients } from '../support/imports/many-clients.ts'
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
  signIn,
  signInAndReceive,
  waitUntilOfflineReady,
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
/** Known when the server has said which clients the company has: some lines repeat those. */
let file: ManyClients
const remark = uniqueWord('Rappel')

const PLACE = ['ADRESSE', 'CODE_POSTAL', 'VILLE'] as const
const COLLECTIONS = {
  clients: {
    path: '/clients',
    key: 'IDCLIENT',
    fields: ['NOM', 'PRENOM', 'PORTABLE', 'MAIL', 'IDADRESSE', 'IDPERSONNEL', 'OBSERVATIONS'],
  },
  adresses: { path: '/adresse', key: 'IDADRESSE', fields: PLACE },
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
/** The company's clients before the import, by id: the file repeats some of them, and changes none. */
let former: Record<string, Row>
/** The client that the rep edits. */
let edited = ''
let idsOfReps: string[]

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
const formerClients = async (): Promise<Record<string, Row>> =>
  Object.fromEntries(
    (await director.clerk.all('/clients'))
      .filter((row) => !isOfFile(row))
      .map((row) => [String(row.IDCLIENT), row] as const),
  )

interface Look {
  /** Clients of the file that the device stores. */
  clients: number
  /** Of how many of them it stores the address. */
  addresses: number
  /** Their projects. */
  projects: Row[]
}

/**
 * What a device stores of the file: each client as its line says, none twice; its address and its project may come later, but then they are its own.
 * @throws Error of `expect` when a record is another one's, or there twice
 */
async function lookAt({ device: { page } }: Desk): Promise<Look> {
  // The clients last: what points to a client that came meanwhile is looked at the next time.
  const projects = Object.values(await stored(page, 'projets'))
  const addresses = await stored(page, 'adresses')
  const clients = Object.entries(await stored(page, 'clients')).filter(([, client]) => isOfFile(client))
  const wrong: unknown[] = []
  const ofFile = new Map<unknown, Row>()
  let placed = 0
  for (const [id, client] of clients) {
    const who = numberOf(client.PORTABLE)
    const { NOM, PRENOM, MAIL, PROJET, ...place } = clientOfLine(who)
    const seller = idsOfReps[who % REPS.length]
    const isRight =
      client.NOM === NOM && client.PRENOM === PRENOM && client.MAIL === MAIL && client.IDPERSONNEL === seller
    if (!isRight) wrong.push(client)
    const address = addresses[String(client.IDADRESSE)]
    if (address && PLACE.some((name) => address[name] !== place[name])) wrong.push([client, address])
    placed += address ? 1 : 0
    ofFile.set(id, { DESCRIPTION: PROJET, IDRESPONSABLEPROJET: seller })
  }
  const theirs = projects.filter(({ IDCLIENT }) => ofFile.has(IDCLIENT))
  for (const project of theirs) {
    const meant = ofFile.get(project.IDCLIENT)
    if (project.DESCRIPTION !== meant?.DESCRIPTION || project.IDRESPONSABLEPROJET !== meant?.IDRESPONSABLEPROJET)
      wrong.push(project)
  }
  expect(wrong).toEqual([])
  const distinct = (rows: readonly Row[], name: string): number => new Set(rows.map((row) => row[name])).size
  const records = clients.map(([, client]) => client)
  expect([distinct(records, 'PORTABLE'), distinct(records, 'IDADRESSE')]).toEqual([clients.length, clients.length])
  expect(distinct(theirs, 'IDCLIENT')).toBe(theirs.length)
  return { clients: clients.length, addresses: placed, projects: theirs }
}

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
  idsOfReps = [rep.clerk.id, newcomer.clerk.id]
  former = await formerClients()
  const isNamed = (row: Row): boolean => [row.NOM, row.PRENOM, row.PORTABLE].every(Boolean)
  file = manyClients(LINES, { reps: REPS, former: Object.values(former).filter(isNamed) as unknown as FormerClient[] })
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
      .setInputFiles({ name: 'clients.csv', mimeType: 'text/csv', buffer: Buffer.from(file.csv) })
    await page.getByRole('button', { name: 'Faire un essai à blanc' }).click({ timeout: LONG })
    const launch = page.getByRole('button', { name: new RegExp(`^Importer ${counted(file.sorts.cree)} lignes$`) })
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
    const inside = [director, rep]
    const arrives = signIn(newcomer.device.page, server.web(), REPS[1]).then(async () => {
      inside.push(newcomer)
      await waitUntilUpToDate(newcomer.device.page)
      await waitUntilOfflineReady(newcomer.device.page)
    })
    /** How often a device was seen with a part of the file. */
    const looks = new Map<Desk, number>()
    for (let state: ImportState = 'import'; isWorking(state); state = await importState()) {
      for (const desk of [...inside]) {
        const { clients } = await lookAt(desk)
        if (clients > 0 && clients < file.sorts.cree) looks.set(desk, (looks.get(desk) ?? 0) + 1)
      }
    }
    await arrives
    if (LINES < WHOLE) return
    for (const desk of [director, rep]) expect(looks.get(desk)).toBeGreaterThan(3)
    expect(looks.get(newcomer)).toBeGreaterThan(0)
  },
  2 * LONG,
)

it(
  '[SET-09 import] (three devices) after it each holds what the server answers, and the rep’s edit is there',
  async () => {
    const { page } = director.device
    await see(page, 'Résultat')
    await holdTheSame([director, rep, newcomer])
    for (const desk of [director, rep, newcomer]) {
      const { clients, addresses, projects } = await lookAt(desk)
      expect([clients, addresses]).toEqual([file.sorts.cree, file.sorts.cree])
      // A rep receives some of the others' projects; of their own none may be missing.
      const { id } = desk.clerk
      const own = idsOfReps.includes(id)
      const meant = file.made.filter((who) => !own || idsOfReps[who % REPS.length] === id)
      expect(projects.filter(({ IDRESPONSABLEPROJET }) => !own || IDRESPONSABLEPROJET === id)).toHaveLength(
        meant.length,
      )
    }
    // The lines that repeat a client of the company changed nothing of it.
    expect(await formerClients()).toEqual(former)
    expect(await director.clerk.one(`/clients/${edited}`)).toMatchObject({ OBSERVATIONS: remark })
    expect((await stored(rep.device.page, 'clients'))[edited]).toMatchObject({ OBSERVATIONS: remark })
    // The lines to correct, as a file.
    const download = page.waitForEvent('download', { timeout: LONG })
    await page.getByRole('button', { name: 'Télécharger les lignes à corriger' }).click()
    const errors = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n')
    expect(errors).toHaveLength(file.sorts.erreur + 1)
    expect(errors.filter((line) => /Veuillez entrer/.test(line))).toHaveLength(file.sorts.erreur)
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
    expect(await formerClients()).toEqual(former)
    for (const { device } of [director, rep, newcomer]) {
      const left = Object.entries(await stored(device.page, 'clients')).filter(([, client]) => isOfFile(client))
      expect(left).toMatchObject([[edited, { OBSERVATIONS: remark }]])
    }
  },
  2 * LONG,
)
