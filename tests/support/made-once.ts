import { createHash } from 'node:crypto'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'

interface Making {
  name: string
  /** Everything that it depends on: another key makes another copy. */
  key: string
  /** Makes it at a path that does not exist yet. */
  make: (draft: string) => Promise<void>
}

/** Path of something that takes seconds to make and is the same for every test. The first caller makes it, completely or not at all. */
export async function madeOnce({ name, key, make }: Making): Promise<string> {
  const hash = createHash('sha256').update(key).digest('hex').slice(0, 16)
  const path = join(tmpdir(), `lolapp-tests-${userInfo().uid}-${name}-${hash}`)
  if (existsSync(path)) return path
  const draft = `${path}.${process.pid}`
  await make(draft)
  try {
    renameSync(draft, path)
  } catch (error) {
    // Another process was faster.
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(path)) throw error
  }
  return path
}
