import { type Device, launchChromium } from '../support/chromium.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { buildPage } from './build-page.ts'
import { type Feed, startFeed } from './feed.ts'
import { type Figure, median, ms, percentile } from './figures.ts'
import { type BenchOptions, sized } from './options.ts'
import { serveGrown } from './real-server.ts'

/** A device signed in on the real server, its first synchronisation done. */
export async function syncedDevice(server: ServerProcess, mail: string): Promise<Device> {
  const device = await launchChromium()
  await device.page.goto(server.urlFor('demo'))
  await device.page.waitForFunction(() => typeof window.bench?.signIn === 'function')
  await device.page.evaluate(async (who) => {
    await window.bench.signIn(who)
    window.bench.replicate()
    await window.bench.synced()
  }, mail)
  return device
}

/** Time from the command on one device to the frame that shows it on another, both Chromium, through the real server. */
export async function measureLive(options: BenchOptions): Promise<Figure[]> {
  const page = await buildPage('page')
  const feed = await startFeed(page.folder, 0)
  const server = await serveGrown(sized(options, 2000, 50), page.folder)
  const devices: Device[] = []
  try {
    devices.push(await syncedDevice(server, 'assistante@example.com'))
    devices.push(await syncedDevice(server, 'directeur@example.com'))
    const [author, reader] = devices
    if (!author || !reader) throw new Error('Two devices are needed')
    const [id = ''] = await reader.page.evaluate(() => window.bench.haveClients(1))
    await reader.page.evaluate((client) => window.bench.watchClient(client), id)
    const times: number[] = []
    const hops: number[] = []
    for (let i = 0; i < sized(options, 60, 10); i++) {
      const text = `Vu sur l'autre appareil ${i}`
      const saved = await author.page.evaluate(
        ([client, words]) => window.bench.save(client ?? '', words ?? ''),
        [id, text],
      )
      await reader.page.waitForFunction((words) => window.bench.seenAt(words) !== undefined, text, { polling: 5 })
      times.push(((await reader.page.evaluate((words) => window.bench.seenAt(words), text)) ?? Number.NaN) - saved)
      hops.push(await hop(feed))
    }
    const p95 = percentile(times, 0.95)
    return [
      {
        name: 'Save → visible on another device, p95',
        value: p95,
        unit: 'ms',
        goal: '≤ 250 ms',
        met: p95 <= 250,
        detail: `median ${ms(median(times))}; one local HTTP round trip + one SSE hop ${ms(median(hops))}, p95 ${ms(percentile(hops, 0.95))}`,
      },
    ]
  } finally {
    for (const device of devices) await device.close()
    await server.dispose()
    await feed.close()
    await page.remove()
  }
}

/** A bare POST, and the bare event stream that reports it. */
async function hop(feed: Feed): Promise<number> {
  const stop = new AbortController()
  const stream = await fetch(`${feed.url}/hops`, { signal: stop.signal })
  const reader = stream.body?.getReader()
  await reader?.read()
  const start = performance.now()
  const told = reader?.read()
  await (await fetch(`${feed.url}/hop`, { method: 'POST' })).text()
  await told
  const time = performance.now() - start
  stop.abort()
  return time
}
