import type { ReactNode } from 'react'
import type { Static, TSchema } from 'typebox'
import { LoadedView } from '../../../domain/online/loaded-view.tsx'
import { useLoad } from '../../../domain/online/use-load.ts'
import { privacyText as text } from '../../../text/admin/privacy.ts'
import { FirstRows } from '../../../ui/list/first-rows.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { AdminList } from '../list/admin-list.tsx'
import type { Column } from '../list/use-sort.ts'
import { adminApi, type Query } from '../online/admin-api.ts'

interface PlainListProps<S extends TSchema> {
  label: string
  path: string
  query: Query
  row: S
  /** They cannot be sorted: the rows stay in the server's order. */
  columns: readonly Omit<Column<Static<S>>, 'sortable'>[]
  keyOf: (row: Static<S>) => string
  actions?: (row: Static<S>, reload: () => void) => ReactNode
}

const UNSORTED = { sortBy: '', sortDesc: false }

/** A list that the server sends whole, in its own order. */
export function PlainList<S extends TSchema>({ label, path, query, row, columns, keyOf, actions }: PlainListProps<S>) {
  const loaded = useLoad(`${path} ${JSON.stringify(query)}`, (signal) => adminApi.list(path, row, { query, signal }))
  return (
    <LoadedView loaded={loaded}>
      {({ data }) =>
        data.length === 0 ? (
          <EmptyState text={text.none} />
        ) : (
          <FirstRows name={label} items={data}>
            {(shown) => (
              <AdminList
                label={label}
                columns={columns.map((column) => ({ ...column, sortable: false as const }))}
                rows={shown}
                keyOf={keyOf}
                sort={UNSORTED}
                onSort={() => undefined}
                actions={actions ? (one) => actions(one, loaded.reload) : undefined}
              />
            )}
          </FirstRows>
        )
      }
    </LoadedView>
  )
}
