import { Button } from '@mantine/core'
import { IconDeviceMobile } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { mayUse, seesAgencies } from '../../../schemas/access.ts'
import { isDateTime } from '../../../schemas/dates.ts'
import { ROLE_NAMES } from '../../../schemas/entities/personnel.ts'
import { useLabels } from '../../data/session/session.tsx'
import { useNow } from '../../data/session/use-now.ts'
import { useStaff } from '../../domain/personnels/use-staff.ts'
import { CsvButton, canExport, ListSort } from '../../domain/views/list-tools.tsx'
import { SavedFilters } from '../../domain/views/saved-filters.tsx'
import { useListView } from '../../domain/views/use-list-view.ts'
import { DateField } from '../../forms/fields/date-field.tsx'
import { TimeField } from '../../forms/fields/time-field.tsx'
import { equipeText as text } from '../../text/equipe.ts'
import { resourceText } from '../../text/resource.ts'
import { Select } from '../../ui/controls/choices.tsx'
import { formatShortDay, formatTime } from '../../ui/format/format.ts'
import { ToolbarEnd } from '../../ui/list/list-toolbar.tsx'
import { SearchField } from '../../ui/list/search-field.tsx'
import { SortSelect } from '../../ui/list/sort-bar.tsx'
import { paths } from '../../ui/navigation/paths.ts'
import { useQuery } from '../../ui/navigation/use-query.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import styles from './equipe.module.css'
import { TeamList } from './team-list.tsx'
import { foundBy, useMemberColumns } from './use-member-columns.ts'
import { useTeam } from './use-team.ts'

const ALL = '*'

/** Link to the team's devices: they show whose work has not reached the server. */
function DevicesLink() {
  return (
    <Button
      component={Link}
      to={paths.synchronisation.href()}
      hash="appareils"
      variant="default"
      leftSection={<IconDeviceMobile size={18} aria-hidden />}
    >
      {text.devices}
    </Button>
  )
}

/** « Équipe » (MGR-19): the places of the team, now or at a chosen minute, from this device only; and buttons to reach each person. */
export function EquipeScreen() {
  const [query, setQuery] = useQuery()
  const now = useNow()
  const staff = useStaff()
  const labels = useLabels()
  const chosen = isDateTime(query.moment ?? '') ? (query.moment ?? '') : null
  const at = chosen ?? now
  const { members: team, doubt, isRead } = useTeam(at)
  const listed = useMemo(
    () =>
      team?.filter(
        ({ person }) => query.role === undefined || (person.ROLES as readonly string[]).includes(query.role),
      ),
    [team, query.role],
  )
  const columns = useMemberColumns()
  const view = useListView({ screen: 'equipe', rows: listed, columns, find: foundBy, isRead })
  const { rows: members, typed: search, setTyped: setSearch } = view
  const setMoment = (day: string, time: string) => setQuery({ moment: day && time ? `${day} ${time}` : undefined })
  const reset = () => {
    setSearch('')
    setQuery({ role: undefined, q: undefined })
  }
  return (
    <>
      <PageHeader
        title={text.title}
        subtitle={text.subtitle(chosen ? text.at(formatShortDay(chosen), formatTime(chosen)) : text.now)}
        actions={seesAgencies(staff) ? <DevicesLink /> : undefined}
      />
      <div className={styles.toolbar}>
        <SearchField
          label={text.searchLabel}
          placeholder={text.search}
          value={search}
          onChange={setSearch}
          className={styles.search}
        />
        <Select
          size="md"
          className={styles.role ?? ''}
          aria-label={text.role}
          value={query.role ?? ALL}
          allowDeselect={false}
          onChange={(next) => setQuery({ role: next === ALL ? undefined : (next ?? undefined) })}
          data={[
            { value: ALL, label: text.allRoles },
            ...ROLE_NAMES.map((role) => ({
              value: role,
              label:
                labels.roles.find((one) => one.name === role)?.common_name ??
                resourceText.choices.ROLES?.[role] ??
                role,
            })),
          ]}
        />
        <fieldset className={styles.moment} aria-label={text.when}>
          <DateField
            label={resourceText.dateLabel(text.when)}
            hideLabel
            className={styles.day}
            value={at.slice(0, 10)}
            onChange={(day) => setMoment(day, formatTime(at))}
          />
          <TimeField
            label={resourceText.timeLabel(text.when)}
            className={styles.time}
            value={formatTime(at)}
            onChange={(time) => setMoment(at.slice(0, 10), time)}
          />
          {chosen ? (
            <Button variant="default" h={42} onClick={() => setQuery({ moment: undefined })}>
              {text.backToNow}
            </Button>
          ) : null}
        </fieldset>
        <ToolbarEnd>
          <SortSelect columns={view.columns} order={view.order} onOrder={view.setOrder} />
          <SavedFilters screen="equipe" />
          <CsvButton disabled={!canExport(view)} onPress={view.download} />
        </ToolbarEnd>
      </div>
      {mayUse(staff, 'occupation.read') ? null : <p className={styles.hint}>{text.limited}</p>}
      {doubt ? (
        <p className={styles.hint} role="status">
          {doubt}
        </p>
      ) : null}
      {members && members.length > 0 ? <TeamList members={members} head={<ListSort view={view} />} /> : null}
      {members?.length === 0 ? (
        <EmptyState
          text={team?.length === 0 ? text.nobody : text.empty}
          action={team?.length === 0 ? undefined : <Button onClick={reset}>{text.reset}</Button>}
        />
      ) : null}
    </>
  )
}
