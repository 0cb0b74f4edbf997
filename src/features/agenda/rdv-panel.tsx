import { Anchor, Button, CloseButton, Group, Stack, Text } from '@mantine/core'
import { IconArrowsMove, IconCalendarSearch, IconClipboardCheck, IconHourglass, IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useEarlyRows } from '../../data/database/early-rows-context.ts'
import { useLiveRecord } from '../../data/records/use-live.ts'
import { NO_RECORDS, useRecords } from '../../data/records/use-records.ts'
import { useMay } from '../../domain/personnels/use-staff.ts'
import { AnswerChip } from '../../domain/rdv/answer-chip.tsx'
import { placeIdOf } from '../../domain/rdv/place-of.ts'
import { agendaText as text } from '../../text/agenda.ts'
import { ContactActions } from '../../ui/contact/contact-actions.tsx'
import { formatLongDay } from '../../ui/format/format.ts'
import { useDesktop } from '../../ui/hooks/desktop.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { StateChip } from '../../ui/page/state-chip.tsx'
import classes from './agenda-screen.module.css'
import { type AgendaEvent, isSeveralDays, slotLabel } from './calendar/agenda-event.ts'
import { eventColors } from './calendar/event-color.ts'
import { EventMarks } from './calendar/event-marks.tsx'

const ICON = 18
const EARLY = { early: true }

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.line}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

export interface RdvPanelProps {
  id: string
  event: AgendaEvent | undefined
  /** It has started: the debrief is the first action. */
  started: boolean
  onMove: () => void
  onReschedule: () => void
  onClose?: () => void
}

function MoveActions({ id, onMove, onReschedule }: Pick<RdvPanelProps, 'id' | 'onMove' | 'onReschedule'>) {
  // A move would wait for the local database, unseen; a form opens and waits in sight.
  const waits = useEarlyRows() !== null
  return (
    <>
      <Button
        size="md"
        variant="default"
        leftSection={<IconArrowsMove size={ICON} aria-hidden />}
        disabled={waits}
        onClick={onMove}
      >
        {text.move}
      </Button>
      <Button
        component={Link}
        to={paths.resource.edit('rdv', id)}
        size="md"
        variant="default"
        leftSection={<IconPencil size={ICON} aria-hidden />}
      >
        {text.edit}
      </Button>
      <Button
        size="md"
        variant="subtle"
        className={classes.wide ?? ''}
        leftSection={<IconCalendarSearch size={ICON} aria-hidden />}
        disabled={waits}
        onClick={onReschedule}
      >
        {text.reschedule}
      </Button>
    </>
  )
}

/** All details of one appointment that are needed on the way: client, place, call, route, then debrief, change, move. */
export function RdvPanel({ id, event, started, onMove, onReschedule, onClose }: RdvPanelProps) {
  const rdv = useLiveRecord('rdv', id, EARLY)
  const projet = useLiveRecord('projet', rdv?.IDPROJET, EARLY)
  const client = useLiveRecord('client', projet?.IDCLIENT, EARLY)
  const adresse = useLiveRecord('adresse', placeIdOf(rdv, projet, client), EARLY)
  const desktop = useDesktop()
  const allowed = useMay()
  const people = useRecords('personnel', rdv?.IDPERSONNELS ?? [], { stale: true, early: true }) ?? NO_RECORDS
  if (rdv === undefined) return null
  if (rdv === null || !event) return <Text c="dimmed">{text.gone}</Text>

  const name = client ? [client.NOM, client.PRENOM].filter(Boolean).join(' ') : null
  const place = adresse?.ADRESSE_COMPLETE ?? adresse?.VILLE
  const mayMove = allowed('update', 'rdv')
  const toDebrief = started && event.debrief === 0
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <div>
          <h2 className={classes.object}>{event.title || text.untitled}</h2>
          <Text size="sm" c="dimmed">
            {isSeveralDays(event) ? slotLabel(event) : `${formatLongDay(event.start)}, ${slotLabel(event)}`}
          </Text>
        </div>
        {onClose ? <CloseButton size="lg" aria-label={text.close} onClick={onClose} /> : null}
      </Group>
      <Group gap={6}>
        <StateChip label={event.natureLabel} color={eventColors(event.color).background} />
        <AnswerChip rdv={rdv} />
        <EventMarks event={event} />
      </Group>
      {event.warnings ? (
        <ul className={classes.warnings} aria-label={text.warnings}>
          {event.warnings.map((warning) => (
            <li key={warning}>
              <IconHourglass size={ICON} aria-hidden />
              {warning}
            </li>
          ))}
        </ul>
      ) : null}
      <ContactActions
        phone={client?.PORTABLE ?? client?.TELEPHONE}
        place={place && adresse ? { label: place, LATITUDE: adresse.LATITUDE, LONGITUDE: adresse.LONGITUDE } : null}
      />
      <dl className={classes.lines}>
        {client && name ? (
          <Line label={text.client}>
            <Anchor component={Link} size="sm" to={paths.resource.view('client', client.IDCLIENT)}>
              {name}
            </Anchor>
            {client.PORTABLE ? <span className={classes.aside}>{client.PORTABLE}</span> : null}
          </Line>
        ) : null}
        {place ? <Line label={text.address}>{place}</Line> : null}
        {projet ? (
          <Line label={text.project}>
            <Anchor component={Link} size="sm" to={paths.resource.view('projet', projet.IDPROJET)}>
              {projet.DESCRIPTION?.split('\n')[0] || text.project}
            </Anchor>
          </Line>
        ) : null}
        {people.size > 1 ? (
          <Line label={text.people}>{[...people.values()].map((person) => person.NOM_COMPLET).join(', ')}</Line>
        ) : null}
        {rdv.OBSERVATIONS ? <Line label={text.notes}>{rdv.OBSERVATIONS}</Line> : null}
      </dl>
      <div className={classes.actions}>
        {allowed('debrief', 'rdv') && !event.stopped ? (
          <Button
            component={Link}
            to={`${paths.resource.view('rdv', id)}/debrief`}
            size="md"
            variant={toDebrief ? 'filled' : 'default'}
            className={classes.wide ?? ''}
            leftSection={<IconClipboardCheck size={ICON} aria-hidden />}
          >
            {event.debrief ? text.debriefAgain : text.debriefAction}
          </Button>
        ) : (
          <Button component={Link} to={paths.resource.view('rdv', id)} size="md" className={classes.wide ?? ''}>
            {text.open}
          </Button>
        )}
        {mayMove && !event.stopped ? <MoveActions id={id} onMove={onMove} onReschedule={onReschedule} /> : null}
      </div>
      {desktop && mayMove && !event.stopped ? (
        <Text size="xs" c="dimmed">
          {text.keyboard}
        </Text>
      ) : null}
    </Stack>
  )
}
