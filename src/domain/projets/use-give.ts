import { useState } from 'react'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { openLocalData } from '../../data/database/local-data.ts'
import { useCommands } from '../../data/records/use-commands.ts'
import { useIdentity } from '../../data/session/use-identity.ts'
import { giveText as text } from '../../text/give.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { type GiveChange, OWNER_FIELDS, planGive } from './give-plan.ts'
import { planUndoHere } from './plan-undo-here.ts'
import { withTheirs } from './with-theirs.ts'

const UNDO_MS = 10_000
/** The screen tells how far a long act is after so many records. */
const STEP = 25

/** Gives projects to a person, offline as well, each by an edit of its own; and offers to undo exactly what changed. */
export function useGive() {
  const commands = useCommands()
  const identity = useIdentity()
  const [progress, setProgress] = useState<{ done: number; of: number } | null>(null)

  /** What was written before a failure stays, and is told. */
  const write = async (changes: readonly GiveChange[]): Promise<GiveChange[]> => {
    const done: GiveChange[] = []
    try {
      for (const change of changes) {
        if (done.length % STEP === 0 && changes.length > STEP) setProgress({ done: done.length, of: changes.length })
        await commands.update(change.resource, change.id, { [OWNER_FIELDS[change.resource]]: change.after })
        done.push(change)
      }
    } catch (error) {
      notices.failure(error)
    } finally {
      setProgress(null)
    }
    return done
  }

  const undo = async (given: readonly GiveChange[]): Promise<void> => {
    const plan = await planUndoHere(identity, given)
    const done = await write(plan.changes)
    notices.info(text.undone(done.length, plan.left))
  }

  const give = async (
    projets: readonly LocalRecord<'projet'>[],
    person: { id: string; name: string },
  ): Promise<void> => {
    const plan = planGive(await withTheirs(await openLocalData(identity), projets), person.id)
    if (plan.changes.length === 0) {
      notices.info(text.nothing(person.name))
      return
    }
    const done = await write(plan.changes)
    const of = (resource: GiveChange['resource']): number => done.filter((one) => one.resource === resource).length
    if (done.length === 0) return
    notices.action({
      message: text.given({ projets: of('projet'), devis: of('devis'), already: plan.already, who: person.name }),
      label: text.undo,
      forMs: UNDO_MS,
      onAction: () => void undo(done),
    })
  }
  return { give, progress }
}
