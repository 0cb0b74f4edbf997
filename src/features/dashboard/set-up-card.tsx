import { Button, Group } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useChecklist } from '../../domain/company/use-checklist.ts'
import { useStaff } from '../../domain/personnels/use-staff.ts'
import { checklistText as text } from '../../text/checklist.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { Panel } from '../../ui/page/panel.tsx'
import styles from './dashboard.module.css'

/**
 * Tells a director what the company has not set up yet, and leads there; nothing once all of it is done (SET-02). Somebody who works alone, or takes no
 * payments online, never does all of it: they hide what is left on this device, until something else is missing. « Paramètres » goes on showing it.
 */
export function SetUpCard() {
  const { known } = useChecklist(useStaff().roles.includes('commercial_director'))
  const [hidden, setHidden] = useLocalStorage<unknown>({
    key: 'lolapp.app.mise-en-route',
    getInitialValueInEffect: false,
  })
  const missing = (known ?? []).filter(({ done }) => !done)
  const isHidden = (item: string): boolean => Array.isArray(hidden) && hidden.includes(item)
  if (known === null || missing.every(({ item }) => isHidden(item))) return null
  return (
    <Panel title={text.title} action={text.count(known.length - missing.length, known.length)}>
      <p className={styles.setUp}>{text.missing(missing.map(({ item }) => text.items[item][0]).join(', '))}</p>
      <Group>
        <Button component={Link} to={paths.parametres.href()} variant="default">
          {text.open}
        </Button>
        <Button variant="subtle" onClick={() => setHidden(missing.map(({ item }) => item))}>
          {text.hide}
        </Button>
      </Group>
    </Panel>
  )
}
