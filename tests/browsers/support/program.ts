import { type ChildProcess, spawn } from 'node:child_process'

/** A program of the machine that a test starts, waits for and ends. */

export interface Program {
  /** What it has said so far. */
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

/** Starts it and waits for the words by which it says that it is ready, where it says any. @returns what stood in the pattern's brackets, too */
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
  // Its own children, where it left some.
  killGroup(child)
}

/**
 * However this process ends (a signal, a limit of time, SIGKILL), the program and all that it has started end with it: a shell of its own reads
 * from us, hears that nobody is there any more, and kills them. A browser without its test would run for ever.
 * @returns the way to send the guard home, once the program has ended
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

/** It leads a group of its own (`detached`), with all that it has started. */
function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // Nobody is left.
  }
}
