import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'

/** A backup under way stands beside its final folder, under this name, until it is complete. Older versions named it without the machine. */
const DRAFT = /\.partiel-(?:(.+)-)?(\d+)$/
const A_DAY_MS = 24 * 3_600_000

const underWay = new Set<string>()

/** An empty folder that only its owner may enter. Removes what killed backups have left beside it. */
export function newDraft(to: string): string {
  const parent = dirname(resolve(to))
  mkdirSync(parent, { recursive: true })
  for (const entry of readdirSync(parent, { withFileTypes: true })) {
    const path = join(parent, entry.name)
    if (entry.isDirectory() && isAbandoned(path)) rmSync(path, { recursive: true, force: true })
  }
  const draft = join(parent, `${basename(to)}.partiel-${hostname()}-${process.pid}`)
  mkdirSync(draft, { mode: 0o700 })
  underWay.add(draft)
  return draft
}

export function endDraft(draft: string): void {
  underWay.delete(draft)
}

/** Whether the process that made it is over: processes of this machine can be asked; another machine that shares the folder had a day. */
function isAbandoned(path: string): boolean {
  const [name, host, pid] = DRAFT.exec(basename(path)) ?? []
  if (name === undefined) return false
  if (host !== undefined && host !== hostname())
    return Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) > A_DAY_MS
  return Number(pid) === process.pid ? !underWay.has(path) : !isAlive(Number(pid))
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: the process runs under another account.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
