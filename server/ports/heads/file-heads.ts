import { mkdir, open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { HeadsMemory } from './heads.ts'

/** A file that only grows, one line for each head: put it on another disk than the database's, or copy it to another machine. */
export function fileHeads(path: string): HeadsMemory {
  const append = async (lines: readonly string[]): Promise<void> => {
    if (lines.length === 0) return
    await mkdir(dirname(path), { recursive: true })
    const file = await open(path, 'a', 0o600)
    try {
      // A line that a crash cut must not swallow the next one, so each write begins a new line: readers skip empty lines.
      await file.appendFile(`\n${lines.join('\n')}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
  }
  return {
    name: `fichier ${path}`,
    keep: ({ changed }) => append(changed),
    add: (line) => append([line]),
    read: () =>
      readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return ''
        throw error
      }),
  }
}

/** Remembers until the process ends. */
export function memoryHeads(): HeadsMemory {
  const kept: string[] = []
  return {
    name: 'mémoire',
    keep: async ({ changed }) => void kept.push(...changed),
    add: async (line) => void kept.push(line),
    read: async () => kept.join('\n'),
  }
}
