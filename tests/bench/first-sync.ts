import { launchChromium } from '../support/chromium.ts'
import { buildPage } from './build-page.ts'
import { type Feed, startFeed } from './feed.ts'
import { type Figure, median } from './figures.ts'
import { type BenchOptions, sized } from './options.ts'
import { CONTENDERS, type Contender } from './page/contenders.ts'
import type { FirstSync } from './page/first-sync.ts'

async function once(feed: Feed, contender: Contender, n: number): Promise<FirstSync> {
  const device = await launchChromium()
  try {
    await device.page.goto(feed.url)
    await device.page.waitForFunction(() => typeof window.bench?.firstSync === 'function')
    const result = await device.page.evaluate(
      ([c, count]) => window.bench.firstSync(c as Contender, Number(count)),
      [contender, n],
    )
    if (result.rows !== n) throw new Error(`${contender} stored ${result.rows} of ${n}`)
    return result
  } finally {
    await device.close()
  }
}

/** First synchronisation of 10,000 and 50,000 clients by each contender, interleaved, each run in a fresh profile. */
export async function measureFirstSync(options: BenchOptions): Promise<Figure[]> {
  const sizes = options.quick ? [10_000] : [10_000, 50_000]
  const rounds = sized(options, 5, 1)
  const page = await buildPage('page')
  const feed = await startFeed(page.folder, Math.max(...sizes))
  try {
    const figures: Figure[] = []
    for (const n of sizes) {
      const times = new Map<Contender, FirstSync[]>(CONTENDERS.map((c) => [c, []]))
      for (let round = 0; round < rounds; round++) {
        for (const contender of CONTENDERS) times.get(contender)?.push(await once(feed, contender, n))
      }
      figures.push(...figuresOf(n, times))
    }
    return figures
  } finally {
    await feed.close()
    await page.remove()
  }
}

function figuresOf(n: number, times: Map<Contender, FirstSync[]>): Figure[] {
  const ms = (c: Contender): number => median((times.get(c) ?? []).map((t) => t.ms))
  const count = n.toLocaleString('en-US')
  const long = times.get('lolapp') ?? []
  const most = n > 10_000 ? 1.5 : 1.3
  return [
    {
      name: `First sync ${count}: own pull loop / raw fetch + Dexie`,
      value: ms('lolapp') / ms('raw-dexie'),
      unit: '×',
      goal: `≤ ${most}`,
      met: ms('lolapp') / ms('raw-dexie') <= most,
      detail: `${Math.round(ms('lolapp'))} ms against ${Math.round(ms('raw-dexie'))} ms`,
    },
    {
      name: `First sync ${count}: PouchDB 9 / own pull loop`,
      value: ms('pouchdb') / ms('lolapp'),
      unit: '×',
      goal: '≥ 1.7',
      met: ms('pouchdb') / ms('lolapp') >= 1.7,
      detail: `PouchDB ${Math.round(ms('pouchdb'))} ms`,
    },
    {
      name: `First sync ${count}: replicateRxCollection pull-only / own pull loop`,
      value: ms('rxdb-pull-only') / ms('lolapp'),
      unit: '×',
      goal: '> 1',
      met: ms('rxdb-pull-only') / ms('lolapp') > 1,
      detail: `pull-only ${Math.round(ms('rxdb-pull-only'))} ms`,
    },
    {
      name: `First sync ${count}: main-thread long tasks`,
      value: median(long.map((t) => t.longTasks.count)),
      unit: '',
      goal: '0',
      met: median(long.map((t) => t.longTasks.count)) === 0,
      detail: `longest ${Math.round(Math.max(0, ...long.map((t) => t.longTasks.max)))} ms`,
    },
  ]
}
