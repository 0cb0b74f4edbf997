import { IconCheck } from '@tabler/icons-react'
import { wallClock } from '../../../schemas/dates.ts'
import type { SpaceOrder } from '../../../schemas/space/devis.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { spaceText } from '../../text/space.ts'
import { formatDate } from '../../ui/format/format.ts'
import styles from './space.module.css'

const text = spaceText.order

type Step = SpaceOrder['etapes'][number]

/** « Fait · Le 24/10/2026 », « À venir · Prévu le 01/12/2026 ». Planning is a step too, done before its day: only « Prévu le … ». */
function stateOf({ done, date }: Step, now: string): string {
  if (date === null) return done ? text.done : text.toCome
  if (date > now) return [done ? null : text.toCome, text.planned(formatDate(date))].filter(Boolean).join(' · ')
  return `${done ? text.done : text.toCome} · ${text.on(formatDate(date))}`
}

/** An order's steps, done and to come, with their dates. */
export function OrderSteps({ steps }: { steps: SpaceOrder['etapes'] }) {
  const now = wallClock(new Date(), useZone())
  return (
    <ol className={styles.steps}>
      {steps.map((step) => (
        <li key={step.code} data-done={step.done || undefined}>
          <span className={styles.mark} aria-hidden>
            {step.done ? <IconCheck size={20} /> : null}
          </span>
          <div>
            <strong>{step.title}</strong>
            <div className={styles.muted}>{stateOf(step, now)}</div>
          </div>
        </li>
      ))}
    </ol>
  )
}
