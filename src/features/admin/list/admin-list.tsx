import { ActionIcon, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { adminText } from '../../../text/admin/admin.ts'
import { Select } from '../../../ui/controls/choices.tsx'
import { useDesktop } from '../../../ui/hooks/desktop.ts'
import { hrefProps } from '../../../ui/navigation/href-props.ts'
import styles from './list.module.css'
import type { Column, Sort } from './use-sort.ts'

export interface AdminListProps<R> {
  /** Names the list for assistive technology. */
  label: string
  columns: readonly Column<R>[]
  rows: readonly R[]
  keyOf: (row: R) => string
  sort: Sort
  onSort: (column: string) => void
  /** Address of a row's page. */
  href?: ((row: R) => string) | undefined
  actions?: ((row: R) => ReactNode) | undefined
}

/** Rows of the server: a table on a desktop, cards on a phone. The first column names the row and is its link. */
export function AdminList<R>(props: AdminListProps<R>) {
  return useDesktop() ? <Table {...props} /> : <Cards {...props} />
}

function Name<R>({ row, columns, href }: Pick<AdminListProps<R>, 'columns' | 'href'> & { row: R }) {
  const [first] = columns
  if (!first) return null
  if (!href) return <span className={styles.plain}>{first.value(row)}</span>
  return (
    <Link {...hrefProps(href(row))} className={styles.name}>
      {first.value(row)}
    </Link>
  )
}

function Table<R>({ label, columns, rows, keyOf, sort, onSort, href, actions }: AdminListProps<R>) {
  return (
    <div className={`surface ${styles.scroll}`}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.name} column={column} sort={sort} onSort={onSort} />
            ))}
            {actions && (
              <th scope="col">
                <span className="visually-hidden">{adminText.actions}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column, index) => (
                <td key={column.name} data-end={column.end}>
                  {index === 0 ? <Name row={row} columns={columns} href={href} /> : column.value(row)}
                </td>
              ))}
              {actions && (
                <td>
                  <div className={styles.actions}>{actions(row)}</div>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface HeadProps<R> {
  column: Column<R>
  sort: Sort
  onSort: (column: string) => void
}

function Head<R>({ column, sort, onSort }: HeadProps<R>) {
  if (column.sortable === false) {
    return (
      <th scope="col" data-end={column.end}>
        {column.label}
      </th>
    )
  }
  const sorts = sort.sortBy === column.name
  const Arrow = sort.sortDesc ? IconArrowDown : IconArrowUp
  return (
    <th
      scope="col"
      data-end={column.end}
      {...(sorts ? { 'aria-sort': sort.sortDesc ? ('descending' as const) : ('ascending' as const) } : {})}
    >
      <UnstyledButton className={styles.sort} onClick={() => onSort(column.name)}>
        {column.label}
        {sorts && <Arrow size={14} aria-hidden />}
      </UnstyledButton>
    </th>
  )
}

function Cards<R>({ label, columns, rows, keyOf, sort, onSort, href, actions }: AdminListProps<R>) {
  const sortable = columns.filter((column) => column.sortable !== false)
  const Arrow = sort.sortDesc ? IconArrowDown : IconArrowUp
  return (
    <>
      {sortable.length > 0 && rows.length > 1 && (
        <div className={styles.sorting}>
          <Select
            size="md"
            className={styles.sortBy ?? ''}
            aria-label={adminText.sortBy}
            value={sort.sortBy}
            allowDeselect={false}
            onChange={(next) => next !== null && next !== sort.sortBy && onSort(next)}
            data={sortable.map((column) => ({ value: column.name, label: column.label }))}
          />
          <ActionIcon
            variant="default"
            size={44}
            aria-label={sort.sortDesc ? adminText.descending : adminText.ascending}
            onClick={() => onSort(sort.sortBy)}
          >
            <Arrow size={18} />
          </ActionIcon>
        </div>
      )}
      <ul className={`surface ${styles.cards}`} aria-label={label}>
        {rows.map((row) => (
          <li key={keyOf(row)} className={styles.card}>
            <Name row={row} columns={columns} href={href} />
            <dl className={styles.details}>
              {columns.slice(1).map((column) => (
                <div key={column.name}>
                  <dt>{column.label}</dt>
                  <dd>{column.value(row)}</dd>
                </div>
              ))}
            </dl>
            {actions && <div className={styles.actions}>{actions(row)}</div>}
          </li>
        ))}
      </ul>
    </>
  )
}
