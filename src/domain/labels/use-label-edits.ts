import { useState } from 'react'
import type { SetsEdit } from '../../../sync/outbox/command-list.ts'
import { useCommands } from '../../data/records/use-commands.ts'
import { labelsText as text } from '../../text/labels.ts'
import { notices } from '../../ui/notices/notices.tsx'

export type Labelled = 'client' | 'projet'

export interface LabelledRecord {
  id: string
  IDLABELS: readonly string[]
}

/** So many records in one write: the screen shows how far it is between two. */
const BATCH = 250
const UNDO_MS = 10_000

interface LabelEdit {
  resource: Labelled
  ids: readonly string[]
  label: { id: string; LIBELLE: string }
  isAdded: boolean
}

/** Adds a label to many records or takes it from them, offline as well, each by an edit of its own; and offers to undo exactly what changed. */
export function useLabelEdits() {
  const commands = useCommands()
  const [progress, setProgress] = useState<{ done: number; of: number } | null>(null)

  /** @returns what changed, and whether all of it was written: a failure has been told */
  const write = async (resource: Labelled, ids: readonly string[], edit: SetsEdit) => {
    const changed: string[] = []
    let isWhole = true
    try {
      for (let done = 0; done < ids.length; done += BATCH) {
        if (ids.length > BATCH) setProgress({ done, of: ids.length })
        changed.push(...(await commands.editSets(resource, ids.slice(done, done + BATCH), edit)))
      }
    } catch (error) {
      isWhole = false
      notices.failure(error)
    } finally {
      setProgress(null)
    }
    return { changed, isWhole }
  }

  const run = async ({ resource, ids, label, isAdded }: LabelEdit): Promise<void> => {
    const items = [label.id]
    const edits = [
      { field: 'IDLABELS', add: items },
      { field: 'IDLABELS', remove: items },
    ] as const
    const [edit, reverse] = isAdded ? edits : [edits[1], edits[0]]
    const { changed } = await write(resource, ids, edit)
    if (changed.length === 0) return
    notices.action({
      message: (isAdded ? text.added : text.removed)(label.LIBELLE, text.of[resource](changed.length)),
      label: text.undo,
      forMs: UNDO_MS,
      onAction: () =>
        void write(resource, changed, reverse).then(({ isWhole }) => isWhole && notices.info(text.undone)),
    })
  }
  return { run, progress }
}
