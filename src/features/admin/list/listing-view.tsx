import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { holdsWords } from '../../../../schemas/search.ts'
import { LoadedView } from '../../../domain/online/loaded-view.tsx'
import { adminText } from '../../../text/admin/admin.ts'
import { formatCount } from '../../../ui/format/format.ts'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { AdminList } from './admin-list.tsx'
import styles from './list.module.css'
import { type Listing, PAGE_ROWS } from './use-listing.ts'
import type { Column } from './use-sort.ts'

export interface ListingViewProps<R> {
  listing: Listing<R>
  label: string
  columns: readonly Column<R>[]
  keyOf: (row: R) => string
  empty: string
  emptyAction?: ReactNode
  href?: ((row: R) => string) | undefined
  actions?: ((row: R) => ReactNode) | undefined
  /** Searches the loaded rows during typing, in the text that this gives of a row. */
  search?: { text: string; of: (row: R) => string } | undefined
}

const found = <R,>(rows: readonly R[], search: ListingViewProps<R>['search']): readonly R[] =>
  search && search.text.trim() !== '' ? rows.filter((row) => holdsWords(search.of(row), search.text)) : rows

/** A list in each of its states (loading, empty, failed), and its pages. */
export function ListingView<R>(props: ListingViewProps<R>) {
  const { listing, label, columns, keyOf, empty, emptyAction, href, actions, search } = props
  return (
    <LoadedView loaded={listing.loaded}>
      {({ data, total = data.length }) => {
        const rows = found(data, search)
        if (rows.length === 0) {
          const isSearch = data.length > 0 || (search !== undefined && search.text.trim() !== '')
          return <EmptyState text={isSearch ? adminText.nothingFound : empty} action={emptyAction} />
        }
        return (
          <>
            <AdminList
              label={label}
              columns={columns}
              rows={rows}
              keyOf={keyOf}
              sort={listing.sort}
              onSort={listing.chooseSort}
              href={href}
              actions={actions}
            />
            <Pager listing={listing} shown={rows.length} total={total} />
          </>
        )
      }}
    </LoadedView>
  )
}

function Pager<R>({ listing, shown, total }: { listing: Listing<R>; shown: number; total: number }) {
  const { page, setPage } = listing
  const last = Math.max(1, Math.ceil(total / PAGE_ROWS))
  return (
    <div className={styles.foot}>
      <span role="status">{adminText.count(formatCount(shown), formatCount(total))}</span>
      {total > shown && last > 1 && (
        <>
          <Button variant="default" disabled={page <= 1} onClick={() => setPage(page - 1)}>
            {adminText.previous}
          </Button>
          <span>{adminText.page(page, last)}</span>
          <Button variant="default" disabled={page >= last} onClick={() => setPage(page + 1)}>
            {adminText.next}
          </Button>
        </>
      )}
    </div>
  )
}
