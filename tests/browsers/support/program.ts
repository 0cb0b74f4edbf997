import { type ChildProcess, spawn } from 'node:child_process'

/** A program of the machine that a test starts, waits for and ends. */

export interface Program {
  /** Its output so far. */
  output(): string
  end(): Promise<void>
}

interface Start {
  path: string
  args: readonly string[]
  env?: Readonly<Record<string, string>>
}

const START_LIMIT_MS = 300_000
const STOP_LIMIT_MS = 60_000

/** Starts it and waits for the output that says that it is ready, if a pattern is given. @returns the program and the pattern's groups */
export async function startProgram({ path, args, env = {} }: Start, ready?: RegExp): Promise<[Program, string]> {
  const child = spawn(path, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
    detached: true,
  })
  const dismiss = guard(child)
  let output = ''
  const said = new Promise<string>((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error(`${path} was not ready in time\n${output}`)), START_LIMIT_MS)
    const isReady = (word: string): void => {
      clearTimeout(limit)
      resolve(word)
    }
    const hear = (data: Buffer): void => {
      output += data
      const found = ready?.exec(output)
      if (found) isReady(found[1] ?? '')
    }
    if (!ready) child.once('spawn', () => isReady(''))
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('error', reject)
    child.once('exit', (code, signal) => reject(new Error(`${path} ended: ${signal ?? code}\n${output}`)))
  })
  const program: Program = {
    output: () => output,
    async end() {
      await endOf(child)
      dismiss()
    },
  }
  try {
    return [program, await said]
  } catch (error) {
    await program.end()
    throw error
  }
}

async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    child.kill('SIGTERM')
    const limit = setTimeout(() => killGroup(child), STOP_LIMIT_MS)
    await ended
    clearTimeout(limit)
  }
  // Ends its remaining children.
  killGroup(child)
}

/**
 * The program and its children end with this process, however it ends (a signal, a time limit, SIGKILL): a separate shell reads
 * from our pipe, notices its end, and kills them. Otherwise a browser would run for ever after its test.
 * @returns a function that stops this shell, once the program has ended
 */
function guard({ pid }: ChildProcess): () => void {
  if (pid === undefined) return () => undefined
  const watcher = spawn('/bin/sh', ['-c', 'read -r _; kill -s KILL -- "-$0"', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  watcher.on('error', () => undefined)
  watcher.unref()
  return () => void watcher.kill('SIGKILL')
}

/** Kills its process group (`detached`), which includes its children. */
function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // No process is left.
  }
}
