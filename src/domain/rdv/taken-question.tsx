import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { mayUse } from '../../../schemas/access.ts'
import type { FreeSlot } from '../../../schemas/rules/free-slots.ts'
import type { Planned } from '../../../schemas/rules/occupation.ts'
import { useLocalData } from '../../data/database/local-data-provider.tsx'
import { occupationText as text } from '../../text/occupation.ts'
import { Sheet } from '../../ui/page/sheet.tsx'
import { useStaff } from '../personnels/use-staff.ts'
import styles from './taken-warning.module.css'
import { TakenWarning } from './taken-warning.tsx'
import { readConflicts } from './use-taken.ts'

interface Asked {
  planned: Planned
  answer: (slot: FreeSlot | null) => void
}

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
  const [asked, setAsked] = useState<Asked | null>(null)

  const ask = async (planned: Planned): Promise<FreeSlot | null> => {
    if (!data || (await readConflicts(data, planned, { plans })).length === 0) return planned
    return new Promise((resolve) => {
      setAsked({
        planned,
        answer: (slot) => {
          setAsked(null)
          resolve(slot)
        },
      })
    })
  }

  const question = (
    <Sheet opened={asked !== null} onClose={() => asked?.answer(null)} title={text.question}>
      {asked ? (
        <>
          <TakenWarning planned={asked.planned} onPick={asked.answer} />
          <div className={styles.actions}>
            <Button variant="default" size="md" onClick={() => asked.answer(null)}>
              {text.back}
            </Button>
            <Button size="md" onClick={() => asked.answer(asked.planned)}>
              {text.goOn[what]}
            </Button>
          </div>
        </>
      ) : null}
    </Sheet>
  )
  return { ask, question }
}
