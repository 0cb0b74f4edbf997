import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addDays } from '../../schemas/dates.ts'
import { launchChromium } from '../support/chromium.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { buildWebApp } from '../support/web-app.ts'
import { buildPage } from './build-page.ts'
import { type Feed, startFeed } from './feed.ts'
import { type Figure, median, ms } from './figures.ts'
import { type BenchOptions, sized } from './options.ts'
import { serveGrown } from './real-server.ts'
import { FIRST_MONDAY, WEEKS } from './records.ts'
import { EVENT, logIn, notePaint, paintedAt } from './web-session.ts'

/** Rows per demo client in all tables together. */
const RECORDS_PER_CLIENT = 5.6

/**
 * A phone restarted offline: browser closed, server killed, network off; measured from the navigation to the first painted appointment.
 * It is compared with a bare React page over one Dexie store of as many appointments, in the same profile and started the same way.
 */
export async function measureColdStart(options: BenchOptions): Promise<Figure[]> {
  const records = sized(options, 50_000, 2500)
  const [web, bare] = [await buildWebApp('test-results/bench-web'), await buildPage('bare')]
  const feed = await startFeed(bare.folder, records)
  const server = await serveGrown(Math.round(records / RECORDS_PER_CLIENT), web)
  const profileDir = await mkdtemp(join(tmpdir(), 'lolapp-bench-profile-'))
  const places = { product: `${server.urlFor('demo')}/manager/agenda`, bare: feed.url }
  try {
    const local = await prepare({ server, feed, profileDir, records, agenda: places.product })
    await server.kill()
    await feed.close()
    const times = { product: [] as number[], bare: [] as number[] }
    for (let round = 0; round < sized(options, 9, 2); round++) {
      for (const name of ['product', 'bare'] as const) times[name].push(await start(profileDir, places[name]))
    }
    const [own, least] = [median(times.product), median(times.bare)]
    return [
      {
        // The name holds no count, because a new figure replaces its line by name.
        name: `Cold offline start to the agenda, ${records.toLocaleString('en-US')} local records / bare React + Dexie page`,
        value: own / least,
        unit: '×',
        goal: '≤ 2',
        met: own / least <= 2,
        detail: `${ms(own)} against ${ms(least)}, with ${local.toLocaleString('en-US')}`,
      },
    ]
  } finally {
    await server.dispose()
    await feed.close().catch(() => undefined)
    await rm(profileDir, { recursive: true, force: true, maxRetries: 3 })
    await bare.remove()
  }
}

async function start(profileDir: string, url: string): Promise<number> {
  const device = await launchChromium({ profileDir, offline: true })
  try {
    await notePaint(device.page, EVENT)
    await device.page.goto(url)
    return await paintedAt(device.page)
  } finally {
    await device.close()
  }
}

interface Prepare {
  server: ServerProcess
  feed: Feed
  profileDir: string
  records: number
  agenda: string
}

/** Makes one profile in which both pages are visited, filled and cached by their service workers. @returns number of the product's records */
async function prepare({ server, feed, profileDir, records, agenda }: Prepare): Promise<number> {
  const device = await launchChromium({ profileDir })
  try {
    const { page } = device
    await logIn(page, server, 'directeur@example.com')
    await page.goto(agenda)
    await page.getByText('À jour').first().waitFor({ timeout: 300_000 })
    await page.evaluate(() => navigator.serviceWorker.ready)
    // The visible week must have appointments.
    await page.locator(EVENT).first().waitFor()
    const local = await page.evaluate(countRecords)
    await page.goto(feed.url)
    // As many appointments in the week as one rep has.
    const monday = addDays(FIRST_MONDAY, (WEEKS - 30) * 7)
    await page.evaluate(
      ([n, from, to]) => window.fillBare(Number(n), String(from), String(to)),
      [records, monday, addDays(monday, 1)],
    )
    await page.reload()
    await page.locator(EVENT).first().waitFor()
    return local
  } finally {
    await device.close()
  }
}

/** In the page: documents in all of the product's local databases. */
async function countRecords(): Promise<number> {
  let total = 0
  for (const { name = '' } of await indexedDB.databases()) {
    if (!name.startsWith('rxdb-dexie-lolapp')) continue
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name)
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    if (db.objectStoreNames.contains('docs')) {
      total += await new Promise<number>((resolve, reject) => {
        const request = db.transaction('docs').objectStore('docs').count()
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    }
    db.close()
  }
  return total
}
