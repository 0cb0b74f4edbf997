import type { ReactNode } from 'react'
import type { SyncMark } from '../../../sync/store/local-record.ts'
import { useDesktop } from '../../ui/hooks/desktop.ts'
import { PlainLink } from '../../ui/navigation/plain-link.tsx'
import { SyncChip } from './record-sync.tsx'
import styles from './task-row.module.css'

export interface TaskRowProps {
  /** Before the text: a box to tick, a face. */
  lead?: ReactNode
  title: string
  /** The name's link; a row without it is not a link. */
  href?: string | undefined
  sync?: SyncMark['state'] | undefined
  /** Why it is in this list: chips. */
  reason?: ReactNode
  /** How long it has waited, or when it is due. */
  age?: { text: string; late: boolean } | undefined
  /** Lines below the name; empty ones are left out. */
  lines?: readonly ReactNode[]
  /** Actions, the main one first. */
  actions?: ReactNode
  /** It is the one that something beside the list shows. */
  chosen?: boolean
  /** The list stands beside something else: its rows are those of a phone. */
  narrow?: boolean
}

/** One line of a work list: who, why, since when, and the next action within reach of the thumb. */
export function TaskRow({
  lead,
  title,
  href,
  sync = 'synced',
  reason,
  age,
  lines = [],
  actions,
  chosen,
  narrow,
}: TaskRowProps) {
  const isStacked = !useDesktop() || narrow
  return (
    <div
      className={styles.row}
      data-lead={lead ? true : undefined}
      data-chosen={chosen || undefined}
      data-stacked={isStacked || undefined}
    >
      {lead ? <div className={styles.lead}>{lead}</div> : null}
      <div className={styles.words}>
        <div className={styles.head}>
          {href === undefined ? (
            <span className={styles.name}>{title}</span>
          ) : (
            <PlainLink href={href} className={styles.name}>
              {title}
            </PlainLink>
          )}
          <SyncChip state={sync} />
          {reason}
        </div>
        <div className={styles.lines}>
          {lines.map((line, index) =>
            line === null || line === undefined || line === '' || line === false ? null : (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their index
              <div key={index}>{line}</div>
            ),
          )}
        </div>
      </div>
      {age ? (
        <span className={styles.age} data-late={age.late || undefined}>
          {age.text}
        </span>
      ) : null}
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </div>
  )
}
