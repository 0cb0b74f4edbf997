import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useSession } from '../../data/session/session.tsx'
import { useNow } from '../../data/session/use-now.ts'
import { useMay, useStaff } from '../../domain/personnels/use-staff.ts'
import { dashboardText as text } from '../../text/dashboard.ts'
import { formatLongDay } from '../../ui/format/format.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import styles from './dashboard.module.css'
import { MonthSection } from './month-section.tsx'
import { ReadyCard } from './ready-card.tsx'
import { TodaySection } from './today-section.tsx'
import { TodoSection } from './todo-section.tsx'

/** It asks the server, and checks the answer by its schema: code that no other part of this screen needs, and nobody but a director. */
const SetUpCard = lazy(async () => ({ default: (await import('./set-up-card.tsx')).SetUpCard }))

/** The first screen (MGR-01): my day, my waiting tasks, my month, and whether this device is ready for tomorrow. */
export function DashboardScreen() {
  const { account } = useSession()
  const now = useNow()
  const isDirector = useStaff().roles.includes('commercial_director')
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
          {isDirector ? (
            <Suspense>
              <SetUpCard />
            </Suspense>
          ) : null}
          <TodoSection />
          <MonthSection now={now} />
        </div>
      </div>
    </>
  )
}
