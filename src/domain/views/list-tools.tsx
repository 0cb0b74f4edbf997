import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { listViewsText as text } from '../../text/list-views.ts'
import { PlainButton } from '../../ui/controls/plain-button.tsx'
import { ListToolbar, ToolbarEnd, toolbarItem } from '../../ui/list/list-toolbar.tsx'
import { SearchField } from '../../ui/list/search-field.tsx'
import { SortBar, SortSelect } from '../../ui/list/sort-bar.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { SavedFilters } from './saved-filters.tsx'
import type { ListView } from './use-list-view.ts'
import { useWhenWhole } from './use-when-whole.ts'

/** Saves what a list shows as a CSV file, once this device has received everything. */
export function CsvButton({ disabled, onPress }: { disabled: boolean; onPress: () => void }) {
  const whenWhole = useWhenWhole()
  return (
    <PlainButton
      label={text.export}
      icon={<IconDownload size={18} stroke={1.7} />}
      disabled={disabled}
      onClick={() => whenWhole(onPress)}
    />
  )
}

/** Whether a list has a file: it has rows, and all that stands in it is read. */
export const canExport = ({ isRead, rows }: Pick<ListView<unknown>, 'isRead' | 'rows'>): boolean =>
  isRead && rows !== undefined && rows.length > 0

/** Above a list: its search, the screen's own filters, its order on a phone, its saved filters and its file. */
export function ListTools<R>({
  view,
  search = text.search,
  label = text.searchLabel,
  children,
}: {
  view: ListView<R>
  /** What can be typed. */
  search?: string
  /** Name of the search for assistive technology. */
  label?: string
  /** The screen's own filters. */
  children?: ReactNode
}) {
  return (
    <ListToolbar>
      <SearchField
        label={label}
        placeholder={search}
        value={view.typed}
        onChange={view.setTyped}
        className={toolbarItem.search}
      />
      {children}
      <ToolbarEnd>
        <SortSelect columns={view.columns} order={view.order} onOrder={view.setOrder} />
        <SavedFilters screen={view.screen} />
        <CsvButton disabled={!canExport(view)} onPress={view.download} />
      </ToolbarEnd>
    </ListToolbar>
  )
}

/** The headers that sort a list of cards. */
export const ListSort = <R,>({ view }: { view: ListView<R> }) => (
  <SortBar columns={view.columns} order={view.order} onOrder={view.setOrder} />
)

/** A search that finds nothing in a list that has rows. */
export function NothingFound<R>({ view }: { view: ListView<R> }) {
  return (
    <EmptyState
      text={text.emptySearch(view.typed.trim())}
      action={<Button onClick={() => view.setTyped('')}>{text.clearSearch}</Button>}
    />
  )
}
