import { IconRefresh } from '@tabler/icons-react'
import { adminText } from '../../../text/admin/admin.ts'
import { overviewText as text } from '../../../text/admin/overview.ts'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { StateChip } from '../../../ui/page/state-chip.tsx'
import { CompanySelect } from '../companies/company-select.tsx'
import { companyQuery, useCompanyChoice } from '../companies/use-company-choice.ts'
import { AdminList } from '../list/admin-list.tsx'
import listStyles from '../list/list.module.css'
import { QuerySelect, useQueryChoice } from '../list/query-select.tsx'
import type { Column } from '../list/use-sort.ts'
import { ActionButton } from '../online/action-button.tsx'
import { adminApi } from '../online/admin-api.ts'
import { LoadedView } from '../online/loaded-view.tsx'
import { useLoad } from '../online/use-load.ts'
import { Message, type Status } from './answers.ts'
import { at } from './instants.ts'
import styles from './overview.module.css'

const COLORS: Record<Status, string> = {
  queued: 'blue',
  sending: 'blue',
  sent: 'green',
  recorded: 'grey',
  failed: 'red',
  unknown: 'orange',
}
const LIMIT = 200

const columns: readonly Column<Message>[] = [
  {
    name: 'summary',
    label: text.message,
    sortable: false,
    value: ({ summary, error }) => (
      <>
        {summary ?? text.secret}
        {error === null ? null : <span className={styles.note}>{error}</span>}
      </>
    ),
  },
  { name: 'channel', label: text.channel, sortable: false, value: ({ channel }) => text.channels[channel] ?? channel },
  { name: 'recipient', label: text.recipient, sortable: false, value: ({ recipient }) => recipient },
  {
    name: 'status',
    label: text.state,
    sortable: false,
    value: ({ status }) => <StateChip size="sm" label={text.statuses[status]} color={COLORS[status]} />,
  },
  { name: 'created_at', label: text.decided, sortable: false, value: ({ created_at }) => at(created_at) },
  { name: 'sent_at', label: text.left, sortable: false, value: ({ sent_at }) => at(sent_at) },
]

/** `/admin/messages`: SMS, mails and push messages that were sent, that are pending, and that failed. */
export function MessagesScreen() {
  const choice = useCompanyChoice({ platform: true })
  const status = useQueryChoice('etat', text.statuses)
  return (
    <>
      <PageHeader title={adminText.entries.messages} subtitle={text.messagesIntro} />
      <div className={listStyles.bar}>
        <CompanySelect choice={choice} platform />
        <QuerySelect param="etat" label={text.state} placeholder={text.anyState} options={text.statuses} />
      </div>
      <LoadedView loaded={choice.companies}>{() => <Messages chosen={choice.chosen} status={status} />}</LoadedView>
    </>
  )
}

function Messages({ chosen, status }: { chosen: string | null; status: string | null }) {
  const query = { ...companyQuery(chosen), status: status ?? undefined, limit: LIMIT }
  const messages = useLoad(
    `messages ${JSON.stringify(query)}`,
    async (signal) => (await adminApi.list('/admin/messages', Message, { query, signal })).data,
  )
  const retry = async (id: string): Promise<void> => {
    await adminApi.write('POST', `/admin/messages/${encodeURIComponent(id)}/retry`, { data: Message })
    messages.reload()
  }
  return (
    <LoadedView loaded={messages}>
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState text={text.noMessage} />
        ) : (
          <AdminList
            label={adminText.entries.messages}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            sort={{ sortBy: 'created_at', sortDesc: true }}
            onSort={() => undefined}
            actions={({ id, status: state, recipient }) =>
              state === 'failed' || state === 'unknown' ? (
                <ActionButton
                  label={text.retry}
                  of={recipient}
                  run={() => retry(id)}
                  success={text.retried}
                  leftSection={<IconRefresh size={18} />}
                />
              ) : null
            }
          />
        )
      }
    </LoadedView>
  )
}
