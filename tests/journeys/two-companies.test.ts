import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { HEADER } from '../../schemas/protocol.ts'
import { entityOf, SYNCED } from '../../schemas/resources.ts'
import { type Device, launchChromium } from '../support/chromium.ts'
import { type Clerk, type DemoServer, openDemoServer, type Row, SETUP } from './support/demo-server.ts'
import { cachedAddresses, localDatabases } from './support/local-data.ts'
import { signInAndReceive } from './support/people.ts'

/** « demo » and « autre » on one machine, in one browser profile, share no data. */

let server: DemoServer
let device: Device
const companies = { demo: 'commercial@example.com', autre: 'directeur@autre.example.com' } as const
type Company = keyof typeof companies
const clerks = {} as Record<Company, Clerk>
const pages = {} as Record<Company, Page>
/** Ids that the server has for each company, by resource. */
const rows = {} as Record<Company, Map<string, Row[]>>
const other = (company: Company): Company => (company === 'demo' ? 'autre' : 'demo')

const idsOf = (company: Company): string[] =>
  SYNCED.flatMap((name) => (rows[company].get(name) ?? []).map((row) => String(row[entityOf(name).key])))

beforeAll(async () => {
  server = await openDemoServer()
  device = await launchChromium()
  pages.demo = device.page
  pages.autre = await device.newTab()
  for (const company of ['demo', 'autre'] as const) {
    const mail = company === 'demo' ? 'directeur@example.com' : companies.autre
    const clerk = await server.clerk(mail, company)
    clerks[company] = clerk
    rows[company] = new Map()
    for (const name of SYNCED) rows[company].set(name, await clerk.all(entityOf(name).path))
    await signInAndReceive(pages[company], server.web(company), companies[company])
  }
}, SETUP)

afterAll(async () => {
  try {
    await device?.close()
  } finally {
    await server?.dispose()
  }
})

it('an id of the other company gets the answer of a missing one, for every method', async () => {
  for (const company of ['demo', 'autre'] as const) {
    const { call } = clerks[company]
    for (const name of SYNCED) {
      const { path, key } = entityOf(name)
      const theirs = rows[other(company)].get(name)?.[0]
      if (!theirs) continue
      const at = `${path}/${theirs[key]}`
      const missing = `${path}/${randomUUID()}`
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const body = method === 'PUT' ? {} : undefined
        const headers = method === 'GET' ? {} : { [HEADER.mutation]: randomUUID() }
        const [crossed, nothing] = await Promise.all([
          call(method, at, body, headers),
          call(method, missing, body, {
            ...headers,
            ...(headers[HEADER.mutation] ? { [HEADER.mutation]: randomUUID() } : {}),
          }),
        ])
        expect({ method, at: path, status: crossed.status }).toEqual({ method, at: path, status: nothing.status })
        expect(crossed.body).toEqual(nothing.body)
        if (method === 'GET') expect(crossed.status).toBe(404)
      }
    }
  }
})

it('a token of one company is refused on the host of the other', async () => {
  const { call } = clerks.demo
  expect((await call('GET', '/clients', undefined, { [HEADER.company]: 'autre' })).status).toBe(403)
  expect((await call('GET', '/clients', undefined, { host: `autre.localhost:${server.port}` })).status).toBe(403)
})

it('[ENT-09] each company has its own local database, without any row of the other', async () => {
  for (const company of ['demo', 'autre'] as const) {
    const databases = await localDatabases(pages[company])
    const names = Object.keys(databases).join('\n')
    const everything = Object.values(databases).join('\n')
    const mine = (rows[company].get('client') ?? []).filter((row) => everything.includes(String(row.IDCLIENT)))
    expect(mine.length).toBe(rows[company].get('client')?.length)
    expect(idsOf(other(company)).filter((id) => everything.includes(id) || names.includes(id))).toEqual([])
    expect(names).toContain('lolapp-')
  }
})

it('[PWA-01] the caches hold only files of the app: no answer of the API, no page of the other host', async () => {
  for (const company of ['demo', 'autre'] as const) {
    const addresses = await cachedAddresses(pages[company])
    expect(addresses.length).toBeGreaterThan(5)
    expect(addresses.filter((url) => new URL(url).pathname.startsWith('/api'))).toEqual([])
    expect(addresses.filter((url) => !url.startsWith(server.web(company)))).toEqual([])
  }
})
