import { IconCheck } from '@tabler/icons-react'
import { wallClock } from '../../../schemas/dates.ts'
import type { SpaceOrder } from '../../../schemas/space/quote.ts'
import { formatDate } from '../../components/format.ts'
import { useZone } from '../../components/resource/use-zone.ts'
import { spaceText } from '../../text/space.ts'
import styles from './space.module.css'

const text = spaceText.order

/** An order's steps, done and to come, with their dates: what is planned is done before its day. */
export function OrderSteps({ steps }: { steps: SpaceOrder['etapes'] }) {
  const now = wallClock(new Date(), useZone())
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
              {date === null ? '' : ` · ${(date > now ? text.planned : text.on)(formatDate(date))}`}
            </div>
          </div>
        </li>
      ))}
    </ol>
  )
}
