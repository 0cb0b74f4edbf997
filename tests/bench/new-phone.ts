import { cpus, loadavg } from 'node:os'
import type { Page } from 'playwright'
import { paths } from '../../src/ui/navigation/paths.ts'
import { type Company, fillCompany } from '../complete/company.ts'
import { type Device, launchChromium } from '../support/chromium.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'
import { TEST_KEY } from '../support/test-key.ts'
import { buildWebApp } from '../support/web-app.ts'
import { addWorker } from './build-page.ts'
import { type Figure, median, ms, percentile } from './figures.ts'
import { type BenchOptions, sized } from './options.ts'
import type { RawPull } from './page/raw-pull.ts'
import { growDemo, NO_LIMIT } from './real-server.ts'
import { EVENT } from './web-session.ts'

/** The phone and the line of quality.md: four times slower than this machine's processor, 9 Mbit/s, 70 ms. */
const SLOWER = 4
const LINE = { offline: false, latency: 70, downloadThroughput: 9e6 / 8, uploadThroughput: 9e6 / 8 }
/** Has a week of the same size in every company: the filler gives their days to nobody else. */
const PERSON = 'commercial'
const CALLS = 40
const LARGE_ROUNDS = 3

/** What one sign-in on a new phone took, in milliseconds from the press of « Se connecter ». */
interface SignIn {
  week: number
  /** The first search that finds a customer. */
  found: number
  upToDate: number
  /** Durations of the tasks over 50 ms, until the week and until « À jour ». */
  longUntilWeek: number[]
  long: number[]
}

/**
 * A new phone signs in to companies of 1,000 and 10,000 clients, and of NEW_PHONE_CLIENTS (for example 100000) where that is set: the week, the first search
 * that finds somebody, « À jour », and long tasks. Each size is compared with 1,000 clients, and « À jour » with the same rows put into raw Dexie over the same
 * line; all in turns, so that a busy machine slows all alike.
 */
export async function measureNewPhone(options: BenchOptions): Promise<Figure[]> {
  const more = process.env.NEW_PHONE_CLIENTS
  const sizes = [sized(options, 1000, 300), sized(options, 10_000, 900), ...(more ? [Number(more)] : [])]
  const web = await buildWebApp('test-results/bench-web')
  await addWorker('raw-pull', web)
  const postgres = await startPostgres()
  const places: Place[] = []
  try {
    for (const clients of sizes) places.push(await open(postgres, { clients, web }))
    for (let round = 0; round < sized(options, 5, 1); round++) {
      for (const place of places) {
        // A large company takes minutes to be « À jour ».
        if (round >= LARGE_ROUNDS && place.clients > 10_000) continue
        place.signIns.push(await signIn(place.server))
        place.raw.push(await pullRaw(place.server))
        place.unthrottled.push(await firstWeek(place.server))
        place.calls.push(...(await timed(place, sized(options, CALLS, 5))))
      }
    }
    return places.flatMap((place) => figuresOf(place, places[0] as Place))
  } finally {
    for (const { server, company } of places) {
      await company.close()
      await server.dispose()
    }
    await postgres.stop()
  }
}

interface Place {
  clients: number
  server: ServerProcess
  company: Company
  signIns: SignIn[]
  /** The same rows, without the product. */
  raw: RawPull[]
  /** Milliseconds to the week on this machine's own processor and line. */
  unthrottled: number[]
  /** Milliseconds of GET /sync/bootstrap on the server's own line. */
  calls: number[]
}

async function open(postgres: TestPostgres, { clients, web }: { clients: number; web: string }): Promise<Place> {
  const databaseUrl = await postgres.createDatabase()
  const env = { SECRET_KEY: TEST_KEY.toString('hex'), DEMO: '1' }
  await growDemo(1, { ...env, DATABASE_URL: databaseUrl })
  // Filled while the server runs: its start would write the evidence of each signature first.
  const server = await startServer({ databaseUrl, webDir: web, env: { ...NO_LIMIT, ...env } })
  const company = await fillCompany(databaseUrl, clients)
  for (const statement of SAME_WEEK) await company.ask(statement, [company.viewerOf(PERSON).id])
  return { clients, server, company, signIns: [], raw: [], unthrottled: [], calls: [] }
}

const near = `"RDV_FIN" >= to_char(now() - interval '21 days', 'YYYY-MM-DD') and "RDV_DEBUT" < to_char(now() + interval '21 days', 'YYYY-MM-DD')`
const SAME_WEEK = [
  `delete from rdv where "IDPERSONNELS" @> array[$1]::text[] and ${near}`,
  `insert into rdv (company_id, seq, "IDRDV", "RDV_OBJET", "RDV_DEBUT", "RDV_FIN", "IDPERSONNELS", "SUPPRIME", "DEBRIEF_CATEGORIE", viewer_personnes)
    select current_setting('app.company_id'), take_seq(1), 'new-phone-' || day || '-' || hour, 'Visite', at || ' ' || hour || ':00', at || ' ' || hour || ':45',
      array[$1], 0, 0, array[$1]
    from generate_series(-14, 14) as day, unnest(array['09', '11', '14', '16']) as hour,
      lateral (select to_char(now() + make_interval(days => day), 'YYYY-MM-DD') as at) as days`,
]

/** As text: see web-session.ts. */
const WATCH = `
  window.longTasks = []
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) window.longTasks.push([startTime, duration])
  }).observe({ type: 'longtask', buffered: true })
`
const PRESSED = `
  window.pressedAt = performance.now()
  new MutationObserver((_, observer) => {
    if (!document.querySelector('${EVENT}')) return
    observer.disconnect()
    requestAnimationFrame(() => requestAnimationFrame(() => { window.weekAt = performance.now() }))
  }).observe(document, { childList: true, subtree: true })
`
interface Watched {
  pressedAt: number
  weekAt?: number
  longTasks: [number, number][]
}

/** The phone and the line, for a page and its workers. */
async function slowDown({ page, context }: Device): Promise<void> {
  const phone = await context.newCDPSession(page)
  await phone.send('Network.enable')
  await phone.send('Network.emulateNetworkConditions', LINE)
  await phone.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
}

/** From the press of « Se connecter » to the week, in milliseconds. */
async function toTheWeek(page: Page, server: ServerProcess): Promise<{ pressedAt: number; week: number }> {
  const login = `${server.urlFor('demo')}${paths.login.href()}?redirect=${paths.agenda.href()}`
  await page.goto(login, { waitUntil: 'networkidle', timeout: 300_000 })
  await page.locator('input[type=email]').first().fill(`${PERSON}@example.com`)
  await page.locator('input[type=password]').fill('demonstration')
  await page.evaluate(PRESSED)
  await page.locator('button[type=submit]').click()
  await page.waitForFunction(() => 'weekAt' in window, undefined, { timeout: 300_000 })
  return page.evaluate(() => {
    const { pressedAt, weekAt = 0 } = window as unknown as Watched
    return { pressedAt, week: weekAt - pressedAt }
  })
}

const longTasksSince = (page: Page, pressedAt: number): Promise<number[]> =>
  page.evaluate(
    (from) =>
      (window as unknown as Watched).longTasks.filter(([start]) => start > from).map(([, duration]) => duration),
    pressedAt,
  )

/** A new profile each time. */
async function signIn(server: ServerProcess): Promise<SignIn> {
  const device = await launchChromium({ mobile: true })
  try {
    const { page } = device
    await page.addInitScript(WATCH)
    await slowDown(device)
    const { pressedAt, week } = await toTheWeek(page, server)
    const longUntilWeek = await longTasksSince(page, pressedAt)
    const since = (): Promise<number> => page.evaluate((from) => performance.now() - from, pressedAt)
    await find(page)
    const found = await since()
    await page.getByText('À jour').first().waitFor({ timeout: 3_600_000 })
    return { week, found, upToDate: await since(), longUntilWeek, long: await longTasksSince(page, pressedAt) }
  } finally {
    await device.close()
  }
}

async function firstWeek(server: ServerProcess): Promise<number> {
  const device = await launchChromium({ mobile: true })
  try {
    return (await toTheWeek(device.page, server)).week
  } finally {
    await device.close()
  }
}

/** The worker of page/raw-pull.ts, from the app's own address and without the app. */
async function pullRaw(server: ServerProcess): Promise<RawPull> {
  const device = await launchChromium({ mobile: true })
  try {
    await device.page.goto(`${server.urlFor('demo')}/theme.js`)
    await slowDown(device)
    const done = await device.page.evaluate(
      (mail) =>
        new Promise<RawPull | { failed: string }>((resolve) => {
          const worker = new Worker('/assets/raw-pull.js', { type: 'module' })
          worker.onmessage = ({ data }) => resolve(data)
          worker.onerror = ({ message }) => resolve({ failed: message })
          worker.postMessage(mail)
        }),
      `${PERSON}@example.com`,
    )
    if ('failed' in done) throw new Error(done.failed)
    return done
  } finally {
    await device.close()
  }
}

/** Searches until somebody is found: the customers arrive while the person types. */
async function find(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('martin')
  await page
    .getByRole('dialog')
    .getByText(/Martin/)
    .first()
    .waitFor({ timeout: 3_600_000 })
  await page.keyboard.press('Escape')
}

async function timed({ server }: Place, count: number): Promise<number[]> {
  const call = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${server.url}/api${path}`, { ...init, headers: { 'company-key': 'demo', ...init.headers } })
  const login = await call('/lolapp/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ MAIL: `${PERSON}@example.com`, password: 'demonstration' }),
  })
  const { data } = (await login.json()) as { data: { token: string } }
  const times: number[] = []
  for (let i = 0; i < count; i++) {
    const start = performance.now()
    const answer = await call('/sync/bootstrap', { headers: { authorization: `Bearer ${data.token}` } })
    await answer.text()
    if (!answer.ok) throw new Error(`The first screen's records: ${answer.status}`)
    times.push(performance.now() - start)
  }
  return times
}

function figuresOf(place: Place, small: Place): Figure[] {
  const { clients } = place
  const size = clients.toLocaleString('en-US')
  const of = ({ signIns }: Place, what: 'week' | 'found' | 'upToDate'): number =>
    median(signIns.map((one) => one[what]))
  const load = `load ${loadavg()[0]?.toFixed(1)} on ${cpus().length}`
  const figure = (name: string, value: number, more: Partial<Figure>): Figure => ({
    name: `New phone, ${size} clients: ${name}`,
    value,
    unit: 'ms',
    goal: '',
    met: null,
    detail: load,
    ...more,
  })
  const own = (what: 'week' | 'found' | 'upToDate'): number => of(place, what)
  const long = place.signIns.map((one) => one.long)
  const longest = Math.max(0, ...long.flat())
  const raw = median(place.raw.map((one) => one.ms))
  const rows = place.raw.at(-1)?.rows ?? 0
  const unthrottled = median(place.unthrottled)
  const [week, server, p95] = [own('week'), median(place.calls), percentile(place.calls, 0.95)]
  const absolute = [
    figure('login → the week’s appointments', week, { goal: '≤ 2000 ms', met: week <= 2000 }),
    figure('login → the first search that finds', own('found'), {}),
    figure('login → « À jour »', own('upToDate'), {}),
    figure('login → « À jour » / the same rows into raw Dexie over the same line', own('upToDate') / raw, {
      unit: '×',
      goal: '≤ 1.5',
      met: own('upToDate') / raw <= 1.5,
      detail: `${rows.toLocaleString('en-US')} rows, raw ${ms(raw)}; ${load}`,
    }),
    figure('login → the week’s appointments, not slowed', unthrottled, { goal: '≤ 800 ms', met: unthrottled <= 800 }),
    figure('long tasks until the week', median(place.signIns.map((one) => one.longUntilWeek.length)), {
      unit: '',
      detail: `longest ${ms(Math.max(0, ...place.signIns.flatMap((one) => one.longUntilWeek)))}; ${load}`,
    }),
    figure('long tasks until « À jour »', median(long.map((one) => one.length)), {
      unit: '',
      goal: '≤ 10, none over 100 ms',
      met: median(long.map((one) => one.length)) <= 10 && longest <= 100,
      detail: `longest ${ms(longest)}; ${load}`,
    }),
    figure('the first screen’s records on the server, p95', p95, { goal: '≤ 50 ms', met: p95 <= 50 }),
  ]
  if (clients === small.clients) return absolute
  const [weeks, servers] = [week / of(small, 'week'), server / median(small.calls)]
  const against = `${small.clients.toLocaleString('en-US')} clients, in the same run; ${load}`
  return [
    ...absolute,
    figure('login → the week / the same in the smallest company', weeks, {
      unit: '×',
      goal: '≤ 1.15',
      met: weeks <= 1.15,
      detail: against,
    }),
    figure('the first screen’s records on the server / the same in the smallest company', servers, {
      unit: '×',
      goal: '≤ 1.5',
      met: servers <= 1.5,
      detail: against,
    }),
  ]
}
