import { useParams } from '@tanstack/react-router'
import { useAdminSession } from '../../../data/session/admin-session.ts'
import { type Smtp, SmtpAnswer } from '../../../domain/mail/smtp.ts'
import { SmtpForm } from '../../../domain/mail/smtp-form.tsx'
import { TestMail } from '../../../domain/mail/test-mail.tsx'
import { LoadedView } from '../../../domain/online/loaded-view.tsx'
import { useLoad } from '../../../domain/online/use-load.ts'
import { mailText as text } from '../../../text/admin/mail.ts'
import { adminPaths } from '../../../ui/navigation/admin-paths.ts'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { adminApi } from '../online/admin-api.ts'
import { Queued } from '../services/answers.ts'
import { outcomeIn } from '../services/ask-outcome.ts'

/** `/admin/smtp/{id}/edit`: a company's own mail server. */
export function SmtpFormScreen() {
  const { id } = useParams({ strict: false }) as { id: string }
  const me = useAdminSession()
  const path = `/admin/smtp/${encodeURIComponent(id)}`
  const loaded = useLoad(path, (signal) => adminApi.one(path, SmtpAnswer, { signal }))
  const form = (smtp: Smtp) => (
    <SmtpForm
      smtp={smtp}
      back={adminPaths.smtp.href()}
      save={(body) => adminApi.write('PUT', path, { data: SmtpAnswer, body })}
      forget={() => adminApi.remove(path)}
      test={
        <TestMail
          to={me?.user.email ?? ''}
          send={async (MAIL) => {
            const query = { company_id: smtp.id }
            return (await adminApi.write('POST', '/admin/smtp/test', { data: Queued, body: { MAIL }, query }))
              .message_id
          }}
          ask={outcomeIn(smtp.id)}
        />
      }
    />
  )
  if (loaded.state === 'ready') return form(loaded.data)
  return (
    <>
      <PageHeader title={text.smtpTitle} back={adminPaths.smtp.href()} />
      <LoadedView loaded={loaded}>{() => null}</LoadedView>
    </>
  )
}
