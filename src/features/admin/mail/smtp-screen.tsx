import { type Smtp, SmtpAnswer } from '../../../domain/mail/smtp.ts'
import { LoadedView } from '../../../domain/online/loaded-view.tsx'
import { useLoad } from '../../../domain/online/use-load.ts'
import { adminText } from '../../../text/admin/admin.ts'
import { mailText as text } from '../../../text/admin/mail.ts'
import { EMPTY } from '../../../text/words.ts'
import { adminPaths } from '../../../ui/navigation/admin-paths.ts'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { StateChip } from '../../../ui/page/state-chip.tsx'
import { AdminList } from '../list/admin-list.tsx'
import type { Column } from '../list/use-sort.ts'
import { adminApi } from '../online/admin-api.ts'

const columns: readonly Column<Smtp>[] = [
  { name: 'NOM', label: adminText.company, sortable: false, value: ({ NOM }) => NOM },
  {
    name: 'host',
    label: text.server,
    sortable: false,
    value: ({ host, port }) =>
      host === null ? (
        <StateChip size="sm" label={text.platformServer} color="grey" />
      ) : (
        <StateChip size="sm" label={`${host}:${port ?? ''}`} color="green" />
      ),
  },
  { name: 'user', label: text.user, sortable: false, value: ({ user }) => user ?? EMPTY },
  {
    name: 'MAIL_EXPEDITEUR',
    label: text.sender,
    sortable: false,
    value: ({ MAIL_EXPEDITEUR }) => MAIL_EXPEDITEUR ?? EMPTY,
  },
]

/** `/admin/smtp`: the server that sends each company's mails. */
export function SmtpScreen() {
  const servers = useLoad('smtp', async (signal) => (await adminApi.list('/admin/smtp', SmtpAnswer, { signal })).data)
  return (
    <>
      <PageHeader title={adminText.entries.smtp} subtitle={text.smtpIntro} />
      <LoadedView loaded={servers}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState text={adminText.noCompany} />
          ) : (
            <AdminList
              label={adminText.entries.smtp}
              columns={columns}
              rows={rows}
              keyOf={({ id }) => id}
              sort={{ sortBy: 'NOM', sortDesc: false }}
              onSort={() => undefined}
              href={({ id }) => adminPaths.smtpEdit.href(id)}
            />
          )
        }
      </LoadedView>
    </>
  )
}
