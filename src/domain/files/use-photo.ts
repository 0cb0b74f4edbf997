import { useState } from 'react'
import type { FileOwner, Origine } from '../../../schemas/entities/fichier.ts'
import { useFileCommands } from '../../data/records/use-files.ts'
import { filesText } from '../../text/files.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { generatedName } from './file-name.ts'
import { shrinkPhoto } from './shrink-photo.ts'

export interface PhotoTarget {
  resource: FileOwner
  recordId: string
  projectId: string
  origin: Origine
}

/** Says why a file was not stored on this device. The browser's own words for a full one are no French. */
export function sayNotKept(error: unknown): void {
  if ((error as { name?: unknown }).name === 'QuotaExceededError') notices.error(filesText.full)
  else notices.failure(error)
}

/** Adds pictures to the queue: made small, then stored on this device (FILE-1). `busy` while one is prepared. */
export function usePhotos(): {
  busy: boolean
  /** @returns ids of the stored pictures; failures have been shown */
  add: (files: readonly File[], target: PhotoTarget) => Promise<string[]>
} {
  const commands = useFileCommands()
  const [busy, setBusy] = useState(false)
  const add = async (files: readonly File[], target: PhotoTarget): Promise<string[]> => {
    setBusy(true)
    const kept: string[] = []
    try {
      for (const file of files) {
        const bytes = await shrinkPhoto(file)
        kept.push(await commands.add({ ...target, name: generatedName(target.origin), type: 'image/jpeg', bytes }))
      }
    } catch (error) {
      sayNotKept(error)
    } finally {
      setBusy(false)
    }
    return kept
  }
  return { busy, add }
}
