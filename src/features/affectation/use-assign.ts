import { useState } from 'react'
import { useCommands } from '../../data/records/use-commands.ts'
import { affectationText as text } from '../../text/affectation.ts'
import { notices } from '../../ui/notices/notices.tsx'

export interface Done {
  ids: readonly string[]
  /** The one person who got them all; null when they were shared out. */
  who: string | null
}

/** Assigns projects to people, at once and locally, and can undo the last assignment. */
export function useAssign(): {
  done: Done | null
  assign: (shares: ReadonlyMap<string, string>, who: string | null) => Promise<void>
  undo: () => Promise<void>
} {
  const commands = useCommands()
  const [done, setDone] = useState<Done | null>(null)
  return {
    done,
    assign: async (shares, who) => {
      const ids: string[] = []
      try {
        for (const [idProjet, IDRESPONSABLEPROJET] of shares) {
          await commands.update('projet', idProjet, { IDRESPONSABLEPROJET })
          ids.push(idProjet)
        }
      } catch (error) {
        notices.failure(error)
      }
      // Assignments before a failure stay written, and can be undone.
      if (ids.length > 0) setDone({ ids, who })
    },
    undo: async () => {
      if (!done) return
      try {
        for (const idProjet of done.ids) await commands.update('projet', idProjet, { IDRESPONSABLEPROJET: null })
        setDone(null)
        notices.info(text.undone)
      } catch (error) {
        notices.failure(error)
      }
    },
  }
}
