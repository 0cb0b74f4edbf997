import { useState } from 'react'
import type { FileOwner, Origine } from '../../../schemas/entities/fichier.ts'
import { useFileCommands } from '../../data/records/use-files.ts'
import { generatedName } from './file-name.ts'
import { keepPhotos } from './keep-photos.ts'

export interface PhotoTarget {
  resource: FileOwner
  recordId: string
  projectId: string
  origin: Origine
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
    await keepPhotos(files, {
      keep: async (bytes) => {
        kept.push(await commands.add({ ...target, name: generatedName(target.origin), type: 'image/jpeg', bytes }))
      },
    })
    setBusy(false)
    return kept
  }
  return { busy, add }
}
