import { Button } from '@mantine/core'
import type { FreeSlot } from '../../../schemas/rules/free-slots.ts'
import type { Planned } from '../../../schemas/rules/occupation.ts'
import { occupationText as text } from '../../text/occupation.ts'
import { Sheet } from '../../ui/page/sheet.tsx'
import { spanOf } from '../absences/span.ts'
import styles from './taken-warning.module.css'
import { TakenList, TakenWarning } from './taken-warning.tsx'

/** Of one time, for which a free slot may be taken instead; or of several, saved all or not at all. */
export type TakenAsked =
  | { planned: Planned; answer: (slot: FreeSlot | null) => void }
  | { taken: readonly Planned[]; answer: (goesOn: boolean) => void }

const refuse = (asked: TakenAsked): void => ('taken' in asked ? asked.answer(false) : asked.answer(null))
const goOn = (asked: TakenAsked): void => ('taken' in asked ? asked.answer(true) : asked.answer(asked.planned))

/** The question of `useTakenQuestion`; closed while nothing is asked. */
export function TakenSheet({ asked, what }: { asked: TakenAsked | null; what: keyof typeof text.goOn }) {
  return (
    <Sheet
      opened={asked !== null}
      onClose={() => asked && refuse(asked)}
      title={text.question(asked && 'taken' in asked ? asked.taken.length : 1)}
    >
      {asked ? (
        <>
          {'taken' in asked ? (
            <div className={styles.several}>
              {asked.taken.map((planned, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the question does not change while it is open
                <TakenList key={at} planned={planned} title={spanOf({ debut: planned.start, fin: planned.end })} />
              ))}
            </div>
          ) : (
            <TakenWarning planned={asked.planned} onPick={asked.answer} />
          )}
          <div className={styles.actions}>
            <Button variant="default" size="md" onClick={() => refuse(asked)}>
              {text.back}
            </Button>
            <Button size="md" onClick={() => goOn(asked)}>
              {text.goOn[what]}
            </Button>
          </div>
        </>
      ) : null}
    </Sheet>
  )
}
