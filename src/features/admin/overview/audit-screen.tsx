import { LoadedView } from '../../../domain/online/loaded-view.tsx'
import { adminText } from '../../../text/admin/admin.ts'
import { actionWords } from '../../../text/admin/audit-words.ts'
import { overviewText as text } from '../../../text/admin/overview.ts'
import { EMPTY } from '../../../text/words.ts'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { CompanySelect } from '../companies/company-select.tsx'
import { companyQuery, useCompanyChoice } from '../companies/use-company-choice.ts'
import listStyles from '../list/list.module.css'
import { ListingView } from '../list/listing-view.tsx'
import { QuerySelect, useQueryChoice } from '../list/query-select.tsx'
import { useListing } from '../list/use-listing.ts'
import type { Column } from '../list/use-sort.ts'
import { useAccountNames } from './account-names.ts'
import { AuditLine } from './answers.ts'
import { at } from './instants.ts'
import styles from './overview.module.css'

const BY = { sortBy: 'at', sortDesc: true }

const isAccount = (target: string): boolean => /^(admin|personnel|client):/.test(target)

const told = (details: AuditLine['details']): string =>
  Object.entries(details)
    .map(([name, value]) => `${name} : ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' · ') || EMPTY

/** `/admin/audit`: who did what, and in whose name; of a company, or of the platform itself. */
export function AuditScreen() {
  const choice = useCompanyChoice({ platform: true })
  const action = useQueryChoice('action', text.subjects)
  return (
    <>
      <PageHeader title={adminText.entries.audit} subtitle={text.auditIntro} />
      <div className={listStyles.bar}>
        <CompanySelect choice={choice} platform />
        <QuerySelect param="action" label={text.about} placeholder={text.everything} options={text.subjects} />
      </div>
      <LoadedView loaded={choice.companies}>{() => <Trail chosen={choice.chosen} action={action} />}</LoadedView>
    </>
  )
}

function Trail({ chosen, action }: { chosen: string | null; action: string | null }) {
  const nameOf = useAccountNames(chosen)
  const columns: readonly Column<AuditLine>[] = [
    { name: 'at', label: text.when, value: ({ at: instant }) => at(instant) },
    { name: 'action', label: text.action, value: ({ action: done }) => actionWords(done) },
    {
      name: 'actor',
      label: text.actor,
      value: ({ actor, impersonator }) =>
        impersonator === null ? nameOf(actor) : text.inTheNameOf(nameOf(impersonator), nameOf(actor)),
    },
    {
      name: 'target',
      label: text.target,
      value: ({ target }) => (target === null ? EMPTY : isAccount(target) ? nameOf(target) : target),
    },
    {
      name: 'details',
      label: text.details,
      sortable: false,
      value: ({ details }) => <span className={styles.details}>{told(details)}</span>,
    },
  ]
  const query = { ...companyQuery(chosen), action: action ?? undefined }
  const listing = useListing({ path: '/admin/audit', row: AuditLine, columns, by: BY, query, paged: true })
  return (
    <ListingView
      listing={listing}
      label={adminText.entries.audit}
      columns={columns}
      keyOf={({ id }) => id}
      empty={text.noAudit}
    />
  )
}
