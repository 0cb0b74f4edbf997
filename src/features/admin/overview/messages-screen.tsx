import { IconRefresh } from '@tabler/icons-react'
import * as Type from 'typebox'
import { ActionButton } from '../../../domain/online/action-button.tsx'
import { LoadedView } from '../../../domain/online/loaded-view.tsx'
import { adminText } from '../../../text/admin/admin.ts'
import { overviewText as text } from '../../../text/admin/overview.ts'
import { notices } from '../../../ui/notices/notices.tsx'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { StateChip } from '../../../ui/page/state-chip.tsx'
import { CompanySelect } from '../companies/company-select.tsx'
import { companyQuery, useCompanyChoice } from '../companies/use-company-choice.ts'
import listStyles from '../list/list.module.css'
import { ListingView } from '../list/listing-view.tsx'
import { QuerySelect, useQueryChoice } from '../list/query-select.tsx'
import { useListing } from '../list/use-listing.ts'
import type { Column } from '../list/use-sort.ts'
import { adminApi } from '../online/admin-api.ts'
import { Message, type Status } from './answers.ts'
import { at } from './instants.ts'
import styles from './overview.module.css'

const Retried = Type.Object({ count: Type.Integer() })

const COLORS: Record<Status, string> = {
  queued: 'blue',
  sending: 'blue',
  sent: 'green',
  recorded: 'grey',
  failed: 'red',
  unknown: 'orange',
}

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
  const listing = useListing({
    path: '/admin/messages',
    row: Message,
    columns,
    by: { sortBy: 'created_at', sortDesc: true },
    query: { ...companyQuery(chosen), status: status ?? undefined },
    paged: true,
  })
  const retry = async (id: string): Promise<void> => {
    await adminApi.write('POST', `/admin/messages/${encodeURIComponent(id)}/retry`, { data: Message })
    listing.loaded.reload()
  }
  const retryAll = async (channel: 'mail' | 'sms'): Promise<void> => {
    if (!(await notices.confirm({ message: text.confirmRetryAll[channel] }))) return
    const asked = { data: Retried, body: { channel }, query: companyQuery(chosen) }
    const { count } = await adminApi.write('POST', '/admin/messages/retry', asked)
    notices.success(text.retriedAll(count))
    listing.loaded.reload()
  }
  return (
    <>
      {status === 'failed' ? (
        <div className={listStyles.bar}>
          {(['mail', 'sms'] as const).map((channel) => (
            <ActionButton
              key={channel}
              label={text.retryAll[channel]}
              run={() => retryAll(channel)}
              leftSection={<IconRefresh size={18} />}
            />
          ))}
        </div>
      ) : null}
      <ListingView
        listing={listing}
        label={adminText.entries.messages}
        columns={columns}
        keyOf={({ id }) => id}
        empty={text.noMessage}
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
    </>
  )
}
