import { ActionButton } from '../../../domain/online/action-button.tsx'
import { LoadedView } from '../../../domain/online/loaded-view.tsx'
import { adminText } from '../../../text/admin/admin.ts'
import { overviewText as text } from '../../../text/admin/overview.ts'
import { EMPTY } from '../../../text/words.ts'
import { notices } from '../../../ui/notices/notices.tsx'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { StateChip } from '../../../ui/page/state-chip.tsx'
import { CompanySelect } from '../companies/company-select.tsx'
import { companyQuery, useCompanyChoice } from '../companies/use-company-choice.ts'
import listStyles from '../list/list.module.css'
import { ListingView } from '../list/listing-view.tsx'
import { useListing } from '../list/use-listing.ts'
import type { Column } from '../list/use-sort.ts'
import { adminApi } from '../online/admin-api.ts'
import { useAccountNames } from './account-names.ts'
import { Device } from './answers.ts'
import { ago, at, isQuiet } from './instants.ts'

const BY = { sortBy: 'last_seen_at', sortDesc: true }

/** `/admin/devices`: who is logged in where, and each device's last call; any session may be closed. */
export function DevicesScreen() {
  const choice = useCompanyChoice({ platform: true })
  return (
    <>
      <PageHeader title={adminText.entries.devices} subtitle={text.devicesIntro} />
      <div className={listStyles.bar}>
        <CompanySelect choice={choice} platform />
      </div>
      <LoadedView loaded={choice.companies}>{() => <Devices chosen={choice.chosen} />}</LoadedView>
    </>
  )
}

function Devices({ chosen }: { chosen: string | null }) {
  const nameOf = useAccountNames(chosen)
  const columns: readonly Column<Device>[] = [
    { name: 'account', label: text.account, value: ({ account }) => nameOf(account) },
    { name: 'device_id', label: text.device, value: ({ agent, device_id }) => agent ?? device_id ?? EMPTY },
    {
      name: 'last_seen_at',
      label: text.lastSeen,
      value: ({ last_seen_at }) => (
        <StateChip size="sm" label={ago(last_seen_at)} color={isQuiet(last_seen_at) ? 'orange' : 'green'} />
      ),
    },
    { name: 'synced_at', label: text.synced, value: ({ synced_at }) => (synced_at === null ? EMPTY : ago(synced_at)) },
    { name: 'pending', label: text.pending, value: ({ pending }) => pending ?? EMPTY },
    { name: 'refused', label: text.refused, value: ({ refused }) => refused ?? EMPTY },
    { name: 'created_at', label: text.since, value: ({ created_at }) => at(created_at) },
    { name: 'expires_at', label: text.until, value: ({ expires_at }) => at(expires_at) },
  ]
  const query = companyQuery(chosen)
  const listing = useListing({ path: '/admin/devices', row: Device, columns, by: BY, query, paged: true })
  const close = async ({ id, account }: Device): Promise<void> => {
    if (!(await notices.confirm({ message: text.confirmClose(nameOf(account)) }))) return
    await adminApi.remove(`/admin/devices/${encodeURIComponent(id)}`, query)
    notices.success(text.closed)
    listing.loaded.reload()
  }
  return (
    <ListingView
      listing={listing}
      label={adminText.entries.devices}
      columns={columns}
      keyOf={({ id }) => id}
      empty={text.noDevice}
      actions={(row) => <ActionButton label={text.close} of={nameOf(row.account)} run={() => close(row)} />}
    />
  )
}
