import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'

/** A backup under way stands beside its place, under this name, until it is whole; of before, without the machine. */
const DRAFT = /\.partiel-(?:(.+)-)?(\d+)$/
const A_DAY_MS = 24 * 3_600_000

const underWay = new Set<string>()

/** An empty folder that only its owner enters. What killed backups have left beside it goes. */
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

/** Processes of this machine are known; another machine that shares the folder has had a day. */
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
    // EPERM: somebody else's.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
