import { request } from 'node:http'
import { findMiniBrowser, onPath } from '../../../.ci/programs.ts'
import { freePort } from '../../support/ports.ts'
import { answerOf, type Browser, sourceOf, type Tab } from './browser.ts'
import { type Program, startProgram } from './program.ts'

/** Debian's WebKitGTK: its MiniBrowser on a virtual screen, driven by WebDriver over HTTP. https://www.w3.org/TR/webdriver2/ */

const NO_WEBKIT = 'No WebKitGTK on this machine: run npm run test:browsers once, it installs one or says how'
const PATIENCE_MS = 300_000
const LEAVE_MS = 10_000

type Command = <Value = unknown>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<Value>

/** One call at a time, because the session has only one current tab. */
function commandsTo(port: number): Command {
  return (method, path, body) =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? '' : JSON.stringify(body)
      const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(text) }
      const call = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, async (response) => {
        try {
          let answer = ''
          response.setEncoding('utf8')
          for await (const chunk of response) answer += chunk
          const { value } = JSON.parse(answer) as { value: { error?: string; message?: string } | null }
          if (response.statusCode === 200) resolve(value as never)
          else reject(new Error(`${method} ${path}: ${value?.error}: ${value?.message}`))
        } catch (error) {
          reject(error)
        }
      })
      call.once('error', reject)
      call.end(text)
    })
}

interface Session {
  command: Command
  /** Runs one thing after the other. */
  inTurn: <Result>(act: () => Promise<Result>) => Promise<Result>
}

function tabOf({ command, inTurn }: Session, handle: string): Tab {
  const here = <Value>(path: string, body: object): Promise<Value> =>
    inTurn(async () => {
      await command('POST', '/window', { handle })
      return command<Value>('POST', path, body)
    })
  const act = (actions: object) => here('/actions', { actions: [actions] })
  return {
    async goto(url) {
      await here('/url', { url })
    },
    async reload() {
      await here('/refresh', {})
    },
    async evaluate(run, ...args) {
      const script = `const [args, done] = arguments
        ;(async () => { ${sourceOf(run)} })().then((json) => done({ json }), (error) => done({ error: String(error) }))`
      const answer = await here<{ json?: string; error?: string }>('/execute/async', {
        script,
        args: [JSON.stringify(args)],
      })
      if (answer.error !== undefined) throw new Error(answer.error)
      return answerOf(answer.json)
    },
    async press({ x, y }) {
      const actions = [
        { type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y) },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]
      await act({ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions })
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

const startScreen = (): Promise<[Program, string]> => {
  const path = onPath(['Xvfb'])
  if (!path) throw new Error(NO_WEBKIT)
  return startProgram(
    { path, args: ['-displayfd', '1', '-screen', '0', '1440x1000x24', '-nolisten', 'tcp'] },
    /^(\d+)\n/m,
  )
}

async function startDriver(display: string): Promise<[Program, number]> {
  const path = onPath(['WebKitWebDriver'])
  if (!path) throw new Error(NO_WEBKIT)
  const port = await freePort()
  const env = {
    DISPLAY: `:${display}`,
    TZ: 'Europe/Paris',
    LANG: 'C.UTF-8',
    LANGUAGE: 'fr_FR',
    GTK_A11Y: 'none',
    NO_AT_BRIDGE: '1',
  }
  const args = [`--port=${port}`, '--host=127.0.0.1']
  // It does not print when it is ready, so the first call is repeated until it is answered.
  const [program] = await startProgram({ path, args, env })
  return [program, port]
}

async function untilReady(command: Command): Promise<void> {
  for (const limit = performance.now() + PATIENCE_MS; ; ) {
    try {
      await command('GET', '/status')
      return
    } catch (error) {
      if (performance.now() > limit) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

export async function openWebKit(): Promise<Browser> {
  const binary = findMiniBrowser()
  if (!binary) throw new Error(NO_WEBKIT)
  const programs: Program[] = []
  const end = async () => {
    for (const program of programs.reverse()) await program.end()
  }
  try {
    const [screen, display] = await startScreen()
    programs.push(screen)
    const [driver, port] = await startDriver(display)
    programs.push(driver)
    const root = commandsTo(port)
    await untilReady(root)
    const { sessionId, capabilities } = await root<{ sessionId: string; capabilities: { browserVersion: string } }>(
      'POST',
      '/session',
      {
        capabilities: {
          alwaysMatch: {
            // The certificate of tests/support/tls-front.ts is self-signed.
            acceptInsecureCerts: true,
            'webkitgtk:browserOptions': { binary, args: ['--automation'] },
            timeouts: { pageLoad: PATIENCE_MS, script: PATIENCE_MS },
          },
        },
      },
    )
    const command: Command = (method, path, body) => root(method, `/session/${sessionId}${path}`, body)
    let last: Promise<unknown> = Promise.resolve()
    const inTurn: Session['inTurn'] = (act) => {
      const turn = last.then(act, act)
      last = turn
      return turn
    }
    const session = { command, inTurn }
    await command('POST', '/window/rect', { x: 0, y: 0, width: 1440, height: 1000 })
    return {
      version: `WebKitGTK ${capabilities.browserVersion}`,
      tab: tabOf(session, await command<string>('GET', '/window')),
      async newTab() {
        const { handle } = await inTurn(() => command<{ handle: string }>('POST', '/window/new', { type: 'tab' }))
        return tabOf(session, handle)
      },
      async close() {
        // A page that hangs does not answer; its programs are ended in any case.
        const leave = inTurn(() => command('DELETE', '')).catch(() => undefined)
        await Promise.race([leave, new Promise((resolve) => setTimeout(resolve, LEAVE_MS))])
        await end()
      },
    }
  } catch (error) {
    await end()
    throw error
  }
}
