import { launchChromium } from '../support/chromium.ts'
import { buildPage } from './build-page.ts'
import { startFeed } from './feed.ts'
import { type Figure, median, ms } from './figures.ts'
import { type BenchOptions, sized } from './options.ts'
import type { AtRest } from './page/at-rest.ts'

/** How much encryption of the local data would slow down the first synchronisation (docs/decisions.md), both measured in one page. */
export async function measureAtRest(options: BenchOptions): Promise<Figure[]> {
  const n = sized(options, 10_000, 2000)
  const page = await buildPage('page')
  const feed = await startFeed(page.folder, n)
  const found: (AtRest & { sync: number })[] = []
  try {
    for (let round = 0; round < sized(options, 3, 1); round++) {
      const device = await launchChromium()
      try {
        await device.page.goto(feed.url)
        await device.page.waitForFunction(() => typeof window.bench?.atRest === 'function')
        const sync = await device.page.evaluate((count) => window.bench.firstSync('lolapp', count), n)
        found.push({ ...(await device.page.evaluate((count) => window.bench.atRest(count), n)), sync: sync.ms })
      } finally {
        await device.close()
      }
    }
  } finally {
    await feed.close()
    await page.remove()
  }
  const [sync, seal, open] = [
    median(found.map((one) => one.sync)),
    median(found.map((one) => one.seal)),
    median(found.map((one) => one.open)),
  ]
  const count = n.toLocaleString('en-US')
  return [
    {
      name: `At rest, ${count} records: first sync with each record sealed (AES-GCM) / without`,
      value: (sync + seal) / sync,
      unit: '×',
      goal: '≤ 1.3',
      met: (sync + seal) / sync <= 1.3,
      detail: `sealing ${ms(seal)} beside ${ms(sync)}; a list over all of them opens each: ${ms(open)}`,
    },
  ]
}
