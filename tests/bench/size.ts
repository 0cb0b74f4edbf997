import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright'
import { paths } from '../../src/ui/navigation/paths.ts'
import { type Device, launchChromium } from '../support/chromium.ts'
import { startServer } from '../support/server-process.ts'
import { buildWebApp } from '../support/web-app.ts'
import { buildPage } from './build-page.ts'
import { startFeed } from './feed.ts'
import type { Figure } from './figures.ts'
import { EVENT, logIn, notePaint, shownAt } from './web-session.ts'

interface Loaded {
  kilobytes: number
  files: string[]
}

/** Every script that the page itself requested so far (without the service worker's precache and the sync worker). */
async function scriptsOf(page: Page, folder: string, before = Number.MAX_SAFE_INTEGER): Promise<Loaded> {
  const urls = await page.evaluate(
    (limit) =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => entry.startTime < limit)
        .filter((entry) => /\.js$/.test(new URL(entry.name).pathname))
        .filter((entry) => ['script', 'link', 'other'].includes((entry as PerformanceResourceTiming).initiatorType))
        .map((entry) => new URL(entry.name).pathname),
    before,
  )
  const names = [...new Set(urls)].filter((name) => !/\/(sw|worker-)[^/]*$/.test(name))
  const sizes = await Promise.all(
    names.map(async (name) => ({ name, size: gzipSync(await readFile(join(folder, name))).length / 1000 })),
  )
  sizes.sort((a, b) => b.size - a.size)
  return {
    kilobytes: sizes.reduce((sum, { size }) => sum + size, 0),
    files: sizes.map(({ name, size }) => `${name.replace(/^\/assets\/|-[\w-]{8}\.js$/g, '')} ${size.toFixed(0)}`),
  }
}

async function inFreshBrowser<T>(run: (device: Device) => Promise<T>): Promise<T> {
  const device = await launchChromium()
  try {
    return await run(device)
  } finally {
    await device.close()
  }
}

/** Scripts that a new browser requests before the page is shown, each file compressed separately. */
export async function measureSize(): Promise<Figure[]> {
  const [web, alone] = [await buildWebApp('test-results/bench-web'), await buildPage('alone')]
  const feed = await startFeed(alone.folder, 0)
  const server = await startServer({ webDir: web })
  try {
    const least = await inFreshBrowser(async ({ page }) => {
      await page.goto(feed.url)
      await page.locator('button[type=submit]').waitFor()
      return scriptsOf(page, alone.folder)
    })
    const login = await inFreshBrowser(async ({ page }) => {
      await page.goto(`${server.urlFor('demo')}${paths.login.href()}`)
      await page.locator('button[type=submit]').waitFor()
      return scriptsOf(page, web)
    })
    const agenda = await inFreshBrowser(async ({ page }) => {
      await logIn(page, server, 'commercial@example.com')
      // A cold load of the agenda itself, as from its address or the installed app.
      // With the records on the device, because code loaded during a first synchronisation is not needed for the first screen.
      await page.goto(`${server.urlFor('demo')}${paths.agenda.href()}`)
      await page.locator(EVENT).first().waitFor()
      await notePaint(page, EVENT)
      await page.reload()
      return scriptsOf(page, web, await shownAt(page))
    })
    const figure = (name: string, loaded: Loaded, goal: number): Figure => ({
      name: `Initial JS, ${name} (gzip)`,
      value: loaded.kilobytes,
      unit: 'kB',
      goal: `≤ ${goal} kB`,
      met: loaded.kilobytes <= goal,
      detail: `Mantine + router alone ${least.kilobytes.toFixed(0)} kB; ${loaded.files.slice(0, 60).join(', ')}`,
    })
    return [figure('login', login, 160), figure('agenda', agenda, 260)]
  } finally {
    await server.dispose()
    await feed.close()
    await alone.remove()
  }
}
