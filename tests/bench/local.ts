import { launchChromium } from '../support/chromium.ts'
import { buildPage } from './build-page.ts'
import { type Feed, startFeed } from './feed.ts'
import { type Figure, median, ms, percentile } from './figures.ts'
import { type BenchOptions, sized } from './options.ts'
import type { Pair } from './page/local.ts'

interface Measured {
  fill: number
  start: { product: number; raw: number }
  week: Pair
  search: Pair
  save: Pair
}

/** One device with n clients and n appointments: filled, closed, opened again, then asked. */
async function measure(feed: Feed, n: number, rounds: number): Promise<Measured> {
  const device = await launchChromium()
  try {
    const { page } = device
    const open = async () => {
      await page.goto(feed.url)
      await page.waitForFunction(() => typeof window.bench?.openBoth === 'function')
      return page.evaluate(() => window.bench.openBoth())
    }
    await open()
    const fill = await page.evaluate((count) => window.bench.fill(count), n)
    const starts = []
    for (let i = 0; i < 5; i++) starts.push(await open())
    if (starts.some(({ rows }) => rows === 0)) throw new Error('The week is empty')
    return {
      fill,
      start: { product: median(starts.map((s) => s.product)), raw: median(starts.map((s) => s.raw)) },
      week: await page.evaluate((count) => window.bench.weekQueries(count), rounds),
      search: await page.evaluate((count) => window.bench.searches(count), rounds),
      save: await page.evaluate((count) => window.bench.saves(count), rounds),
    }
  } finally {
    await device.close()
  }
}

const both = ({ product, raw }: Pair): { product: number; raw: number } => ({
  product: median(product),
  raw: median(raw),
})

/** Reads and writes over 50,000 clients and 50,000 appointments in one tab. */
export async function measureLocal(options: BenchOptions): Promise<Figure[]> {
  const n = sized(options, 50_000, 3000)
  const page = await buildPage('page')
  const feed = await startFeed(page.folder, n)
  try {
    const measured = await measure(feed, n, sized(options, 60, 20))
    const count = n.toLocaleString('en-US')
    const [week, search, save] = [both(measured.week), both(measured.search), both(measured.save)]
    return [
      {
        name: 'Local save → visible, over the same write in raw Dexie + liveQuery',
        value: save.product - save.raw,
        unit: 'ms',
        goal: '≤ 16 ms',
        met: save.product - save.raw <= 16,
        detail: `${ms(save.product)} against ${ms(save.raw)}; p95 ${ms(percentile(measured.save.product, 0.95))}`,
      },
      {
        name: `Week query among ${count} appointments`,
        value: week.product,
        unit: 'ms',
        goal: '≤ 50 ms',
        met: week.product <= 50,
        detail: `index range in raw Dexie ${ms(week.raw)}; p95 ${ms(percentile(measured.week.product, 0.95))}`,
      },
      {
        name: `Search over ${count} clients`,
        value: search.product,
        unit: 'ms',
        goal: '≤ 50 ms',
        met: search.product <= 50,
        detail: `one index range in raw Dexie ${ms(search.raw)}; p95 ${ms(percentile(measured.search.product, 0.95))}`,
      },
    ]
  } finally {
    await feed.close()
    await page.remove()
  }
}

/** The same figures at three sizes: flat, except the first synchronisation, which is linear. */
export async function measureGrowth(options: BenchOptions): Promise<Figure[]> {
  const sizes = options.quick ? [500, 2000] : [1000, 10_000, 100_000]
  const page = await buildPage('page')
  const feed = await startFeed(page.folder, Math.max(...sizes))
  try {
    const runs: { n: number; measured: Measured }[] = []
    for (const n of sizes) runs.push({ n, measured: await measure(feed, n, sized(options, 30, 10)) })
    const [first, last] = [runs[0], runs.at(-1)]
    if (!first || !last) return []
    const line = (name: string, of: (m: Measured) => number, goal: number | null): Figure => {
      const value = of(last.measured) / of(first.measured)
      return {
        name: `Growth ${first.n.toLocaleString('en-US')} → ${last.n.toLocaleString('en-US')}: ${name}`,
        value,
        unit: '×',
        goal: goal === null ? '' : `flat (≤ ${goal})`,
        met: goal === null ? null : value <= goal,
        detail: runs.map(({ n, measured }) => `${n / 1000}k ${ms(of(measured))}`).join(', '),
      }
    }
    // Raw Dexie's growth is printed too, because the cost of disk and IndexedDB is not the product's.
    const perRow = line('first synchronisation, time per record', (m) => m.fill, null)
    perRow.value = perRow.value / (last.n / first.n)
    perRow.goal = 'linear (≤ 1.2)'
    perRow.met = perRow.value <= 1.2
    return [
      line('start to the first week', (m) => m.start.product, 2),
      line('start to the first week, raw Dexie', (m) => m.start.raw, null),
      line('save → visible', (m) => both(m.save).product, 2),
      line('week query, per row read (raw Dexie = 1)', (m) => both(m.week).product / both(m.week).raw, 2),
      perRow,
    ]
  } finally {
    await feed.close()
    await page.remove()
  }
}
