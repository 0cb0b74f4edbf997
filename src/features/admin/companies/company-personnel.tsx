import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { AccountChip } from '../../../domain/personnels/account-chip.tsx'
import { RoleChips } from '../../../domain/personnels/role-chips.tsx'
import { accountState, nameOf } from '../../../domain/personnels/staff-account.ts'
import { accountsText } from '../../../text/admin/accounts.ts'
import { adminText } from '../../../text/admin/admin.ts'
import { EMPTY } from '../../../text/words.ts'
import { SearchField, useSearchText } from '../../../ui/list/search-field.tsx'
import { adminPaths } from '../../../ui/navigation/admin-paths.ts'
import { hrefProps } from '../../../ui/navigation/href-props.ts'
import { PersonnelRow } from '../accounts/personnel.ts'
import { PersonnelActions } from '../accounts/personnel-actions.tsx'
import listStyles from '../list/list.module.css'
import { ListingView } from '../list/listing-view.tsx'
import { useListing } from '../list/use-listing.ts'
import type { Column } from '../list/use-sort.ts'

const BY = { sortBy: 'NOM_COMPLET', sortDesc: false }

const columns: readonly Column<PersonnelRow>[] = [
  { name: 'NOM_COMPLET', label: adminText.person, value: nameOf },
  { name: 'MAIL', label: adminText.mail, value: ({ MAIL }) => MAIL ?? EMPTY },
  {
    name: 'ROLES',
    label: accountsText.roles.title,
    sortable: false,
    value: ({ ROLES }) => <RoleChips roles={ROLES} />,
  },
  {
    name: 'disabled',
    label: accountsText.account,
    sortable: false,
    value: (row) => <AccountChip state={accountState(row)} />,
  },
]

/** The staff of one company: impersonate a person, send the installation mail. */
export function CompanyPersonnel({ companyId }: { companyId: string }) {
  const [text, type] = useSearchText()
  const query = { company_id: companyId }
  const listing = useListing({
    path: '/admin/personnels',
    row: PersonnelRow,
    columns,
    by: BY,
    query,
    paged: true,
    searched: true,
  })
  const of = `?entreprise=${encodeURIComponent(companyId)}`
  return (
    <>
      <div className={listStyles.bar}>
        <SearchField label={adminText.search} placeholder={adminText.search} value={text} onChange={type} />
        <Button component={Link} {...hrefProps(`${adminPaths.create('personnels')}${of}`)} variant="default">
          {accountsText.personnels.create}
        </Button>
      </div>
      <ListingView
        listing={listing}
        label={accountsText.personnels.title}
        columns={columns}
        keyOf={({ IDPERSONNEL }) => IDPERSONNEL}
        empty={accountsText.personnels.empty}
        href={({ IDPERSONNEL }) => `${adminPaths.edit('personnels', IDPERSONNEL)}${of}`}
        actions={(row) => <PersonnelActions row={row} reload={listing.loaded.reload} />}
        search={{ text, of: (row) => `${nameOf(row)} ${row.MAIL ?? ''}` }}
      />
    </>
  )
}
