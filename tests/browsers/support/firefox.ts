import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFirefox } from '../../../.ci/programs.ts'
import { type Bidi, connectBidi } from './bidi.ts'
import { answerOf, type Browser, sourceOf, type Tab } from './browser.ts'
import { startProgram } from './program.ts'

/** Debian's firefox-esr, driven by WebDriver BiDi (Playwright only drives its own Firefox build). */

/** French, silent, and without calls of its own to the network. */
const PREFERENCES = {
  'intl.accept_languages': 'fr-FR, fr',
  'browser.shell.checkDefaultBrowser': false,
  'browser.aboutConfig.showWarning': false,
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'toolkit.telemetry.reportingpolicy.firstRun': false,
  'app.update.disabledForTesting': true,
  'app.normandy.enabled': false,
  'messaging-system.rsexperimentloader.enabled': false,
  'browser.safebrowsing.update.enabled': false,
  'extensions.update.enabled': false,
  'extensions.getAddons.cache.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
} as const

type Evaluation =
  | { type: 'success'; result: { type: string; value?: unknown } }
  | { type: 'exception'; exceptionDetails: { text: string } }

function tabOf(bidi: Bidi, context: string): Tab {
  const act = (actions: object) => bidi.command('input.performActions', { context, actions: [actions] })
  return {
    async goto(url) {
      const go = () => bidi.command('browsingContext.navigate', { context, url, wait: 'complete' })
      // A navigation of the former page may cancel ours; then ours is repeated.
      await go().catch((error: unknown) =>
        String(error).includes('NS_BINDING_ABORTED') ? go() : Promise.reject(error),
      )
    },
    async reload() {
      await bidi.command('browsingContext.reload', { context, wait: 'complete' })
    },
    async evaluate(run, ...args) {
      const answer = await bidi.command<Evaluation>('script.callFunction', {
        functionDeclaration: `async (args) => { ${sourceOf(run)} }`,
        arguments: [{ type: 'string', value: JSON.stringify(args) }],
        target: { context },
        awaitPromise: true,
      })
      if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text)
      return answerOf(answer.result.value)
    },
    async press({ x, y }) {
      const actions = [
        { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]
      await act({ type: 'pointer', id: 'mouse', actions })
    },
    async type(words) {
      const actions = [...words].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ])
      await act({ type: 'key', id: 'keyboard', actions })
    },
  }
}

export async function openFirefox(): Promise<Browser> {
  const path = findFirefox()
  if (!path) throw new Error('No Firefox on this machine: run npm run test:browsers once, it installs one or says how')
  const profile = await mkdtemp(join(tmpdir(), 'lolapp-firefox-'))
  const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`)
  await writeFile(join(profile, 'user.js'), lines.join('\n'))
  const args = ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile]
  // A new home folder, because Firefox as root refuses another user's.
  const env = {
    HOME: profile,
    TZ: 'Europe/Paris',
    LANG: 'fr_FR.UTF-8',
    MOZ_HEADLESS_WIDTH: '1440',
    MOZ_HEADLESS_HEIGHT: '900',
  }
  const [program, address] = await startProgram({ path, args, env }, /WebDriver BiDi listening on (ws:\/\/\S+)/)
  const end = async () => {
    await program.end()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const bidi = await connectBidi(address)
    const { capabilities } = await bidi.command<{ capabilities: { browserVersion: string } }>('session.new', {
      capabilities: {},
    })
    const { contexts } = await bidi.command<{ contexts: { context: string }[] }>('browsingContext.getTree', {})
    return {
      version: `Firefox ${capabilities.browserVersion}`,
      tab: tabOf(bidi, contexts[0]?.context ?? ''),
      async newTab() {
        const { context } = await bidi.command<{ context: string }>('browsingContext.create', { type: 'tab' })
        return tabOf(bidi, context)
      },
      async close() {
        bidi.close()
        await end()
      },
    }
  } catch (error) {
    await end()
    throw error
  }
}
