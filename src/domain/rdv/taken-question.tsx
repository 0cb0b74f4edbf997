import { lazy, type ReactNode, Suspense, useState } from 'react'
import { mayUse } from '../../../schemas/access.ts'
import type { FreeSlot } from '../../../schemas/rules/free-slots.ts'
import type { Planned } from '../../../schemas/rules/occupation.ts'
import { useLocalData } from '../../data/database/local-data-provider.tsx'
import type { occupationText as text } from '../../text/occupation.ts'
import { useLater } from '../../ui/hooks/use-later.ts'
import { useStaff } from '../personnels/use-staff.ts'
import type { TakenAsked } from './taken-sheet.tsx'
import { readConflicts } from './use-taken.ts'

const loadTakenSheet = () => import('./taken-sheet.tsx')
const preload = (): void => {
  loadTakenSheet().catch(() => undefined)
}
const TakenSheet = lazy(async () => ({ default: (await loadTakenSheet()).TakenSheet }))

export interface TakenQuestion {
  /**
   * The slot to save: the planned one when nobody is taken then or the person goes on in spite of it, a free one that the person took instead; null when
   * nothing is saved.
   */
  ask: (planned: Planned) => Promise<FreeSlot | null>
  /** Whether to save all of these, asked once: nobody is taken then, or the person goes on in spite of it. */
  askAll: (plans: readonly Planned[]) => Promise<boolean>
  /** To be shown by the screen that asks. */
  question: ReactNode
}

/** Before an appointment or works are planned or moved to a time at which one of its people is taken, its author is asked (DAY-01). */
export function useTakenQuestion(what: keyof typeof text.goOn): TakenQuestion {
  const data = useLocalData()
  const plans = mayUse(useStaff(), 'occupation.read')
  const [asked, setAsked] = useState<TakenAsked | null>(null)
  const [isNeeded, setNeeded] = useState(false)
  useLater(preload)

  const answerTo = <T,>(questionOf: (answer: (given: T) => void) => TakenAsked): Promise<T> =>
    new Promise((resolve) => {
      setNeeded(true)
      setAsked(
        questionOf((given) => {
          setAsked(null)
          resolve(given)
        }),
      )
    })
  const ask = async (planned: Planned): Promise<FreeSlot | null> => {
    if (!data || (await readConflicts(data, planned, { plans })).length === 0) return planned
    return answerTo((answer) => ({ planned, answer }))
  }
  const askAll = async (all: readonly Planned[]): Promise<boolean> => {
    if (!data) return true
    const met = await Promise.all(all.map((planned) => readConflicts(data, planned, { plans })))
    const taken = all.filter((_, at) => met[at]?.length)
    return taken.length === 0 || answerTo((answer) => ({ taken, answer }))
  }

  const question = isNeeded ? (
    <Suspense fallback={null}>
      <TakenSheet asked={asked} what={what} />
    </Suspense>
  ) : null
  return { ask, askAll, question }
}
