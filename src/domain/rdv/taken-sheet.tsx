import { Button } from '@mantine/core'
import type { FreeSlot } from '../../../schemas/rules/free-slots.ts'
import type { Planned } from '../../../schemas/rules/occupation.ts'
import { occupationText as text } from '../../text/occupation.ts'
import { Sheet } from '../../ui/page/sheet.tsx'
import styles from './taken-warning.module.css'
import { TakenWarning } from './taken-warning.tsx'

export interface TakenAsked {
  planned: Planned
  answer: (slot: FreeSlot | null) => void
}

/** The question of `useTakenQuestion`; closed while nothing is asked. */
export function TakenSheet({ asked, what }: { asked: TakenAsked | null; what: keyof typeof text.goOn }) {
  return (
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
}
