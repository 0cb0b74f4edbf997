import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { callAsAdmin } from '../../app/admin-call.ts'
import { adminPaths } from '../../app/admin-paths.ts'
import { type AdminSession, useAdminSession } from '../../app/admin-session.ts'
import { PageHeader } from '../../components/page-header.tsx'
import { Columns, Panel } from '../../components/resource/panel.tsx'
import { FactorsPanel } from '../../components/second-factor/factors-panel.tsx'
import { useOnline } from '../../components/use-online.ts'
import { compteText as text } from '../../text/compte.ts'
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

/** Administrators change one another, themselves included, on one page. */
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
