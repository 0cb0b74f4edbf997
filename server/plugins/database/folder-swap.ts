import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { syncPath } from './durable-fs.ts'

/** A restore builds new entries in one folder and moves the old ones to another; this is written before the first rename. */
interface Swap {
  /** Folder in the data folder that holds the new entries. */
  from: string
  /** Folder in the data folder that keeps the old ones. */
  aside: string
  names: string[]
}

const JOURNAL = 'restauration.json'

/** Moves `names` of `from` to the data folder, all of them or none, even if the process dies at any moment. */
export function swapInto(dataDir: string, swap: Swap): void {
  const path = join(dataDir, JOURNAL)
  writeFileSync(`${path}.partiel`, JSON.stringify(swap))
  syncPath(`${path}.partiel`)
  renameSync(`${path}.partiel`, path)
  syncPath(dataDir)
  finishSwap(dataDir)
}

/** Whether the folder holds an embedded database, also one that an interrupted restore is about to put in place. */
export const holdsDatabase = (dataDir: string): boolean =>
  existsSync(join(dataDir, 'database')) || existsSync(join(dataDir, JOURNAL))

/** Completes a swap that was interrupted; does nothing without one. Call it with the folder's lock held, before anything is opened. */
export function finishSwap(dataDir: string): void {
  const path = join(dataDir, JOURNAL)
  if (!existsSync(path)) return
  const { from, aside, names } = JSON.parse(readFileSync(path, 'utf8')) as Swap
  mkdirSync(join(dataDir, aside), { recursive: true })
  for (const name of names) {
    const [fresh, place] = [join(dataDir, from, name), join(dataDir, name)]
    // It is not there any more: it was moved before the interruption.
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
