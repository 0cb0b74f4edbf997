import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './ports.ts'

/**
 * The real server as a separate process, which a test may stop, kill and start again on the same port and data. Devices see this as
 * a power cut, an update or a crash.
 */

const START_LIMIT_MS = 300_000
const STOP_LIMIT_MS = 60_000

export interface ServerOptions {
  /** Folder of the built web app; the server's default without it. */
  webDir?: string
  /** Data folder, kept when the server is disposed of; a temporary folder without it. */
  dataDir?: string
  /** PostgreSQL instead of the embedded database. */
  databaseUrl?: string
  port?: number
  env?: Readonly<Record<string, string>>
  /** Program to run instead of the product's server. */
  entry?: string
  /** A command of another folder that starts the server, instead of the one of this project. */
  launch?: Launcher
}

export interface Launcher {
  command: string
  args: readonly string[]
  cwd: string
}

export interface ServerProcess {
  readonly port: number
  readonly dataDir: string
  /** @param host first label of the host name, for browsers: `demo` gives `http://demo.localhost:PORT` */
  urlFor(host: string): string
  /** On the loopback address, for clients in Node, which must send the Host header themselves. */
  readonly url: string
  /** Process id; undefined while it is stopped. */
  pid(): number | undefined
  /** Everything that it has printed since the first start. */
  output(): string
  /** Resolves once it answers. Options replace those of the start before. */
  start(changes?: Pick<ServerOptions, 'webDir' | 'env'>): Promise<void>
  /** Sends SIGTERM and gives it time to finish. @throws Error when it does not end, or ends with an error */
  stop(): Promise<void>
  /** Sends SIGKILL: it finishes and flushes nothing. */
  kill(): Promise<void>
  /** Stops it if it runs, and removes a temporary data folder. */
  dispose(): Promise<void>
}

/** Starts the server and waits until it answers. */
export async function startServer(options: ServerOptions = {}): Promise<ServerProcess> {
  const port = options.port ?? (await freePort())
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'lolapp-data-')))
  let current = options
  let child: ChildProcess | undefined
  let output = ''
  const killOnExit = () => child?.kill('SIGKILL')
  process.once('exit', killOnExit)

  const server: ServerProcess = {
    port,
    dataDir,
    url: `http://127.0.0.1:${port}`,
    urlFor: (host) => `http://${host}.localhost:${port}`,
    pid: () => child?.pid,
    output: () => output,
    async start(changes = {}) {
      if (child) throw new Error('The server runs already')
      current = { ...current, ...changes }
      const { command, args, cwd } = launcherOf(current)
      const started = spawn(command, args, {
        cwd,
        env: environmentOf({ options: current, port, dataDir }),
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      child = started
      const keep = (data: Buffer) => {
        output += data
      }
      started.stdout.on('data', keep)
      started.stderr.on('data', keep)
      started.once('exit', () => {
        if (child === started) child = undefined
      })
      try {
        await untilHealthy(port, () => child === started)
      } catch (error) {
        started.kill('SIGKILL')
        throw new Error(`${error instanceof Error ? error.message : error}\n${output}`)
      }
    },
    async stop() {
      const ending = await end(child, 'SIGTERM')
      if (ending && ending !== 'exit 0') throw new Error(`The server did not stop cleanly: ${ending}\n${output}`)
    },
    async kill() {
      await end(child, 'SIGKILL')
    },
    async dispose() {
      process.off('exit', killOnExit)
      await end(child, 'SIGTERM')
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
    },
  }
  try {
    await server.start()
  } catch (error) {
    await server.dispose()
    throw error
  }
  return server
}

/** The embedded database compiled once and plainly, as in vitest.config.ts: to make it faster costs more than a test uses it. */
const PLAIN_WASM = '--liftoff-only'

/** The compiled server where a run has one (server/deploy/compile.ts), else the one that `npm start` starts. */
function launcherOf({ entry, launch }: ServerOptions): Launcher {
  const compiled = process.env.TEST_SERVER
  const program =
    entry === undefined && compiled ? [PLAIN_WASM, compiled] : ['--import', 'tsx', entry ?? 'server/start.ts']
  return launch ?? { command: process.execPath, args: program, cwd: process.cwd() }
}

interface Start {
  options: ServerOptions
  port: number
  dataDir: string
}

/** The machine's environment without Vitest's variables, which would put the server into test mode. */
function environmentOf({ options, port, dataDir }: Start): NodeJS.ProcessEnv {
  const { NODE_ENV: _nodeEnv, DATABASE_URL: _databaseUrl, ...machine } = process.env
  const inherited = Object.entries(machine).filter(([name]) => !name.startsWith('VITEST'))
  return {
    ...Object.fromEntries(inherited),
    PORT: String(port),
    DATA_DIR: dataDir,
    ...(options.webDir === undefined ? {} : { WEB_DIR: options.webDir }),
    ...(options.databaseUrl === undefined ? {} : { DATABASE_URL: options.databaseUrl }),
    ...options.env,
  }
}

async function untilHealthy(port: number, isRunning: () => boolean): Promise<void> {
  const limit = Date.now() + START_LIMIT_MS
  while (Date.now() < limit) {
    if (!isRunning()) throw new Error('The server ended before it answered')
    const healthy = await fetch(`http://127.0.0.1:${port}/api/health`, { signal: AbortSignal.timeout(10_000) }).then(
      (response) => response.ok,
      () => false,
    )
    if (healthy) return
    await wait(50)
  }
  throw new Error(`The server did not answer within ${START_LIMIT_MS / 1000} s`)
}

/** @returns how it ended; undefined when it was not running */
async function end(child: ChildProcess | undefined, signal: 'SIGTERM' | 'SIGKILL'): Promise<string | undefined> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return undefined
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, killedBy) => resolve(killedBy ? `signal ${killedBy}` : `exit ${code}`))
  })
  child.kill(signal)
  const tooLong = new AbortController()
  const ending = await Promise.race([
    ended,
    wait(STOP_LIMIT_MS, undefined, { signal: tooLong.signal }).catch(() => undefined),
  ])
  tooLong.abort()
  if (ending !== undefined) return ending
  child.kill('SIGKILL')
  return `${await ended} after ${STOP_LIMIT_MS / 1000} s`
}
