import { Link } from '@tanstack/react-router'
import { dashboardText as text } from '../../text/dashboard.ts'
import { formatCount, formatDate } from '../../ui/format/format.ts'
import { useIdle } from '../../ui/hooks/use-idle.ts'
import { hrefProps } from '../../ui/navigation/href-props.ts'
import styles from './dashboard.module.css'
import { useTodoCards } from './use-todo.ts'

/** « À faire »: my waiting tasks, by role, each card with a link to its screen. */
export function TodoSection() {
  const idle = useIdle()
  const cards = useTodoCards(!idle)
  const waiting = cards?.filter((card) => card.count > 0)
  return (
    <section aria-label={text.todo}>
      <h2 className={styles.sectionTitle}>{text.todo}</h2>
      {waiting?.length === 0 ? <p className={`surface ${styles.card} ${styles.quiet}`}>{text.todoDone}</p> : null}
      <ul className={styles.todo} aria-busy={cards === undefined}>
        {waiting?.map(({ name, count, since, href }) => (
          <li key={name}>
            <Link {...hrefProps(href)} className={`surface ${styles.todoCard}`} data-list={name}>
              <span className={styles.todoCount}>{formatCount(count)}</span>
              <span className={styles.todoName}>{text.lists[name]}</span>
              <span className={styles.todoHint}>
                {[text.listHint[name], since && text.since(formatDate(since))].filter(Boolean).join(', ')}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
