import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type AdminSession, useAdminSession } from '../../data/session/admin-session.ts'
import { callAsAdmin } from '../../domain/second-factor/admin-call.ts'
import { FactorsPanel } from '../../domain/second-factor/factors-panel.tsx'
import { compteText as text } from '../../text/compte.ts'
import { useOnline } from '../../ui/hooks/use-online.ts'
import { adminPaths } from '../../ui/navigation/admin-paths.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { Columns, Panel } from '../../ui/page/panel.tsx'
import styles from './compte.module.css'
import { PasswordPanel } from './password-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'
import { useOwnSessions } from './use-own-sessions.ts'

/** `/admin/compte`, online like the whole area. */
export function AdminAccount() {
  const session = useAdminSession()
  const online = useOnline()
  const reading = useOwnSessions(callAsAdmin, online)
  if (session === null) return null
  const panel = { call: callAsAdmin, online, readOnly: false }
  return (
    <>
      <PageHeader title={text.title} subtitle={text.subtitle} />
      <Columns
        main={
          <>
            <Profile user={session.user} />
            <SessionsPanel reading={reading} {...panel} />
          </>
        }
        side={
          <>
            <PasswordPanel mail={session.user.email} onChanged={reading.again} {...panel} />
            <FactorsPanel token={session.token} />
          </>
        }
      />
    </>
  )
}

/** Links to the page on which administrators change any administrator, themselves included. */
function Profile({ user }: { user: AdminSession['user'] }) {
  return (
    <Panel
      title={text.profile.title}
      action={
        <Button component={Link} to={adminPaths.edit('users', user.id)} variant="default">
          {text.profile.edit}
        </Button>
      }
    >
      <div className={styles.facts}>
        <strong>{user.name}</strong>
        <span className={styles.fact}>{user.email}</span>
      </div>
    </Panel>
  )
}
