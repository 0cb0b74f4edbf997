import { IconCheck } from '@tabler/icons-react'
import type { SpaceOrder } from '../../../schemas/space/quote.ts'
import { formatDate } from '../../components/format.ts'
import { spaceText } from '../../text/space.ts'
import styles from './space.module.css'

const text = spaceText.order

/** An order's steps, done and to come, with their dates. */
export function OrderSteps({ steps }: { steps: SpaceOrder['etapes'] }) {
  return (
    <ol className={styles.steps}>
      {steps.map(({ code, title, done, date }) => (
        <li key={code} data-done={done || undefined}>
          <span className={styles.mark} aria-hidden>
            {done ? <IconCheck size={20} /> : null}
          </span>
          <div>
            <strong>{title}</strong>
            <div className={styles.muted}>
              {done ? text.done : text.toCome}
              {date === null ? '' : ` · ${(done ? text.on : text.planned)(formatDate(date))}`}
            </div>
          </div>
        </li>
      ))}
    </ol>
  )
}
