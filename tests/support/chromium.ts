import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, type ConsoleMessage, chromium, devices, type Page } from 'playwright'
import { findChromium } from '../../.ci/programs.ts'

/**
 * Each call opens one device: its own Chromium with its own profile, in French and in France. Closing it fails the test
 * when a page threw; opening it again on the same profile is a restart of the phone.
 */

const FLAGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Companies are hosts (demo.localhost): they are resolved here, not by the machine's resolver.
  '--host-resolver-rules=MAP *.localhost 127.0.0.1',
]

/** WebGL by the processor, for machines without a graphics card. NO_WEBGL makes a device that has none. */
const WEBGL = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist']
const NO_WEBGL = ['--disable-gpu', '--disable-3d-apis']

const NO_CHROMIUM = 'No Chromium on this machine: run npm test once, it installs one or says how'

const SCREENSHOTS = 'test-results/screenshots'

/** How long an act or a wait of a test may take that names no limit: for what hangs, not for what is slow. Playwright’s own is half a minute. */
const PATIENCE_MS = 90_000

export interface DeviceOptions {
  /** Profile folder, kept when the device closes. Without it the profile is temporary. */
  profileDir?: string
  /** Starts with the network off. */
  offline?: boolean
  /** A phone of 390 × 844 with touch; otherwise a desktop of 1440 × 900. */
  mobile?: boolean
  dark?: boolean
  /** Uses the full browser even where a run has a lighter one (`TEST_BROWSER`), for notifications. */
  whole?: boolean
  /** Enables WebGL, which draws maps slowly. */
  webGl?: boolean
  /** Debugging port, so that another program can drive the same browser. */
  debuggingPort?: number
}

export interface Device {
  context: BrowserContext
  /** The tab that is open from the start. */
  page: Page
  newTab(): Promise<Page>
  /** Pages, their workers and the service worker alike. */
  setOffline(offline: boolean): Promise<void>
  /** Uncaught exceptions and refusals of the Content-Security-Policy so far. */
  readonly errors: readonly string[]
  /** Forgets the errors so far. A test that provokes an error calls it with the expected pattern. */
  expectError(pattern: RegExp): void
  /** @throws Error when a page threw */
  close(): Promise<void>
}

export async function launchChromium(options: DeviceOptions = {}): Promise<Device> {
  const executablePath = (options.whole ? undefined : process.env.TEST_BROWSER) ?? findChromium()
  if (!executablePath) throw new Error(NO_CHROMIUM)
  const profile = options.profileDir ?? (await mkdtemp(join(tmpdir(), 'lolapp-profile-')))
  const context = await chromium.launchPersistentContext(profile, {
    ...screenOf(options),
    executablePath,
    args: [...FLAGS, ...(options.webGl ? WEBGL : NO_WEBGL), ...debugging(options)],
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    colorScheme: options.dark ? 'dark' : 'light',
    offline: options.offline ?? false,
  })
  context.setDefaultTimeout(PATIENCE_MS)
  const errors = collectErrors(context)
  const page = context.pages()[0] ?? (await context.newPage())

  return {
    context,
    page,
    newTab: () => context.newPage(),
    setOffline: (offline) => context.setOffline(offline),
    errors,
    expectError(pattern) {
      const index = errors.findIndex((error) => pattern.test(error))
      if (index === -1) throw new Error(`No page error matches ${pattern}: ${errors.join(' · ') || 'there is none'}`)
      errors.splice(index, 1)
    },
    async close() {
      await context.close()
      if (options.profileDir === undefined) await rm(profile, { recursive: true, force: true, maxRetries: 3 })
      if (errors.length > 0) throw new Error(`Page errors:\n${errors.join('\n')}`)
    },
  }
}

/** A Chromium without a profile: each context is a device. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = process.env.TEST_BROWSER ?? findChromium()
  if (!executablePath) throw new Error(NO_CHROMIUM)
  return chromium.launch({ executablePath, args: [...FLAGS, ...NO_WEBGL] })
}

/** @returns the picture's path, `test-results/screenshots/<name>.png` */
export async function screenshot(page: Page, name: string): Promise<string> {
  const path = join(SCREENSHOTS, `${name}.png`)
  await page.screenshot({ path, animations: 'disabled' })
  return path
}

const debugging = ({ debuggingPort }: DeviceOptions): string[] =>
  debuggingPort === undefined ? [] : [`--remote-debugging-port=${debuggingPort}`]

function screenOf({ mobile }: DeviceOptions) {
  if (!mobile) return { viewport: { width: 1440, height: 900 } }
  const { userAgent } = devices['Pixel 7'] ?? {}
  return {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    ...(userAgent ? { userAgent } : {}),
  }
}

function collectErrors(context: BrowserContext): string[] {
  const errors: string[] = []
  context.on('weberror', (event) => errors.push(`${event.page()?.url() ?? 'worker'}: ${event.error()}`))
  context.on('console', (message: ConsoleMessage) => {
    const text = message.text()
    if (message.type() === 'error' && /Content.Security.Policy/i.test(text)) errors.push(text)
  })
  return errors
}
