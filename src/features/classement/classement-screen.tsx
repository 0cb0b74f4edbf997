import { Button } from '@mantine/core'
import { IconTarget } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useCallback } from 'react'
import { FORMERS, type FormerName, PERIOD_NAMES, PERIODS, type Period } from '../../../schemas/rules/periods.ts'
import type { RankingRow } from '../../../schemas/rules/ranking.ts'
import { useReferences } from '../../data/records/use-references.ts'
import { useSession } from '../../data/session/session.tsx'
import { useNow } from '../../data/session/use-now.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { AgencySelect } from '../../domain/personnels/agency-select.tsx'
import { useMay } from '../../domain/personnels/use-staff.ts'
import { CsvButton } from '../../domain/views/list-tools.tsx'
import { SavedFilters } from '../../domain/views/saved-filters.tsx'
import { useDownload, useOrder } from '../../domain/views/use-list-view.ts'
import { DatesField } from '../../forms/fields/dates-field.tsx'
import { classementText as text } from '../../text/classement.ts'
import { Select } from '../../ui/controls/choices.tsx'
import { formatDate, formatInstant } from '../../ui/format/format.ts'
import { linesOf, sortRows } from '../../ui/list/columns.ts'
import { ToolbarEnd } from '../../ui/list/list-toolbar.tsx'
import { SortSelect } from '../../ui/list/sort-bar.tsx'
import { paths } from '../../ui/navigation/paths.ts'
import { useQuery } from '../../ui/navigation/use-query.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import styles from './classement.module.css'
import { ConversionTable } from './conversion-table.tsx'
import { FigureSheet } from './figure-sheet.tsx'
import { RankingChart } from './ranking-chart.tsx'
import { RANKING_COLUMNS, RankingTable } from './ranking-table.tsx'
import { isSide, isStage, type Side, type Stage } from './ranking-view.ts'
import { periodOfQuery, type Ranking, useRanking } from './use-ranking.ts'
import { VisitsSheet } from './visits-sheet.tsx'

interface PeriodBarProps {
  name: string
  period: Period
  compare: FormerName
  agence: string | null
  onChange: (patch: Record<string, string | undefined>) => void
}

/** The preset, and for a custom period its first and last day, in one field; what it is compared with, and whose figures. */
function PeriodBar({ name, period, compare, agence, onChange }: PeriodBarProps) {
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
      <Select
        size="md"
        label={text.compare}
        className={styles.preset ?? ''}
        allowDeselect={false}
        value={compare}
        onChange={(next) => onChange({ comparer: next === 'year' ? 'an' : undefined })}
        data={Object.entries(FORMERS).map(([value, label]) => ({ value, label }))}
      />
      <AgencySelect
        value={agence}
        onChange={(next) => onChange({ agence: next ?? undefined })}
        className={styles.preset ?? ''}
      />
    </div>
  )
}

/** What the column of the former period says, in words. */
function ComparedNote({ former }: { former: Ranking['former'] }) {
  if (former === null) return <>{text.notCompared}</>
  if ('tooOld' in former) return <>{text.formerTooOld}</>
  const { from, to } = former.period
  return (
    <>
      {text.compared(formatDate(from), formatDate(to))} {former.isPart ? text.comparedPart : null}
    </>
  )
}

/** The list behind the figure that the address names. */
function BehindFigure({ ranking, period }: { ranking: Ranking; period: Period }) {
  const [query, setQuery] = useQuery()
  const row = ranking.rows.find((one) => one.IDPERSONNEL === query.personne)
  const close = () => setQuery({ personne: undefined, cote: undefined, etape: undefined })
  if (!row) return null
  if (isSide(query.cote)) return <FigureSheet row={row} side={query.cote} period={period} onClose={close} />
  if (!isStage(query.etape)) return null
  const count = ranking.conversion?.get(row.IDPERSONNEL)?.[query.etape] ?? 0
  return <VisitsSheet row={row} stage={query.etape} count={count} period={period} onClose={close} />
}

function Figures({ ranking, period }: { ranking: Ranking; period: Period }) {
  const { account } = useSession()
  const zone = useZone()
  const [query, setQuery] = useQuery()
  const open = useCallback(
    (row: RankingRow, side: Side) => setQuery({ personne: row.IDPERSONNEL, cote: side, etape: undefined }),
    [setQuery],
  )
  const [order, setOrder] = useOrder(RANKING_COLUMNS)
  const rows = sortRows(ranking.rows, RANKING_COLUMNS, order)
  const save = useDownload('classement')
  const openStage = useCallback(
    (row: RankingRow, stage: Stage) => setQuery({ personne: row.IDPERSONNEL, etape: stage, cote: undefined }),
    [setQuery],
  )
  if (ranking.rows.length === 0) return <EmptyState text={query.agence ? text.agencyEmpty : text.none} />
  return (
    <>
      {period.from < ranking.since ? <p className={styles.note}>{text.tooOld(formatDate(ranking.since))}</p> : null}
      <div className={styles.tools}>
        <ToolbarEnd>
          <SortSelect columns={RANKING_COLUMNS} order={order} onOrder={setOrder} />
          <SavedFilters screen="classement" />
          <CsvButton disabled={false} onPress={() => save(linesOf(rows, RANKING_COLUMNS))} />
        </ToolbarEnd>
      </div>
      <div className={styles.figures}>
        <RankingChart rows={ranking.rows} me={account.id} />
        <RankingTable ranking={ranking} rows={rows} me={account.id} order={order} onOrder={setOrder} onOpen={open} />
        {ranking.conversion ? (
          <ConversionTable rows={ranking.rows} conversion={ranking.conversion} me={account.id} onOpen={openStage} />
        ) : (
          <p className={styles.note}>{text.conversionUnknown}</p>
        )}
      </div>
      <p className={styles.note}>
        {text.rule} {query.agence ? text.agencyNote : null} <ComparedNote former={ranking.former} /> {text.targetNote}{' '}
        {text.at(formatInstant(ranking.at, zone))}.
      </p>
      <BehindFigure ranking={ranking} period={period} />
    </>
  )
}

/** « Classement » (MGR-05): signed amounts by person in a period, from the figures of the last synchronisation. */
export function ClassementScreen() {
  const [query, setQuery] = useQuery()
  const today = useNow().slice(0, 10)
  const maySetTargets = useMay()('create', 'objectif')
  const agencies = useReferences('AGENCES')
  const agence = agencies.some((one) => one.id === query.agence) ? (query.agence ?? null) : null
  const compare = query.comparer === 'an' ? 'year' : 'before'
  const { name, period } = periodOfQuery(query, today)
  const ranking = useRanking({ period, compare, agence, today })
  return (
    <>
      <PageHeader
        title={text.title}
        subtitle={text.span(formatDate(period.from), formatDate(period.to))}
        actions={
          maySetTargets ? (
            <Button
              component={Link}
              to={paths.objectifs.href()}
              variant="default"
              leftSection={<IconTarget size={18} aria-hidden />}
            >
              {text.setTargets}
            </Button>
          ) : undefined
        }
      />
      <PeriodBar name={name} period={period} compare={compare} agence={agence} onChange={setQuery} />
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
