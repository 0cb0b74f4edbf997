import { callApi } from '../../data/api/api.ts'
import { useLiveRecord } from '../../data/records/use-live.ts'
import { useAdminSession } from '../../data/session/admin-session.ts'
import { useSession } from '../../data/session/session.tsx'
import { useSync } from '../../data/sync-status/sync-context.ts'
import { FactorsPanel } from '../../domain/second-factor/factors-panel.tsx'
import { compteText as text } from '../../text/compte.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { Columns } from '../../ui/page/panel.tsx'
import { NoticesPanel } from './notices-panel.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { ProfilePanel } from './profile-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'
import { useOwnSessions } from './use-own-sessions.ts'

/**
 * `/manager/compte`. The profile is read without a network; only the office's staff can change it. Only the owner sees what
 * protects the account: an administrator who impersonates them does not.
 */
export function StaffAccount() {
  const { account } = useSession()
  const { online } = useSync().status
  const record = useLiveRecord('personnel', account.id)
  const reading = useOwnSessions(callApi, online)
  const panel = { call: callApi, online, readOnly: useAdminSession() !== null }
  const person = record ?? account.personnel
  return (
    <>
      <PageHeader title={text.title} subtitle={text.subtitle} />
      <Columns
        main={
          <>
            <ProfilePanel person={person} {...panel} />
            <SessionsPanel reading={reading} {...panel} />
          </>
        }
        side={
          <>
            <NoticesPanel {...panel} />
            <PasswordPanel mail={person.MAIL} onChanged={reading.again} {...panel} />
            {panel.readOnly ? null : <FactorsPanel />}
          </>
        }
      />
    </>
  )
}
