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
  /** To be shown by the screen that asks. */
  question: ReactNode
}

/** Before an appointment is made or moved to a time at which one of its people is taken, its author is asked (DAY-01). */
export function useTakenQuestion(what: keyof typeof text.goOn): TakenQuestion {
  const data = useLocalData()
  const plans = mayUse(useStaff(), 'occupation.read')
  const [asked, setAsked] = useState<TakenAsked | null>(null)
  const [isNeeded, setNeeded] = useState(false)
  useLater(preload)

  const ask = async (planned: Planned): Promise<FreeSlot | null> => {
    if (!data || (await readConflicts(data, planned, { plans })).length === 0) return planned
    return new Promise((resolve) => {
      setNeeded(true)
      setAsked({
        planned,
        answer: (slot) => {
          setAsked(null)
          resolve(slot)
        },
      })
    })
  }

  const question = isNeeded ? (
    <Suspense fallback={null}>
      <TakenSheet asked={asked} what={what} />
    </Suspense>
  ) : null
  return { ask, question }
}
