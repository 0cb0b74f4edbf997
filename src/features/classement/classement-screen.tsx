import { Button, Select } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useCallback } from 'react'
import { PERIOD_NAMES, PERIODS, type Period } from '../../../schemas/rules/periods.ts'
import type { RankingRow } from '../../../schemas/rules/ranking.ts'
import { useSession } from '../../data/session/session.tsx'
import { useNow } from '../../data/session/use-now.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { CsvButton } from '../../domain/views/list-tools.tsx'
import { SavedFilters } from '../../domain/views/saved-filters.tsx'
import { useDownload, useOrder } from '../../domain/views/use-list-view.ts'
import { DatesField } from '../../forms/fields/dates-field.tsx'
import { classementText as text } from '../../text/classement.ts'
import { formatDate, formatInstant } from '../../ui/format/format.ts'
import { linesOf, sortRows } from '../../ui/list/columns.ts'
import { SortSelect } from '../../ui/list/sort-bar.tsx'
import { paths } from '../../ui/navigation/paths.ts'
import { useQuery } from '../../ui/navigation/use-query.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import styles from './classement.module.css'
import { FigureSheet } from './figure-sheet.tsx'
import { RankingChart } from './ranking-chart.tsx'
import { RANKING_COLUMNS, RankingTable } from './ranking-table.tsx'
import { isSide, type Side } from './ranking-view.ts'
import { periodOfQuery, type Ranking, useRanking } from './use-ranking.ts'

interface PeriodBarProps {
  name: string
  period: Period
  onChange: (patch: Record<string, string | undefined>) => void
}

/** The preset, and for a custom period its first and last day, in one field. */
function PeriodBar({ name, period, onChange }: PeriodBarProps) {
  const choose = (next: string | null): void =>
    next === 'custom'
      ? onChange({ periode: 'custom', du: period.from, au: period.to })
      : onChange({ periode: next === 'current_month' ? undefined : (next ?? undefined), du: undefined, au: undefined })
  return (
    <div className={styles.toolbar}>
      <Select
        size="md"
        label={text.period}
        className={styles.preset ?? ''}
        allowDeselect={false}
        value={name}
        onChange={choose}
        data={PERIOD_NAMES.map((value) => ({ value, label: PERIODS[value] }))}
        maxDropdownHeight={420}
      />
      {name === 'custom' ? (
        <DatesField
          mode="range"
          label={text.custom}
          className={styles.days}
          value={[period.from, period.to]}
          onChange={([du, au]) => du !== undefined && au !== undefined && onChange({ du, au })}
        />
      ) : null}
    </div>
  )
}

function Figures({ ranking, period }: { ranking: Ranking; period: Period }) {
  const { account } = useSession()
  const zone = useZone()
  const [query, setQuery] = useQuery()
  const open = useCallback(
    (row: RankingRow, side: Side) => setQuery({ personne: row.IDPERSONNEL, cote: side }),
    [setQuery],
  )
  const row = ranking.rows.find((one) => one.IDPERSONNEL === query.personne)
  const side = isSide(query.cote) ? query.cote : null
  const [order, setOrder] = useOrder(RANKING_COLUMNS)
  const rows = sortRows(ranking.rows, RANKING_COLUMNS, order)
  const save = useDownload('classement')
  if (ranking.rows.length === 0) return <EmptyState text={text.none} />
  return (
    <>
      {period.from < ranking.since ? <p className={styles.note}>{text.tooOld(formatDate(ranking.since))}</p> : null}
      <div className={styles.tools}>
        <SortSelect columns={RANKING_COLUMNS} order={order} onOrder={setOrder} />
        <SavedFilters screen="classement" />
        <CsvButton disabled={false} onPress={() => save(linesOf(rows, RANKING_COLUMNS))} />
      </div>
      <div className={styles.figures}>
        <RankingChart rows={ranking.rows} me={account.id} />
        <RankingTable rows={rows} me={account.id} order={order} onOrder={setOrder} onOpen={open} />
      </div>
      <p className={styles.note}>
        {text.rule} {text.at(formatInstant(ranking.at, zone))}.
      </p>
      {row && side ? (
        <FigureSheet
          row={row}
          side={side}
          period={period}
          onClose={() => setQuery({ personne: undefined, cote: undefined })}
        />
      ) : null}
    </>
  )
}

/** « Classement » (MGR-05): signed amounts by person in a period, from the figures of the last synchronisation. */
export function ClassementScreen() {
  const [query, setQuery] = useQuery()
  const today = useNow().slice(0, 10)
  const { name, period } = periodOfQuery(query, today)
  const ranking = useRanking(period)
  return (
    <>
      <PageHeader title={text.title} subtitle={text.span(formatDate(period.from), formatDate(period.to))} />
      <PeriodBar name={name} period={period} onChange={setQuery} />
      {ranking ? <Figures ranking={ranking} period={period} /> : null}
      {ranking === null ? (
        <EmptyState
          text={text.noFigures}
          action={
            <Button component={Link} to={paths.synchronisation.href()} variant="default">
              {text.toSync}
            </Button>
          }
        />
      ) : null}
    </>
  )
}
