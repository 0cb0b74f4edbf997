import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { paths } from '../../app/paths.ts'
import { useSession } from '../../app/session.tsx'
import { formatLongDay } from '../../components/format.ts'
import { PageHeader } from '../../components/page-header.tsx'
import { useMay } from '../../components/resource/use-staff.ts'
import { useNow } from '../../components/use-now.ts'
import { dashboardText as text } from '../../text/dashboard.ts'
import styles from './dashboard.module.css'
import { MonthSection } from './month-section.tsx'
import { ReadyCard } from './ready-card.tsx'
import { TodaySection } from './today-section.tsx'
import { TodoSection } from './todo-section.tsx'

/** The first screen (MGR-01): my day, my waiting tasks, my month, and whether this device is ready for tomorrow. */
export function DashboardScreen() {
  const { account } = useSession()
  const now = useNow()
  const mayCreate = useMay()('create', 'rdv')
  const name = account.personnel.PRENOM ?? account.personnel.NOM_COMPLET ?? account.personnel.NOM
  return (
    <>
      <PageHeader
        title={text.title}
        subtitle={`${text.hello(name)} · ${formatLongDay(now)}`}
        actions={
          mayCreate ? (
            <Button component={Link} to={paths.resource.create('rdv')} leftSection={<IconPlus size={18} aria-hidden />}>
              {text.newRdv}
            </Button>
          ) : undefined
        }
      />
      <div className={styles.page}>
        <div className={styles.column}>
          <TodaySection now={now} />
          <ReadyCard />
        </div>
        <div className={styles.column}>
          <TodoSection />
          <MonthSection now={now} />
        </div>
      </div>
    </>
  )
}
