import { PROJECT_LIST_NAMES, PROJECT_LISTS, type ProjectListName } from '../../../schemas/rules/project-lists.ts'
import { suiviText as text } from '../../text/suivi.ts'
import { formatCount } from '../../ui/format/format.ts'
import type { Figures } from './pipeline.ts'
import styles from './suivi.module.css'

const ENDED: readonly ProjectListName[] = ['annule', 'sans_suite']

/** One bar for each step, in the order of a project's life; each opens the list of its projects. */
export function PipelineChart({ figures, onOpen }: { figures: Figures; onOpen: (list: ProjectListName) => void }) {
  const highest = Math.max(1, ...Object.values(figures.lists))
  return (
    <section className={`surface ${styles.card}`} aria-label={text.pipeline}>
      <ol className={styles.chart}>
        {PROJECT_LIST_NAMES.map((name) => {
          const count = figures.lists[name]
          return (
            <li key={name}>
              <button type="button" className={styles.step} disabled={count === 0} onClick={() => onOpen(name)}>
                <span className={styles.stepName}>{PROJECT_LISTS[name].title}</span>
                <span className={styles.track} aria-hidden>
                  <span
                    className={styles.fill}
                    data-ended={ENDED.includes(name) || undefined}
                    style={{ width: `${(count / highest) * 100}%` }}
                  />
                </span>
                <span className={styles.stepCount}>{formatCount(count)}</span>
              </button>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
