import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type Company, CompanyAnswer, company } from '../../../domain/company/company-entity.ts'
import { CompanyMark } from '../../../domain/company/company-mark.tsx'
import { companyStyle } from '../../../domain/company/company-style.ts'
import { companyColor } from '../../../domain/company/company-theme.ts'
import { adminText } from '../../../text/admin/admin.ts'
import { companiesText as text } from '../../../text/admin/companies.ts'
import { EMPTY } from '../../../text/words.ts'
import { SearchField, useSearchText } from '../../../ui/list/search-field.tsx'
import { adminPaths } from '../../../ui/navigation/admin-paths.ts'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { StateChip } from '../../../ui/page/state-chip.tsx'
import listStyles from '../list/list.module.css'
import { ListingView } from '../list/listing-view.tsx'
import { useListing } from '../list/use-listing.ts'
import type { Column } from '../list/use-sort.ts'
import styles from './companies.module.css'

const { fields } = company
const BY = { sortBy: 'NOM', sortDesc: false }

const columns: readonly Column<Company>[] = [
  {
    name: 'NOM',
    label: fields.NOM.label,
    value: (row) => (
      <span className={styles.who} style={companyStyle(companyColor(row))}>
        <CompanyMark company={row} size={28} />
        {row.NOM}
      </span>
    ),
  },
  { name: 'key', label: fields.key.label, value: ({ key }) => key },
  { name: 'VILLE', label: fields.VILLE.label, value: ({ VILLE }) => VILLE ?? EMPTY },
  { name: 'FUSEAU', label: fields.FUSEAU.label, value: ({ FUSEAU }) => FUSEAU ?? EMPTY },
  {
    name: 'disabled',
    label: text.state,
    value: ({ disabled }) => (
      <StateChip size="sm" label={disabled ? text.disabled : text.active} color={disabled ? 'red' : 'green'} />
    ),
  },
]

/** `/admin/company`: the companies that the administrators manage (ADM-01, AUT-05). */
export function CompaniesScreen() {
  const [words, type] = useSearchText()
  const listing = useListing({ path: company.path, row: CompanyAnswer, columns, by: BY, paged: true, searched: true })
  const create = (
    <Button component={Link} to={adminPaths.companyCreate.href()} leftSection={<IconPlus size={18} />}>
      {text.create}
    </Button>
  )
  return (
    <>
      <PageHeader title={text.title} subtitle={text.intro} actions={create} />
      <div className={listStyles.bar}>
        <SearchField label={adminText.search} placeholder={adminText.search} value={words} onChange={type} />
      </div>
      <ListingView
        listing={listing}
        label={text.title}
        columns={columns}
        keyOf={({ id }) => id}
        empty={text.empty}
        href={({ id }) => adminPaths.company.href(id)}
        search={{ text: words, of: ({ NOM, key, VILLE }) => `${NOM} ${key} ${VILLE ?? ''}` }}
      />
    </>
  )
}
