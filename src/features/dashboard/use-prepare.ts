import { useState } from 'react'
import { hasRoom } from '../../data/database/has-room.ts'
import { fetchFile, useFileCommands } from '../../data/records/use-files.ts'
import { useSync } from '../../data/sync-status/sync-context.ts'
import { dashboardText as text } from '../../text/dashboard.ts'
import { notices } from '../../ui/notices/notices.tsx'
import type { Ready } from './use-ready.ts'

export interface Prepare {
  /** Fetched files and files to fetch; null while nothing is being fetched. */
  progress: { done: number; total: number } | null
  run: () => Promise<void>
}

/** « Préparer maintenant »: pulls everything again, and fetches the bytes of the missing files, the latest first. */
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
        // Fetched files stay; the list shows the missing ones, and the button can be pressed again.
        notices.info(text.prepareBroken)
      } finally {
        setProgress(null)
      }
      await pulled
    },
  }
}
