import { useState } from 'react'
import { useCommands } from '../../data/records/use-commands.ts'
import { useIdentity } from '../../data/session/use-identity.ts'
import type { GiveChange } from '../../domain/projets/give-plan.ts'
import { planUndoHere } from '../../domain/projets/plan-undo-here.ts'
import { affectationText as text } from '../../text/affectation.ts'
import { notices } from '../../ui/notices/notices.tsx'

export interface Done {
  /** What was written; an undoing that fails leaves what it did not come to. */
  changes: readonly GiveChange[]
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
  const identity = useIdentity()
  const [done, setDone] = useState<Done | null>(null)

  /** What was written before a failure stays, and the failure is told. */
  const write = async (changes: readonly GiveChange[]): Promise<GiveChange[]> => {
    const written: GiveChange[] = []
    try {
      for (const change of changes) {
        await commands.update('projet', change.id, { IDRESPONSABLEPROJET: change.after })
        written.push(change)
      }
    } catch (error) {
      notices.failure(error)
    }
    return written
  }

  return {
    done,
    assign: async (shares, who) => {
      const changes = await write(
        [...shares].map(([id, after]): GiveChange => ({ resource: 'projet', id, before: null, after })),
      )
      if (changes.length > 0) setDone({ changes, who })
    },
    undo: async () => {
      if (!done) return
      const plan = await planUndoHere(identity, done.changes)
      const undone = new Set((await write(plan.changes)).map(({ id }) => id))
      if (undone.size < plan.changes.length) {
        setDone({ ...done, changes: done.changes.filter(({ id }) => !undone.has(id)) })
        return
      }
      setDone(null)
      notices.info(text.undone(undone.size, plan.left))
    },
  }
}
