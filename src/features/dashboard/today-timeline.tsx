import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCar, IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import { client as clientEntity } from '../../../schemas/entities/client.ts'
import { entityOf } from '../../../schemas/resources.ts'
import { isDebriefed } from '../../../schemas/rules/debrief.ts'
import { endedByReport } from '../../../schemas/rules/raf.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { useReferences } from '../../data/records/use-references.ts'
import { useMay } from '../../domain/personnels/use-staff.ts'
import { StopChip } from '../../domain/projets/stop-chip.tsx'
import { type StopOf, useStops } from '../../domain/projets/use-stops.ts'
import { useNatures } from '../../domain/records/record-rows.tsx'
import { SyncChip } from '../../domain/records/record-sync.tsx'
import { dashboardText as text } from '../../text/dashboard.ts'
import { CallButton } from '../../ui/contact/call-button.tsx'
import { ContactActions } from '../../ui/contact/contact-actions.tsx'
import { formatCount, formatTime } from '../../ui/format/format.ts'
import { RowLink } from '../../ui/list/row-link.tsx'
import { paths } from '../../ui/navigation/paths.ts'
import { StateChip } from '../../ui/page/state-chip.tsx'
import styles from './dashboard.module.css'
import { splitDay, type Way, waysOf } from './day-items.ts'
import { adresseIdOf, type MyDay, type MyItem } from './use-day.ts'

/** The way to the next item; red, and in words, where it does not fit (CAL-06). */
function WayRow({ way: { travel, late, overlaps } }: { way: Way }) {
  const words = late
    ? text.late({ km: formatCount(late.km), minutes: late.minutes, gap: late.gap })
    : overlaps
      ? text.overlap
      : null
  if (words === null && travel === null) return null
  return (
    <li className={styles.travel} title={text.travelHint} data-late={words === null ? undefined : true}>
      <span className={styles.travelRail} aria-hidden>
        {words === null ? <IconCar size={16} stroke={1.7} /> : <IconAlertTriangle size={16} stroke={1.9} />}
      </span>
      <span>
        {words ?? (travel ? text.travel(text.km(formatCount(travel.km)), text.minutes(travel.minutes)) : null)}
      </span>
    </li>
  )
}

function NowRow({ now }: { now: string }) {
  return (
    <li className={styles.now}>
      <span className={styles.nowTime}>{formatTime(now)}</span>
      <span className={styles.nowLine} aria-hidden />
      <span className="visually-hidden">{text.now}</span>
    </li>
  )
}

/**
 * Which items wait for a debrief of this person, as « Reste à faire » says it (MGR-13): nothing of what was stopped, and no measure or meeting whose
 * report is written. Until the reports are read, none of these does.
 */
function useNeedsDebrief(items: readonly MyItem[], now: string, stopOf: StopOf): (item: MyItem) => boolean {
  const mayDebrief = useMay()('debrief', 'rdv')
  const natures = useReferences('NATURE_RDV')
  const past = items.filter((item) => item.kind === 'rdv' && item.end <= now && !isDebriefed(item.record))
  const ids = past.map(({ id }) => id)
  const soumissions = useLiveList(
    'soumission',
    mayDebrief && ids.length > 0 ? { selector: { CLE_RDV: { $in: ids } } } : null,
  )
  const isEnded = endedByReport(natures, soumissions ?? ids.map((IDRDV) => ({ IDRDV })))
  return (item) =>
    mayDebrief && item.kind === 'rdv' && ids.includes(item.id) && !isEnded(item.record) && stopOf(item.record) === null
}

interface ItemRowProps {
  item: MyItem
  day: MyDay
  now: string
  /** Running, or the next one: its details are open. */
  current: boolean
  stopOf: StopOf
  needsDebrief: (item: MyItem) => boolean
}

function ItemRow({ item, day, now, current, stopOf, needsDebrief }: ItemRowProps) {
  const natureOf = useNatures()
  const projet = day.projets?.get(item.record.IDPROJET ?? '')
  const client = day.clients?.get(projet?.IDCLIENT ?? '')
  const adresse = day.adresses?.get(adresseIdOf(item, day) ?? '')
  const label = entityOf(item.kind).label(item.record as never)
  const name = client ? clientEntity.label(client) : label
  const phone = client?.PORTABLE ?? client?.TELEPHONE
  const place = adresse?.ADRESSE_COMPLETE ?? adresse?.VILLE
  const nature =
    item.kind === 'rdv' ? natureOf(item.record.IDNATURE_RDV) : { label: text.intervention, color: '#d9730d' }
  const toDebrief = needsDebrief(item)
  const stop = stopOf(item.record)
  return (
    <li
      className={styles.item}
      data-past={item.end <= now || undefined}
      data-current={current || undefined}
      data-struck={stop !== null || undefined}
    >
      <div className={styles.hours}>
        <time>{formatTime(item.start)}</time>
        <time>{formatTime(item.end)}</time>
      </div>
      <span className={styles.node} style={{ background: nature.color }} aria-hidden />
      <div className={styles.what}>
        <div className={styles.whatHead}>
          <RowLink href={paths.resource.view(item.kind, item.id)} className={styles.name} inset>
            {name}
          </RowLink>
          <StateChip label={nature.label} color={nature.color} size="sm" />
          {stop === null ? null : <StopChip stop={stop} />}
          <SyncChip state={item.record.sync.state} />
        </div>
        {client && label !== name ? <div className={styles.object}>{label}</div> : null}
        {place ? <div className={styles.place}>{place}</div> : null}
        {current ? (
          <div className={styles.contact}>
            <ContactActions
              phone={phone}
              place={
                place && adresse ? { label: place, LATITUDE: adresse.LATITUDE, LONGITUDE: adresse.LONGITUDE } : null
              }
            />
          </div>
        ) : null}
      </div>
      {toDebrief ? (
        <Button
          component={Link}
          to={paths.debrief.href(item.id)}
          variant="default"
          className={`${styles.side} ${styles.debrief}`}
        >
          {text.debrief}
        </Button>
      ) : null}
      {!toDebrief && !current && phone ? (
        <CallButton phone={phone} label={text.call(name)} className={styles.side} />
      ) : null}
    </li>
  )
}

/** What is over today, folded: the next thing is what one looks for. What still needs its debrief is counted. */
function PastItems({ items, ...rest }: { items: readonly MyItem[] } & Omit<ItemRowProps, 'item' | 'current'>) {
  const [open, setOpen] = useState(false)
  const waiting = items.filter(rest.needsDebrief).length
  if (items.length === 0) return null
  return (
    <div className={styles.pastItems}>
      <Button
        variant="subtle"
        color="ardoise"
        h={44}
        aria-expanded={open}
        rightSection={open ? <IconChevronUp size={16} aria-hidden /> : <IconChevronDown size={16} aria-hidden />}
        onClick={() => setOpen(!open)}
      >
        {text.past(items.length, waiting)}
      </Button>
      {open ? (
        <ol className={styles.timeline}>
          {items.map((item) => (
            <ItemRow key={item.key} item={item} {...rest} current={false} />
          ))}
        </ol>
      ) : null}
    </div>
  )
}

/** Until the projects are read. */
const NONE_STOPPED: StopOf = () => null

/** « Aujourd'hui »: what runs or comes next at the top, then the rest of the day with the ways between, and what is over, folded. */
export function TodayTimeline({ day, now }: { day: MyDay; now: string }) {
  const { items } = day
  const stopOf = useStops(items.map(({ record }) => record)) ?? NONE_STOPPED
  const rest = { day, now, stopOf, needsDebrief: useNeedsDebrief(items, now, stopOf) }
  const { ahead, past } = splitDay(items, now)
  const ways = waysOf(items, (item) => day.adresses?.get(adresseIdOf(item, day) ?? ''))
  // A day that is over is looked at for what is still to be entered.
  if (ahead.length === 0) {
    return (
      <ol className={styles.timeline}>
        {past.map((item) => (
          <ItemRow key={item.key} item={item} {...rest} current={false} />
        ))}
      </ol>
    )
  }
  return (
    <>
      <ol className={styles.timeline}>
        {ahead.map((item, index) => {
          const before = ahead[index - 1]
          const way = ways.get(item.key)
          const nowStands = item.start > now && (before === undefined || before.start <= now)
          return (
            <Fragment key={item.key}>
              {/* The way to what has begun is made. */}
              {way && item.start > now ? <WayRow way={way} /> : null}
              {nowStands ? <NowRow now={now} /> : null}
              <ItemRow item={item} {...rest} current={index === 0} />
            </Fragment>
          )
        })}
      </ol>
      <PastItems items={past} {...rest} />
    </>
  )
}
