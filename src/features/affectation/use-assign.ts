import { useState } from 'react'
import { openLocalData } from '../../data/database/local-data.ts'
import { askList } from '../../data/records/ask-list.ts'
import { useCommands } from '../../data/records/use-commands.ts'
import { useIdentity } from '../../data/session/use-identity.ts'
import { type GiveChange, OWNER_FIELDS, planGive } from '../../domain/projets/give-plan.ts'
import { planUndoHere } from '../../domain/projets/plan-undo-here.ts'
import { withTheirs } from '../../domain/projets/with-theirs.ts'
import { affectationText as text } from '../../text/affectation.ts'
import { notices } from '../../ui/notices/notices.tsx'

const nameOf = ({ resource, id }: GiveChange): string => `${resource} ${id}`

/** How many projects; their clients and quotes go with them. */
export const projectsIn = (changes: readonly GiveChange[]): number =>
  changes.filter(({ resource }) => resource === 'projet').length

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
        await commands.update(change.resource, change.id, { [OWNER_FIELDS[change.resource]]: change.after })
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
      const data = await openLocalData(identity)
      const projets = await askList(data, 'projet', { selector: { IDPROJET: { $in: [...shares.keys()] } } })
      const given = await withTheirs(data, projets)
      const plans = [...new Set(shares.values())].map((person) => {
        const theirs = projets.filter(({ IDPROJET }) => shares.get(IDPROJET) === person)
        return planGive({ ...given, projets: theirs }, person)
      })
      const changes = await write(plans.flatMap((plan) => plan.changes))
      if (changes.length > 0) setDone({ changes, who })
    },
    undo: async () => {
      if (!done) return
      const plan = await planUndoHere(identity, done.changes)
      const undone = new Set(await write(plan.changes).then((written) => written.map(nameOf)))
      if (undone.size < plan.changes.length) {
        setDone({ ...done, changes: done.changes.filter((change) => !undone.has(nameOf(change))) })
        return
      }
      setDone(null)
      notices.info(text.undone(projectsIn(plan.changes), projectsIn(done.changes) - projectsIn(plan.changes)))
    },
  }
}
