import { IconCheck } from '@tabler/icons-react'
import { isClosed } from '../../../schemas/rules/project-lists.ts'
import { PROJECT_STATES, projectState } from '../../../schemas/rules/project-state.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { projetsText } from '../../text/projets.ts'
import { StateChip } from '../../ui/page/state-chip.tsx'
import { stepStates } from './next-step.ts'
import styles from './projet.module.css'

/** The project's place among its four states; a state that the product does not show is named as unknown. */
export function StateStepper({ projet }: { projet: LocalRecord<'projet'> }) {
  const known = PROJECT_STATES[projet.IDETAT_PROJET] !== undefined
  return (
    <div className={`surface ${styles.stepper}`} data-closed={isClosed(projet) ? true : undefined}>
      {known ? null : <StateChip label={projectState(projet.IDETAT_PROJET).title} color="grey" />}
      <ol className={styles.steps} aria-label={projetsText.states}>
        {stepStates(projet.IDETAT_PROJET).map(({ step, state }) => (
          <li
            key={step}
            className={styles.step}
            data-state={state}
            {...(state === 'current' ? { 'aria-current': 'step' as const } : {})}
          >
            <span className={styles.stepMark} aria-hidden>
              {state === 'done' ? <IconCheck size={14} stroke={2.5} /> : null}
            </span>
            <span>{projectState(step).title}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}
