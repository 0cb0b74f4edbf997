import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconChevronDown, IconTrash } from '@tabler/icons-react'
import type { Question } from '../../../schemas/rules/report-forms.ts'
import { reportFormsText as text } from '../../text/report-forms.ts'
import styles from './builder.module.css'

const ICON = { size: 18, stroke: 1.7, 'aria-hidden': true } as const

/** « si « Chauffage » : Gaz »; '' for a question that is asked always. */
function conditionText({ SI }: Question, earlier: readonly Question[]): string {
  const asked = earlier.find(({ id }) => id === SI?.CHAMP)
  if (!SI || !asked) return ''
  const value = typeof SI.VALEUR === 'string' ? SI.VALEUR : SI.VALEUR ? text.ticked : text.unticked
  return text.ifAnswer(asked.LIBELLE, value)
}

interface QuestionRowProps {
  question: Question
  name: string
  earlier: readonly Question[]
  isOpen: boolean
  problem: string | undefined
  isFirst: boolean
  isLast: boolean
  onOpen: () => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

/** A question in the list of its form, closed: what it asks, its kind, and its buttons. */
export function QuestionRow({ question, name, earlier, isOpen, problem, ...row }: QuestionRowProps) {
  const facts = [
    text.types[question.TYPE],
    question.REQUIS ? text.requiredShort : '',
    conditionText(question, earlier),
  ].filter((fact) => fact !== '')
  const moves = [
    { by: -1, label: text.up(name), off: row.isFirst, icon: <IconArrowUp {...ICON} /> },
    { by: 1, label: text.down(name), off: row.isLast, icon: <IconArrowDown {...ICON} /> },
  ] as const
  return (
    <div className={styles.row}>
      <button
        type="button"
        className={styles.open}
        aria-expanded={isOpen}
        aria-label={text.open(name)}
        onClick={row.onOpen}
      >
        <IconChevronDown {...ICON} className={styles.chevron ?? ''} data-open={isOpen} />
        <span className={styles.words}>
          <span className={styles.name}>{name}</span>
          <span className={styles.detail}>{facts.join(' · ')}</span>
          {problem === undefined ? null : <span className={styles.problem}>{problem}</span>}
        </span>
      </button>
      <div className={styles.buttons}>
        {moves.map(({ by, label, off, icon }) => (
          <ActionIcon
            key={by}
            variant="subtle"
            color="ardoise"
            size={44}
            data-by={by}
            disabled={off}
            aria-label={label}
            onClick={() => row.onMove(by)}
          >
            {icon}
          </ActionIcon>
        ))}
        <ActionIcon variant="subtle" color="ardoise" size={44} aria-label={text.remove(name)} onClick={row.onRemove}>
          <IconTrash {...ICON} />
        </ActionIcon>
      </div>
    </div>
  )
}
