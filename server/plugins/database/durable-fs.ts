import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** What we need of Emscripten's node file system. */
interface NodeFsModule {
  NODEFS: { stream_ops: Record<string, unknown>; realPath: (node: unknown) => string }
}
interface FsStream {
  nfd?: number
  node: unknown
}

/** PGlite starts PostgreSQL with `-F` (fsync off); without it, and with plain fsync, a commit reaches the disk. */
export const DURABLE_START_PARAMS = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  '-c',
  'wal_sync_method=fsync',
]

/**
 * PGlite's folder storage plus the fsync call that it lacks. `fsyncs` counts the calls that returned: the start-up check reads it. `onFailure` must end the
 * engine: after a failed fsync nobody knows what the disk has, a second one may succeed without writing it, and PGlite does not report the error.
 */
export class DurableNodeFS extends NodeFS {
  fsyncs = 0
  readonly #onFailure: (error: unknown) => void

  constructor(folder: string, onFailure: (error: unknown) => void = () => undefined) {
    super(folder)
    this.#onFailure = onFailure
  }

  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const answer = await super.init(...args)
    const preRun = answer.emscriptenOpts.preRun as unknown as ((module: NodeFsModule) => void)[]
    preRun.push(({ NODEFS }) => {
      NODEFS.stream_ops.fsync = (stream: FsStream): number => {
        try {
          if (stream.nfd === undefined) syncPath(NODEFS.realPath(stream.node))
          else fsyncSync(stream.nfd)
        } catch (error) {
          this.#onFailure(error)
          throw error
        }
        this.fsyncs += 1
        return 0
      }
    })
    return answer
  }
}

/** One real commit must cause a real fsync, else acknowledged writes could be lost when the machine stops. */
export async function proveDurable(db: PGlite, fs: DurableNodeFS): Promise<void> {
  const before = fs.fsyncs
  await db.query('select pg_logical_emit_message(true, $1, $2)', ['lolapp', 'fsync probe'])
  if (fs.fsyncs === before)
    throw new Error("la base embarquée n'écrit pas ses validations sur le disque (fsync jamais appelé)")
}

/** fsync of a file or a folder by its path. */
export function syncPath(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** fsync of every file and folder under `folder`, contents before names. */
export function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) syncTree(path)
    else if (entry.isFile()) syncPath(path)
  }
  syncPath(folder)
}
