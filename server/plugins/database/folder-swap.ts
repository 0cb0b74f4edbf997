import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { syncPath } from './durable-fs.ts'

/** What a restore built beside, and where what it replaces goes; written before the first rename. */
interface Swap {
  /** Folder in the data folder that holds the new entries. */
  from: string
  /** Folder in the data folder that keeps the old ones. */
  aside: string
  names: string[]
}

const JOURNAL = 'restauration.json'

/** Puts `names` of `from` in their place in the data folder, all of them or none, whatever dies when. */
export function swapInto(dataDir: string, swap: Swap): void {
  const path = join(dataDir, JOURNAL)
  writeFileSync(`${path}.partiel`, JSON.stringify(swap))
  syncPath(`${path}.partiel`)
  renameSync(`${path}.partiel`, path)
  syncPath(dataDir)
  finishSwap(dataDir)
}

/** Goes on with a swap that was cut short; nothing to do without one. Call it with the folder's lock held, before anything is opened. */
export function finishSwap(dataDir: string): void {
  const path = join(dataDir, JOURNAL)
  if (!existsSync(path)) return
  const { from, aside, names } = JSON.parse(readFileSync(path, 'utf8')) as Swap
  mkdirSync(join(dataDir, aside), { recursive: true })
  for (const name of names) {
    const [fresh, place] = [join(dataDir, from, name), join(dataDir, name)]
    // Not there any more: this one was done before the cut.
    if (!existsSync(fresh)) continue
    if (existsSync(place)) renameSync(place, join(dataDir, aside, name))
    renameSync(fresh, place)
  }
  syncPath(join(dataDir, aside))
  syncPath(dataDir)
  rmSync(path)
  rmSync(join(dataDir, from), { recursive: true, force: true })
  syncPath(dataDir)
}
