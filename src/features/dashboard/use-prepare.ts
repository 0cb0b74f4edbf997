import { useState } from 'react'
import { useSync } from '../../app/sync-context.ts'
import { hasRoom } from '../../components/has-room.ts'
import { notices } from '../../components/notices.tsx'
import { fetchFile, useFileCommands } from '../../db/use-files.ts'
import { dashboardText as text } from '../../text/dashboard.ts'
import type { Ready } from './use-ready.ts'

export interface Prepare {
  /** Files that have come, of those that were to come; null while nothing is being fetched. */
  progress: { done: number; total: number } | null
  run: () => Promise<void>
}

/** « Préparer maintenant »: everything is pulled anew, and the bytes of the files that are not here come, the latest first. */
export function usePrepare({ files, held }: Pick<Ready, 'files' | 'held'>): Prepare {
  const { controls } = useSync()
  const commands = useFileCommands()
  const [progress, setProgress] = useState<Prepare['progress']>(null)

  const fetchAll = async (): Promise<void> => {
    const away = files.filter((file) => !held.has(file.sha256))
    if (away.length === 0) return
    if (!(await hasRoom(away.reduce((sum, file) => sum + file.size, 0)))) {
      notices.info(text.noRoom)
      return
    }
    const keep = files.map((file) => file.sha256)
    setProgress({ done: 0, total: away.length })
    for (const [index, file] of away.entries()) {
      await commands.cache(file.sha256, await fetchFile(file), keep)
      setProgress({ done: index + 1, total: away.length })
    }
  }
  return {
    progress,
    run: async () => {
      const pulled = controls.syncNow()
      try {
        await fetchAll()
      } catch {
        // What has come stays; the list says what has not, and the button is there again.
        notices.info(text.prepareBroken)
      } finally {
        setProgress(null)
      }
      await pulled
    },
  }
}
