import type { Browser, BrowserContext, CDPSession, Page } from 'playwright'
import { uuidv7 } from '../../schemas/uuid.ts'
import { type Commands, everyCommand, type Single } from '../../sync/outbox/command-list.ts'
import type { ReplicationEvent } from '../../sync/replicate/status.ts'
import { type BrowserTab, type Order, type Questions, RESOLUTIONS, type SavedCall } from './browser-orders.ts'
import { bundle } from './bundle.ts'
import type { Machine, OpenedTab, TabInput } from './phone.ts'
import type { Release } from './releases.ts'
import type { TabDevice } from './tab-device.ts'

/**
 * Phones in Chromium: each is a browser context, its tabs are pages. IndexedDB, its transactions, its quota, the network and its own retries are real,
 * a killed tab is a crashed renderer. All of it goes through the fault proxy, from whose address the pages come.
 */

/** Addresses of a release's page and script. */
const pathsOf = (release: Release) => ({ page: `/onglet-${release}`, file: `/onglet-${release}.js` })

/** A small quota, which a test can fill quickly: the browser checks its quota only when a write seems not to fit. */
const QUOTA = 8 * 2 ** 20

/** A dead tab never answers. */
const never = new Promise<never>(() => undefined)

type Listener = { [Q in keyof Questions]: (about: Questions[Q]['ask']) => Promise<Questions[Q]['answer']> }

/** @param origin of the fault proxy */
export async function browserMachines(browser: Browser, origin: string): Promise<() => Promise<Machine>> {
  const scripts = new Map(
    await Promise.all(
      (['next', 'former'] as const).map(
        async (release) => [release, await bundle({ entry: 'browser-tab.ts', name: 'browserTab', release })] as const,
      ),
    ),
  )
  return async () => {
    const context = await browser.newContext()
    for (const [release, script] of scripts) {
      const { page, file } = pathsOf(release)
      await context.route(`${origin}${page}`, (route) =>
        route.fulfill({
          contentType: 'text/html; charset=utf-8',
          body: `<!doctype html><script src="${file}"></script>`,
        }),
      )
      await context.route(`${origin}${file}`, (route) =>
        route.fulfill({ contentType: 'text/javascript; charset=utf-8', body: script }),
      )
    }
    return machineOn(context, origin)
  }
}

async function machineOn(context: BrowserContext, origin: string): Promise<Machine> {
  const listeners = new Map<Page, Listener>()
  await context.exposeBinding('rig', async ({ page }, question: keyof Questions, about: unknown) => {
    const listener = listeners.get(page)
    return listener ? await listener[question](about as never) : never
  })
  /** Open tabs. Any of them can fill the phone's storage. */
  const pages = new Set<Page>()
  const anyPage = (): Page | undefined => [...pages].at(-1)
  let isFull = false

  const open = async (): Promise<{ page: Page; cdp: CDPSession }> => {
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    return { page, cdp }
  }

  const openTab = async (input: TabInput): Promise<OpenedTab | null> => {
    const { page, cdp } = await open()
    pages.add(page)
    await cdp.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: QUOTA })
    const events = new Set([input.onEvent])
    listeners.set(page, listenerOf(page, input, origin, events))
    await page.goto(`${origin}${pathsOf(input.release).page}`)
    const device = deviceOf(page, input, events)
    const end: OpenedTab['end'] = async (how) => {
      listeners.delete(page)
      pages.delete(page)
      if (how === 'killed') {
        const crashed = page.waitForEvent('crash')
        cdp.send('Page.crash').catch(() => undefined)
        await crashed
      }
      await page.close()
    }
    const opening = device.open({ base: `${origin}/api`, label: input.label }).then(() => true)
    if (await Promise.race([opening, input.killed])) return { device, end }
    await end('killed')
    return null
  }

  return {
    room: {
      fill: async () => {
        isFull = true
        await anyPage()?.evaluate(() => window.tab.fill())
      },
      empty: async () => {
        if (!isFull) return
        isFull = false
        await anyPage()?.evaluate(() => window.tab.empty())
      },
    },
    openTab,
    wipe: async () => {
      const { page, cdp } = await open()
      await cdp.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
      await page.close()
    },
    close: () => context.close(),
  }
}

/** What the rig answers to a tab. */
function listenerOf(
  page: Page,
  { line, control, token }: TabInput,
  origin: string,
  events: ReadonlySet<(event: ReplicationEvent) => void>,
): Listener {
  const { gate, awake } = control
  const calls: ((status: number | null) => void)[] = []
  return {
    before: gate.before,
    after: gate.after,
    ended: async () => gate.ended(),
    call: async ({ method, url: given, limit }) => {
      await awake()
      const giveUp = (): void => void page.evaluate((which) => window.tab.expire(which), limit).catch(() => undefined)
      const { url, headers, answered } = line.route(method, new URL(given), giveUp)
      return { call: calls.push(answered) - 1, url: origin + url.pathname + url.search, headers, token: token() }
    },
    answered: async ({ call, status }) => {
      calls[call]?.(status)
      await awake()
    },
    event: async (event) => {
      for (const listen of events) listen(event)
    },
  }
}

type Opening = TabDevice & { open: (where: { base: string; label: string }) => Promise<void> }

function deviceOf(
  page: Page,
  { identity, token, days, control, opens }: TabInput,
  events: Set<(event: ReplicationEvent) => void>,
): Opening {
  let signals = 0
  const run = async <T>(name: string, args: readonly unknown[] = [], signal?: AbortSignal): Promise<T> => {
    const number = signal ? ++signals : null
    const stop = (): void => void page.evaluate((which) => window.tab.abort(which), number ?? 0).catch(() => undefined)
    signal?.addEventListener('abort', stop)
    const order: Order = { name, args, signal: number, token: token(), days: days() }
    try {
      const outcome = await page.evaluate((what) => window.tab.run(what), order)
      if ('value' in outcome) return outcome.value as T
      throw errorOf(outcome.error)
    } catch (error) {
      // A page that the rig crashed is expected to be gone. A page that closed by itself is an error.
      if (control.isDead()) return never
      throw error
    } finally {
      signal?.removeEventListener('abort', stop)
    }
  }
  const method =
    <A extends unknown[], R>(name: string) =>
    (...args: A): Promise<R> =>
      run<R>(name, args)
  return {
    open: (where) => run('open', [identity, { ...where, opens: opens() }]),
    entries: method('entries'),
    shown: method('shown'),
    outbox: method('outbox'),
    ids: method('ids'),
    contents: method('contents'),
    knowledge: method('knowledge'),
    queue: method('queue'),
    photo: method('photo'),
    dropPhoto: method('dropPhoto'),
    recover: method('recover'),
    close: method('close'),
    logOut: method('logOut'),
    commands: { ...everyCommand(method), together: inOneSave((calls) => run('inOneSave', [calls])) },
    resolver: Object.fromEntries(RESOLUTIONS.map((name) => [name, method(name)])) as unknown as TabDevice['resolver'],
    push: (signal) => run('push', [], signal),
    pull: (signal) => run('pull', [], signal),
    replicate: async (signal, onEvent) => {
      events.add(onEvent)
      await run('replicate', [], signal).finally(() => events.delete(onEvent))
    },
  }
}

/** `together` for a page, which cannot be given a function: the calls of one save are collected here, and made there. */
const inOneSave =
  (save: (calls: readonly SavedCall[]) => Promise<void>): Commands['together'] =>
  async (write) => {
    const calls: SavedCall[] = []
    const collected = everyCommand((name) => async (...given) => {
      if (name !== 'create') return void calls.push({ name: name as keyof Single, given })
      const [resource, values, options] = given
      const id = uuidv7()
      calls.push({ name, given: [resource, values, { id, ...(options as object | undefined) }] })
      return id
    })
    const result = await write(collected)
    await save(calls)
    return result
  }

/** Rebuilds the error that the page threw. */
function errorOf({
  name,
  message,
  stack,
  inner,
}: Extract<Awaited<ReturnType<BrowserTab['run']>>, { error: unknown }>['error']): Error {
  return Object.assign(new Error(message), { name, stack, ...(inner ? { inner: { name: inner } } : {}) })
}
