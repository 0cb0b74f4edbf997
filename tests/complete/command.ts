import { parseArgs } from 'node:util'
import { ensureChromium, ensurePostgres } from '../../.ci/programs.ts'
import { growDemo, NO_LIMIT } from '../bench/real-server.ts'
import { logIn } from '../bench/web-session.ts'
import { type Device, launchChromium, screenshot } from '../support/chromium.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'
import { TEST_KEY } from '../support/test-key.ts'
import { buildWebApp } from '../support/web-app.ts'
import type { Check } from './check.ts'
import { type Company, fillCompany, PEOPLE, type Person } from './company.ts'
import { judge } from './judge.ts'
import { go } from './reading.ts'
import { CHECKS } from './screens.ts'
import { figuresOf, type Speed } from './speed.ts'

/**
 * `npm run test:complete` (DAY-03): a company of 100,000 clients and 300,000 appointments, filled by SQL; each person signs in with a real browser, and what
 * each screen lists, counts, finds and exports is compared with what SQL answers on the server's database. Then how fast they are, four times slower.
 * `-- --clients 1500` makes the company smaller (`--office-clients` the one of the office, whose devices hold everybody's records), `--person commercial,metreur`
 * asks some of the people only, `--only <words>,<words>` the checks whose name has some of these words, `--no-times` measures no speed.
 */
const { values: options } = parseArgs({
  options: {
    clients: { type: 'string', default: '100000' },
    'office-clients': { type: 'string' },
    person: { type: 'string' },
    only: { type: 'string', default: '' },
    times: { type: 'boolean', default: true },
  },
  allowNegative: true,
})
const FULL = Number(options.clients)
const OFFICE = Number(options['office-clients'] ?? Math.min(FULL, 20_000))
const WORLDS: readonly { clients: number; people: readonly Person[] }[] = [
  { clients: FULL, people: ['commercial', 'technicien', 'metreur'] },
  { clients: OFFICE, people: ['directeur', 'assistante'] },
]
const wanted = options.only.split(',')
const asked: readonly string[] = options.person?.split(',') ?? PEOPLE
/** A first synchronisation of hundreds of thousands of records. */
const SYNC = 3_600_000
/** For a screen of a busy machine. */
const MINUTES = 300_000

const started = Date.now()
const faults: string[] = []
const speeds: (Speed & { person: Person })[] = []
const say = (text: string): void =>
  console.log(`${String(Math.round((Date.now() - started) / 1000)).padStart(5)} s  ${text}`)

/** Signs in and waits until the device holds everything. */
async function signIn(device: Device, server: ServerProcess, person: Person): Promise<void> {
  await logIn(device.page, server, `${person}@example.com`)
  // The director has conflicts to resolve, which the pill says instead.
  const pill = device.page.getByTitle('Ouvrir la page de synchronisation')
  await pill.filter({ hasText: /^(À jour|\d+ conflits)$/ }).waitFor({ timeout: SYNC })
  await go(device.page, '/manager/synchronisation')
  await device.page.locator('main dl dd').first().waitFor()
  const receiving = device.page.locator('main dl').filter({ hasText: 'en cours de réception' })
  await receiving.first().waitFor({ state: 'detached', timeout: SYNC })
  await device.page.setViewportSize({ width: 1440, height: 3000 })
}

/** Compares one thing of a screen that is left and opened for it. */
async function compare(check: Check, device: Device, asker: { company: Company; person: Person }): Promise<void> {
  const viewer = asker.company.viewerOf(asker.person)
  const name = `${asker.person}: ${check.what}`
  const { fault, size, again } = await judge(check, {
    company: asker.company,
    viewer,
    open: async (company) => {
      await go(device.page, '/manager/compte')
      await device.page.getByRole('heading', { name: 'Mon compte' }).waitFor({ timeout: MINUTES })
      await go(device.page, check.path)
      return check.read(device.page, { company, viewer })
    },
  })
  for (const why of again) say(`once more: ${name} — ${why}`)
  say(fault === null ? `same  ${name} (${size})` : `DIFFERS  ${name} — ${fault}`)
  if (fault !== null) faults.push(`${name} — ${fault}`)
}

async function play(
  postgres: TestPostgres,
  webDir: string,
  { clients, people }: (typeof WORLDS)[number],
): Promise<void> {
  const databaseUrl = await postgres.createDatabase()
  const env = { SECRET_KEY: TEST_KEY.toString('hex'), DEMO: '1' }
  await growDemo(1, { ...env, DATABASE_URL: databaseUrl })
  // Filled while the server runs: its start would write the evidence of each signature first.
  const server = await startServer({ databaseUrl, webDir, env: { ...NO_LIMIT, ...env } })
  try {
    const company = await fillCompany(databaseUrl, clients)
    try {
      say(`a company of ${clients.toLocaleString('en')} clients and ${(clients * 3).toLocaleString('en')} appointments`)
      await playPeople(server, company, people)
    } finally {
      await company.close()
    }
  } finally {
    await server.dispose()
  }
}

async function playPeople(server: ServerProcess, company: Company, people: readonly Person[]): Promise<void> {
  for (const person of people) {
    const device = await launchChromium()
    try {
      await signIn(device, server, person)
      say(`${person} is signed in and « À jour »`)
      for (const check of CHECKS[person])
        if (wanted.some((words) => check.what.includes(words))) await compare(check, device, { company, person })
      if (!options.times) continue
      try {
        for (const speed of await figuresOf(device, person)) {
          speeds.push({ ...speed, person })
          say(
            `${person}: ${speed.what}: median ${speed.median} ms, worst ${speed.worst} ms (≤ ${speed.limit} ms), ${speed.rows} rows read`,
          )
        }
      } catch (error) {
        say(`${person}: not timed, ${String(error)}, see ${await screenshot(device.page, `complete-${person}`)}`)
      }
    } finally {
      await device.close()
    }
  }
}

await ensureChromium()
await ensurePostgres()
const webDir = process.env.TEST_WEB_DIR ?? (await buildWebApp('test-results/complete-web'))
const postgres = await startPostgres()
try {
  for (const { clients, people } of WORLDS) {
    const some = people.filter((person) => asked.includes(person))
    if (some.length > 0) await play(postgres, webDir, { clients, people: some })
  }
} finally {
  await postgres.stop()
}
const slow = speeds.filter(({ median, limit }) => median > limit)
for (const { person, what, median, worst, limit, rows } of slow)
  console.log(`slower than ${limit} ms: ${person}: ${what}: median ${median} ms, worst ${worst} ms, ${rows} rows read`)
for (const fault of faults) console.log(`differs: ${fault}`)
say(faults.length === 0 ? 'every list, count, search and export is complete' : `${faults.length} differ`)
if (faults.length > 0) process.exitCode = 1
