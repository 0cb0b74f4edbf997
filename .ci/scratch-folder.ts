import { chmodSync, constants, mkdirSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { freemem, userInfo } from 'node:os'
import { join } from 'node:path'
import { isAllowed } from './programs.ts'

const MEMORY = '/dev/shm'
/** Many times what two test processes hold at once: databases, profiles of browsers, backups. */
const ROOM = 6 * 1024 ** 3
const DAY_MS = 24 * 3600 * 1000

/**
 * A folder in memory for the temporary files of tests, which copy and delete databases of a thousand files: on a disk that was two fifths of the
 * time of the contract tests.
 * @returns undefined where the machine has no such folder or too little memory, and where TMPDIR already chooses one
 */
export function scratchFolder(): string | undefined {
  if (process.env.TMPDIR || !isAllowed(MEMORY, constants.W_OK)) return undefined
  const { bavail, bsize } = statfsSync(MEMORY)
  if (Math.min(bavail * bsize, freemem(), process.constrainedMemory() || Infinity) < ROOM) return undefined
  const folder = join(MEMORY, `lolapp-tests-${userInfo().uid}`)
  mkdirSync(folder, { recursive: true })
  // As /tmp: PostgreSQL, which never runs as root, writes there too.
  chmodSync(folder, 0o1777)
  // What a killed run left would fill the memory until the machine starts again.
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const since = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (since > DAY_MS) rmSync(path, { recursive: true, force: true })
  }
  return folder
}
