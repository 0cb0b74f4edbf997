import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { SmtpAnswer } from '../../../domain/mail/smtp.ts'
import { LoadedView } from '../../../domain/online/loaded-view.tsx'
import { useLoad } from '../../../domain/online/use-load.ts'
import { servicesText } from '../../../text/admin/services.ts'
import { adminPaths } from '../../../ui/navigation/admin-paths.ts'
import { Panel } from '../../../ui/page/panel.tsx'
import { adminApi } from '../online/admin-api.ts'
import styles from './services.module.css'

const { mail: text } = servicesText

/** Names the server that sends a company's mails; its form and its test have a page of their own. */
export function MailPanel({ companyId }: { companyId: string }) {
  const path = `/admin/smtp/${encodeURIComponent(companyId)}`
  const loaded = useLoad(path, (signal) => adminApi.one(path, SmtpAnswer, { signal }))
  return (
    <Panel
      title={text.title}
      action={
        <Button component={Link} to={adminPaths.smtpEdit.href(companyId)} variant="default">
          {text.change}
        </Button>
      }
    >
      <LoadedView loaded={loaded}>
        {({ host, port, MAIL_EXPEDITEUR }) => (
          <p className={styles.note}>
            {host === null ? text.platform : text.own(`${host}:${port ?? ''}`)} {MAIL_EXPEDITEUR}
          </p>
        )}
      </LoadedView>
    </Panel>
  )
}
