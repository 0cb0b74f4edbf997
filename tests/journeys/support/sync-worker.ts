import type { Page, Worker } from 'playwright'
import { eventually } from './people.ts'

/** The replication's own worker of a tab, seen from outside. */

/** Undefined while it is being made. */
export const syncWorker = (tab: Page): Worker | undefined =>
  tab.workers().find((worker) => /\/worker-[^/]*\.js/.test(worker.url()))

/** Whether this tab's worker holds the replication's Web Lock. */
export async function leads(tab: Page): Promise<boolean> {
  const asked = syncWorker(tab)?.evaluate(async () => {
    const probe = crypto.randomUUID()
    return navigator.locks.request(probe, async () => {
      const { held = [] } = await navigator.locks.query()
      const me = held.find(({ name }) => name === probe)?.clientId
      return held.some(({ name = '', clientId }) => clientId === me && /^lolapp:[^:]+$/.test(name))
    })
  })
  // One that ends while it is asked does not lead.
  return (await asked?.catch(() => false)) ?? false
}

/** The browser ends it, for its memory; nobody is told. */
export async function endWorker(tab: Page): Promise<void> {
  const worker = syncWorker(tab)
  if (!worker) throw new Error('This tab has no worker')
  await worker.evaluate(() => self.close()).catch(() => undefined)
}

/** Nothing of it goes on for so long, and it keeps its lock. */
export function freezeWorker(tab: Page, ms: number): void {
  const freeze = (time: number): void => {
    const { buffer } = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true })
    Atomics.wait(new Int32Array(buffer), 0, 0, time)
  }
  // Its answer comes when it has thawed, if its tab is still there.
  syncWorker(tab)
    ?.evaluate(freeze, ms)
    .catch(() => undefined)
}

/** The renderer crashes, its worker with it. */
export async function crash(tab: Page): Promise<void> {
  const crashed = tab.waitForEvent('crash')
  const cdp = await tab.context().newCDPSession(tab)
  cdp.send('Page.crash').catch(() => undefined)
  await crashed
  await tab.close()
}

/** Which of these tabs leads, once one does. */
export async function leaderOf(tabs: readonly Page[]): Promise<Page> {
  let found: Page | undefined
  await eventually(async () => {
    for (const tab of tabs) if (await leads(tab)) found = tab
    return found !== undefined
  }).toBe(true)
  return found as Page
}
