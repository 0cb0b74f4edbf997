import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import type { ChecklistEntry, ChecklistItem } from '../../../schemas/checklist.ts'
import { checklistText as text } from '../../text/checklist.ts'
import { RowLink } from '../../ui/list/row-link.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import styles from './checklist.module.css'

interface ChecklistProps {
  entries: readonly ChecklistEntry[]
  /** Where an item is set up; undefined where somebody else does it. */
  hrefOf: (item: ChecklistItem) => string | undefined
}

const isDone = ({ done }: ChecklistEntry): boolean => done

/** What a company has set up and what it has not, each with its place (SET-02). */
export function Checklist({ entries, hrefOf }: ChecklistProps) {
  return (
    <Panel
      title={text.title}
      action={<span className={styles.count}>{text.count(entries.filter(isDone).length, entries.length)}</span>}
    >
      <ul className={styles.items} aria-label={text.title}>
        {entries.map(({ item, done }) => (
          <Row key={item} item={item} done={done} href={hrefOf(item)} />
        ))}
      </ul>
    </Panel>
  )
}

function Row({ item, done, href }: { item: ChecklistItem; done: boolean; href: string | undefined }) {
  const [title, hint] = text.items[item]
  return (
    <li className={styles.item} data-done={done}>
      {done ? <IconCircleCheck size={22} aria-hidden /> : <IconCircleDashed size={22} aria-hidden />}
      <div className={styles.words}>
        {href === undefined ? <span className={styles.title}>{title}</span> : <RowLink href={href}>{title}</RowLink>}
        <div className={styles.hint}>{href === undefined && !done ? `${hint} ${text.admin}` : hint}</div>
      </div>
      <span className={styles.state}>{done ? text.done : text.todo}</span>
    </li>
  )
}
