import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE_NAMES, type RoleName } from '../../schemas/entities/personnel.ts'
import { entityOf, type ResourceName } from '../../schemas/resources.ts'
import {
  isHandedOver,
  MANAGER_ROUTES,
  type ManagerRoute,
  managerHref,
  mayOpen,
} from '../../src/domain/navigation/manager-routes.ts'
import { errorsText } from '../../src/text/errors.ts'
import { resourceText } from '../../src/text/resource.ts'
import { type Device, launchChromium } from '../support/chromium.ts'
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts'
import { follow } from './support/axe.ts'
import { type BadLine, spoil } from './support/bad-lines.ts'
import { type Clerk, type DemoServer, openDemoServer, type Row, SETUP } from './support/demo-server.ts'
import { eventually, signInAndReceive } from './support/people.ts'

/**
 * Every screen of the manager area without network and server, for every role that may open it, after one sign-in and one synchronisation. No screen
 * was opened before. The first person opens every screen by its address, on a cold start; the others open by link the screens that their
 * roles have in the drawer and those not opened yet. Two have no network; for each of the others it seems to work, and something else than the server
 * answers every call. The addresses come from the app's own router, so that a new route without a record
 * to open it with fails here.
 */

const LINES = {
  directeur: null,
  commercial: null,
  metreur: 'portal 200 HTML',
  technicien: 'error 500',
  assistante: 'gateway 502',
} as const satisfies Record<string, BadLine | null>
const PEOPLE = Object.keys(LINES) as (keyof typeof LINES)[]
/** Tabs of one device that open addresses at the same time. */
const TABS = 2

type Records = Record<string, { id: string; label: string }>

interface Person {
  device: Device
  line: FaultProxy
  web: string
  roles: RoleName[]
  records: Records
}

let server: DemoServer
const people = new Map<string, Person>()
const spoiled = new Map<string, ReturnType<typeof spoil>>()

/** Records that this person may open, by the resource's name in the addresses. */
async function recordsOf(self: Clerk, company: { id: string; NOM: string }): Promise<Records> {
  const [clients, projets, rdvs, devis, works, adresses] = await Promise.all(
    ['/clients', '/projets', '/rdvs', '/devis', '/interventions', '/adresse'].map((path) => self.all(path)),
  )
  const prefer = (rows: Row[] | undefined, is: (row: Row) => boolean): Row => {
    const row = rows?.find(is) ?? rows?.[0]
    if (!row) throw new Error(`${self.id} has a list without a record to open`)
    return row
  }
  const work = prefer(works, (row) => row.FEEDBACK === null && (row.IDINTERVENTION_PLANNING as unknown[]).length > 0)
  const found: [ResourceName, Row][] = [
    ['client', prefer(clients, (row) => row.IDADRESSE !== null)],
    ['projet', prefer(projets, (row) => row.IDETAT_PROJET === 2)],
    ['rdv', prefer(rdvs, (row) => row.IDPROJET !== null && row.SUPPRIME !== 1)],
    ['devis', prefer(devis, (row) => row.DEVIS_SIGNE !== 1 && row.DATE_TRANSMISSION === null)],
    ['intervention', work],
    ['adresse', prefer(adresses, () => true)],
    ['personnel', await self.one(`/personnels/${self.id}`)],
  ]
  const records: Records = {}
  for (const [name, row] of found) {
    const entity = entityOf(name)
    records[name] = { id: String(row[entity.key]), label: entity.label(row as never) }
  }
  const [planned] = work.IDINTERVENTION_PLANNING as { id: string }[]
  if (planned) records.intervention_planning = { id: planned.id, label: 'Planning' }
  records.role = { id: 'commercial', label: 'Commercial' }
  records.liste = { id: 'AGENCES', label: 'Agences' }
  const [nature] = await self.all('/natures-rdv')
  records.entree = { id: String(nature?.IDNATURE_RDV), label: String(nature?.LIBELLE) }
  const [form] = await self.all('/report')
  records.formulaire = { id: String(form?.id), label: String(form?.TITRE) }
  // An import is online only: its page says so.
  records.import = { id: 'aucun', label: 'Importer des clients' }
  // Accounts are online only; one's own is somebody else's to change.
  records.comptes = { id: self.id, label: 'Modifier le compte' }
  const [demande] = await self.all('/demandes')
  const sender = clients?.find((row) => row.IDCLIENT === demande?.IDCLIENT)
  if (sender) records.demande = { id: String(demande?.id), label: entityOf('client').label(sender as never) }
  const absences = await self.all('/absences')
  const leave = absences.find((row) => (row.IDPERSONNELS as string[]).includes(self.id))
  if (leave) records.absence = { id: String(leave.id), label: entityOf('absence').label(leave as never) }
  const [article] = await self.all('/articles')
  records.article = { id: String(article?.id), label: String(article?.LIBELLE) }
  records.entreprise = { id: company.id, label: company.NOM }
  return records
}

beforeAll(async () => {
  server = await openDemoServer()
  for (const name of PEOPLE) {
    const self = await server.clerk(`${name}@example.com`)
    const device = await launchChromium()
    const line = await startFaultProxy(server.port)
    const web = line.urlFor('demo')
    await signInAndReceive(device.page, web, `${name}@example.com`)
    const company = await device.page.evaluate(() => JSON.parse(localStorage.getItem('lolapp.entreprise') ?? '{}'))
    const { ROLES } = await self.one(`/personnels/${self.id}`)
    people.set(name, { device, line, web, roles: ROLES as RoleName[], records: await recordsOf(self, company) })
  }
  for (const [name, { device, line }] of people) {
    const bad = LINES[name as keyof typeof LINES]
    if (bad === null) await device.setOffline(true)
    else spoiled.set(name, spoil(line, bad))
  }
  await server.kill()
}, SETUP)

afterAll(async () => {
  try {
    for (const { device, line } of people.values()) {
      await device.close()
      await line.close()
    }
  } finally {
    await server?.dispose()
  }
})

/** The paths below /manager that the running app's router knows: `client/$id/edit`. */
async function pathsOfTheApp(page: Page): Promise<string[]> {
  const all = await page.evaluate(() =>
    Object.keys((window as unknown as { __TSR_ROUTER__: { routesByPath: object } }).__TSR_ROUTER__.routesByPath),
  )
  return all.filter((path) => /^\/manager(\/|$)/.test(path)).map((path) => path.replace(/^\/manager\/?/, ''))
}

/** The table's way of writing a path: `intervention/:id/sign`. */
const listed = (path: string): ManagerRoute | undefined =>
  (MANAGER_ROUTES as readonly ManagerRoute[]).find((route) => route.path.replace(':id', '$id') === path)

interface Visit {
  path: string
  address: string
  title: string | RegExp
}

/** The address for a path, and its title. @throws Error for a path without a record here */
function visitOf(path: string, records: Records): Visit {
  const route = listed(path)
  const [resource = '', ...rest] = path.split('/')
  const record = records[resource]
  if (path.includes('$') && !record) throw new Error(`/manager/${path} has no record to be opened with`)
  const address = managerHref({ path: path.replace('$id', encodeURIComponent(record?.id ?? '')) })
  if (route) return { path, address, title: route.title }
  // A form has its own title.
  return { path, address, title: rest.join('/') === '$id' && record ? record.label : /./ }
}

const BROKEN: readonly string[] = [errorsText.notFoundTitle, errorsText.screenTitle, resourceText.missingTitle]
/** Messages of a refused or unanswered request. */
const TROUBLE: readonly string[] = [
  errorsText.titleError,
  errorsText.titleUnauthorized,
  errorsText.titleValidation,
  errorsText.offline,
  errorsText.unreadable,
  errorsText.unknown,
]

/** Opens a screen. @returns what is wrong with it; '' when nothing is */
async function visit(
  page: Page,
  { path, address, title }: Visit,
  { web, cold }: { web: string; cold: boolean },
): Promise<string> {
  // A screen that the customer holds asks before it is left.
  const isHeld = isHandedOver(new URL(page.url()).pathname)
  if (cold || isHeld || !page.url().startsWith(web)) await page.goto(`${web}${address}`, { waitUntil: 'commit' })
  else await follow(page, address)
  let words = ''
  const isRight = async (): Promise<boolean> => {
    words = (await page.getByRole('heading', { level: 1 }).allTextContents())[0] ?? ''
    return (typeof title === 'string' ? words === title : title.test(words)) && !BROKEN.includes(words)
  }
  const right = await eventually(isRight)
    .toBe(true)
    .then(
      () => true,
      () => false,
    )
  const said = await page.locator('[role="alert"], [role="alertdialog"], [role="dialog"]').allTextContents()
  const trouble = said.filter((one) => TROUBLE.some((sentence) => one.includes(sentence)))
  const wrong = [...(right ? [] : [`« ${words} » instead of ${title}`]), ...trouble]
  return wrong.length === 0 ? '' : `/manager/${path}: ${wrong.join(', ')}`
}

it('[TEN-06] a person of each role opens the screens of that role', () => {
  const roles = new Set([...people.values()].flatMap((person) => person.roles))
  expect([...roles].sort()).toEqual([...ROLE_NAMES].sort())
})

/** Opened paths. */
const opened = new Set<string>()

describe.each(PEOPLE)('%s', (name) => {
  it(`[AUT-09] [SYN-01] [CAL-07] [RES-01] [ANSWER-1] opens every screen that was never opened online on the line: ${LINES[name] ?? 'no network'}`, async () => {
    const person = people.get(name)
    if (!person) throw new Error(`${name} did not sign in`)
    const { device, roles, records, web } = person
    const paths = await pathsOfTheApp(device.page)
    // A screen of the table without a route would be a dead entry in the drawer.
    expect(
      MANAGER_ROUTES.map(({ path }) => path.replace(':id', '$id')).filter((path) => !paths.includes(path)),
    ).toEqual([])
    const open = (path: string): boolean => {
      const route = listed(path)
      return route === undefined || mayOpen(route, roles)
    }
    const visits = paths
      .filter((path) => open(path) && (listed(path) !== undefined || !opened.has(path)))
      .map((path) => visitOf(path, records))
    for (const { path } of visits) opened.add(path)
    const tabs = [device.page]
    while (tabs.length < TABS) tabs.push(await device.newTab())
    const found: string[] = []
    const next = visits.values()
    await Promise.all(
      tabs.map(async (page) => {
        for (const one of next) found.push(await visit(page, one, { web, cold: name === PEOPLE[0] }))
      }),
    )
    expect(found.filter(Boolean)).toEqual([])
    expect(found).toHaveLength(visits.length)
    if (LINES[name] !== null) expect(spoiled.get(name)?.fired).toBeGreaterThan(0)
  })
})
