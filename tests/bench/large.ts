import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { type DeviceOptions, launchChromium } from '../support/chromium.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { buildWebApp } from '../support/web-app.ts'
import { buildPage } from './build-page.ts'
import { type Figure, median, ms, percentile } from './figures.ts'
import { type BenchOptions, sized } from './options.ts'
import { serveGrown } from './real-server.ts'
import { EVENT, logIn, notePaint, paintedAt } from './web-session.ts'

/** The phone of quality.md: four times slower than this machine's processor. */
const THROTTLE = 4
/** The browser does not report shorter interactions; they count as this. Milliseconds. */
const SHORTEST = 16
const PAGE = 'bench.html'

/** Time that the screens take on a director's device with all records of a large company, offline, server killed. */
export async function measureLarge(options: BenchOptions): Promise<Figure[]> {
  const clients = sized(options, 100_000, 1000)
  const [built, page] = [await buildWebApp('test-results/bench-web'), await buildPage('page')]
  const web = await mkdtemp(join(tmpdir(), 'lolapp-bench-large-'))
  await cp(page.folder, web, { recursive: true })
  await cp(join(page.folder, 'index.html'), join(web, PAGE))
  await cp(built, web, { recursive: true })
  const server = await serveGrown(100, web)
  const profileDir = await mkdtemp(join(tmpdir(), 'lolapp-bench-profile-'))
  try {
    await prepare(server, { profileDir, clients })
    await server.kill()
    return await measureScreens(`${server.urlFor('demo')}/manager`, { profileDir, clients, options })
  } finally {
    await server.dispose()
    await page.remove()
    for (const folder of [web, profileDir]) await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

interface Filled {
  profileDir: string
  clients: number
}

async function prepare(server: ServerProcess, { profileDir, clients }: Filled): Promise<void> {
  const device = await launchChromium({ profileDir })
  try {
    const { page } = device
    await logIn(page, server, 'directeur@example.com')
    await page.getByText('À jour').first().waitFor({ timeout: 300_000 })
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.goto(`${server.urlFor('demo')}/${PAGE}`)
    await page.waitForFunction(() => typeof window.bench?.fillLarge === 'function')
    await page.evaluate(() => window.bench.signIn('directeur@example.com'))
    await page.evaluate((count) => window.bench.fillLarge(count), clients)
  } finally {
    await device.close()
  }
}

interface Screen {
  name: string
  path: string
  /** Selector of the screen's main content. */
  shows: string
  device?: DeviceOptions
}

const SCREENS: readonly Screen[] = [
  { name: 'agenda week', path: '/agenda', shows: EVENT },
  { name: 'client list', path: '/client', shows: 'main a[href*="/manager/client/"]' },
  { name: 'ranking', path: '/classement?periode=current_year', shows: 'main tbody tr' },
  { name: 'map (WebGL by the processor)', path: '/carte', shows: '[data-map-drawn="true"]', device: { webGl: true } },
]

async function measureScreens(
  manager: string,
  { profileDir, clients, options }: Filled & { options: BenchOptions },
): Promise<Figure[]> {
  const count = clients.toLocaleString('en-US')
  const figures: Figure[] = []
  for (const { name, path, shows, device } of SCREENS) {
    const times: number[] = []
    for (let round = 0; round < sized(options, 5, 1); round++)
      times.push(await painted(`${manager}${path}`, shows, { ...device, profileDir, offline: true }))
    figures.push({
      name: `${count} clients: cold start to the ${name}`,
      value: median(times),
      unit: 'ms',
      goal: '',
      met: null,
      detail: `from ${ms(Math.min(...times))} to ${ms(Math.max(...times))}`,
    })
  }
  const latencies = await interact(manager, { profileDir, rounds: sized(options, 10, 3) })
  for (const [name, all] of Object.entries(latencies)) {
    const p95 = percentile(all, 0.95)
    const most = name === WEEKS ? 100 : 200
    figures.push({
      name: `${count} clients: ${name}, p95 of interaction latency at ${THROTTLE} × slower`,
      value: p95,
      unit: 'ms',
      goal: `≤ ${most} ms`,
      met: p95 <= most,
      detail: `median ${ms(median(all))} of ${all.length}`,
    })
  }
  return figures
}

async function painted(url: string, shows: string, options: DeviceOptions): Promise<number> {
  const device = await launchChromium(options)
  try {
    await notePaint(device.page, shows)
    await device.page.goto(url)
    return await paintedAt(device.page)
  } catch (cause) {
    throw new Error(`${url} never showed ${shows}`, { cause })
  } finally {
    await device.close()
  }
}

const WEEKS = 'agenda, week by week'

/** Keeps the longest event of each interaction, as the browser itself measures « interaction to next paint ». As text: see web-session.ts. */
const OBSERVE = `
  window.interactions = new Map()
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId) window.interactions.set(interactionId, Math.max(duration, window.interactions.get(interactionId) ?? 0))
  }).observe({ type: 'event', durationThreshold: ${SHORTEST}, buffered: true })
`

async function interact(
  manager: string,
  { profileDir, rounds }: { profileDir: string; rounds: number },
): Promise<Record<string, number[]>> {
  const device = await launchChromium({ profileDir, offline: true })
  try {
    const { page, context } = device
    await page.addInitScript(OBSERVE)
    const session = await context.newCDPSession(page)
    const slowly = async (path: string, shows: string, act: (round: number) => Promise<void>): Promise<number[]> => {
      await page.goto(`${manager}${path}`)
      await page.locator(shows).first().waitFor({ timeout: 60_000 })
      await session.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE })
      for (let round = 0; round < rounds; round++) await act(round)
      await page.waitForTimeout(1000)
      await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
      return page.evaluate(() => [
        ...(window as unknown as { interactions: Map<number, number> }).interactions.values(),
      ])
    }
    return {
      [WEEKS]: await slowly('/agenda', EVENT, () => turnPage(page)),
      'client search, letter by letter': await slowly('/client', 'main a[href*="/manager/client/"]', (round) =>
        typeName(page, round),
      ),
      'ranking, period by period': await slowly('/classement', 'main tbody tr', () => choosePeriod(page)),
    }
  } finally {
    await device.close()
  }
}

async function turnPage(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Période suivante' }).click()
  await page.waitForTimeout(700)
}

const TYPED = ['dupont', 'lefevre', 'zoe', 'nantes', 'martin 1'] as const

async function typeName(page: Page, round: number): Promise<void> {
  const field = page.getByLabel('Rechercher un client')
  await field.fill('')
  await field.pressSequentially(TYPED[round % TYPED.length] ?? '', { delay: 120 })
  await page.waitForTimeout(700)
}

async function choosePeriod(page: Page): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Période' })
  await field.click()
  await field.press('ArrowDown')
  await field.press('Enter')
  await page.waitForTimeout(700)
}
