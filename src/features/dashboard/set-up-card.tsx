import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useChecklist } from '../../domain/company/use-checklist.ts'
import { useStaff } from '../../domain/personnels/use-staff.ts'
import { checklistText as text } from '../../text/checklist.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { Panel } from '../../ui/page/panel.tsx'
import styles from './dashboard.module.css'

/** Tells a director what the company has not set up yet, and leads there; nothing once all of it is done (SET-02). */
export function SetUpCard() {
  const { known } = useChecklist(useStaff().roles.includes('commercial_director'))
  const missing = (known ?? []).filter(({ done }) => !done)
  if (known === null || missing.length === 0) return null
  return (
    <Panel title={text.title} action={text.count(known.length - missing.length, known.length)}>
      <p className={styles.setUp}>{text.missing(missing.map(({ item }) => text.items[item][0]).join(', '))}</p>
      <Button component={Link} to={paths.parametres.href()} variant="default">
        {text.open}
      </Button>
    </Panel>
  )
}
