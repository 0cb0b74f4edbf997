import type { Static } from 'typebox'
import * as Type from 'typebox'
import { textOrNull } from '../../../domain/online/answers.ts'
import { adminText } from '../../../text/admin/admin.ts'
import { companiesText } from '../../../text/admin/companies.ts'
import { EMPTY } from '../../../text/words.ts'
import { formatPhone } from '../../../ui/format/format.ts'
import { SearchField, useSearchText } from '../../../ui/list/search-field.tsx'
import { useQuery } from '../../../ui/navigation/use-query.ts'
import { ImpersonateButton } from '../accounts/impersonate-button.tsx'
import listStyles from '../list/list.module.css'
import { ListingView } from '../list/listing-view.tsx'
import { useListing } from '../list/use-listing.ts'
import type { Column } from '../list/use-sort.ts'

const ClientRow = Type.Object({
  IDCLIENT: Type.String(),
  NOM: Type.String(),
  PRENOM: textOrNull,
  VILLE: textOrNull,
  PORTABLE: textOrNull,
})
type ClientRow = Static<typeof ClientRow>

const BY = { sortBy: 'NOM', sortDesc: false }
const nameOf = ({ NOM, PRENOM }: ClientRow): string => [PRENOM, NOM].filter(Boolean).join(' ')

const columns: readonly Column<ClientRow>[] = [
  { name: 'NOM', label: adminText.person, value: nameOf },
  { name: 'VILLE', label: adminText.town, value: ({ VILLE }) => VILLE ?? EMPTY },
  {
    name: 'PORTABLE',
    label: adminText.phone,
    value: ({ PORTABLE }) => (PORTABLE === null ? EMPTY : formatPhone(PORTABLE)),
  },
]

/** The customers of one company, searched on the server, to impersonate one (ADM-02). */
export function CompanyClients({ companyId }: { companyId: string }) {
  const [text, type] = useSearchText()
  const [{ q }] = useQuery()
  const listing = useListing({
    path: '/admin/clients',
    row: ClientRow,
    columns,
    by: BY,
    query: { company_id: companyId },
    paged: true,
    searched: true,
  })
  return (
    <>
      <div className={listStyles.bar}>
        <SearchField
          label={companiesText.searchClients}
          placeholder={companiesText.searchClients}
          value={text}
          onChange={type}
        />
      </div>
      <ListingView
        listing={listing}
        label={companiesText.tabs.clients}
        columns={columns}
        keyOf={({ IDCLIENT }) => IDCLIENT}
        empty={q ? adminText.nothingFound : companiesText.noClients}
        actions={(row) => (
          <ImpersonateButton target={{ kind: 'client', id: row.IDCLIENT, companyId, name: nameOf(row) }} />
        )}
      />
    </>
  )
}
