import { createHash } from 'node:crypto'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'

interface Making {
  name: string
  /** All that it depends on: of another key it is another thing. */
  key: string
  /** Makes it at a path that does not exist yet. */
  make: (draft: string) => Promise<void>
}

/** Path of what costs seconds to make and is the same for every test: the first one that asks makes it, whole or not at all. */
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
