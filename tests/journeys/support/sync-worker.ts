import type { Page, Worker } from 'playwright'
import { eventually } from './people.ts'

/** The replication worker of a tab, seen from outside. */

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
  // A worker that ends during the question does not lead.
  return (await asked?.catch(() => false)) ?? false
}

/** The browser ends it to free memory, without an event. */
export async function endWorker(tab: Page): Promise<void> {
  const worker = syncWorker(tab)
  if (!worker) throw new Error('This tab has no worker')
  await worker.evaluate(() => self.close()).catch(() => undefined)
}

/** Freezes it for this long; it keeps its lock. */
export function freezeWorker(tab: Page, ms: number): void {
  const freeze = (time: number): void => {
    const { buffer } = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true })
    Atomics.wait(new Int32Array(buffer), 0, 0, time)
  }
  // It answers after the thaw, if its tab still exists.
  syncWorker(tab)
    ?.evaluate(freeze, ms)
    .catch(() => undefined)
}

/** The same, in the middle of a transaction on the outbox: until it thaws, no realm of the device can write there. */
export function freezeWorkerInAWrite(tab: Page, ms: number): void {
  const freeze = async (time: number): Promise<void> => {
    const { buffer } = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true })
    const { name = '' } = (await indexedDB.databases()).find((one) => one.name?.endsWith('--outbox')) ?? {}
    const opening = indexedDB.open(name)
    await new Promise<void>((done, failed) => {
      opening.onerror = () => failed(opening.error)
      opening.onsuccess = () => {
        const db = opening.result
        const [store = ''] = db.objectStoreNames
        db.transaction(store, 'readwrite').objectStore(store).count().onsuccess = () => {
          Atomics.wait(new Int32Array(buffer), 0, 0, time)
          db.close()
          done()
        }
      }
    })
  }
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

/** Waits until one of these tabs leads. @returns that tab */
export async function leaderOf(tabs: readonly Page[]): Promise<Page> {
  let found: Page | undefined
  await eventually(async () => {
    for (const tab of tabs) if (await leads(tab)) found = tab
    return found !== undefined
  }).toBe(true)
  return found as Page
}
