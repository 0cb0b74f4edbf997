import { Button } from '@mantine/core'
import { IconCar } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { client as clientEntity } from '../../../schemas/entities/client.ts'
import { entityOf } from '../../../schemas/resources.ts'
import { isDebriefed } from '../../../schemas/rules/debrief.ts'
import { type Travel, travelBetween } from '../../../schemas/rules/travel.ts'
import { useMay } from '../../domain/personnels/use-staff.ts'
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
import { currentIndex } from './day-items.ts'
import { adresseIdOf, type MyDay, type MyItem } from './use-day.ts'

/** Warnings are only shown for routes still ahead. */
function TravelRow({ travel, ahead }: { travel: Travel; ahead: boolean }) {
  const warning = !ahead ? null : travel.gap < 0 ? text.overlap : travel.tight ? text.tight : null
  return (
    <li className={styles.travel} title={text.travelHint}>
      <span className={styles.travelRail} aria-hidden>
        <IconCar size={16} stroke={1.7} />
      </span>
      <span>
        {text.travel(text.km(formatCount(travel.km)), text.minutes(travel.minutes))}
        {warning === null ? null : <strong className={styles.tight}> · {warning}</strong>}
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

interface ItemRowProps {
  item: MyItem
  day: MyDay
  now: string
  /** Running, or the next one: its details are open. */
  current: boolean
}

function ItemRow({ item, day, now, current }: ItemRowProps) {
  const natureOf = useNatures()
  const allowed = useMay()
  const projet = day.projets?.get(item.record.IDPROJET ?? '')
  const client = day.clients?.get(projet?.IDCLIENT ?? '')
  const adresse = day.adresses?.get(adresseIdOf(item, day) ?? '')
  const label = entityOf(item.kind).label(item.record as never)
  const name = client ? clientEntity.label(client) : label
  const phone = client?.PORTABLE ?? client?.TELEPHONE
  const place = adresse?.ADRESSE_COMPLETE ?? adresse?.VILLE
  const nature =
    item.kind === 'rdv' ? natureOf(item.record.IDNATURE_RDV) : { label: text.intervention, color: '#d9730d' }
  const toDebrief = item.kind === 'rdv' && item.end <= now && !isDebriefed(item.record) && allowed('debrief', 'rdv')
  return (
    <li className={styles.item} data-past={item.end <= now || undefined} data-current={current || undefined}>
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

/** « Aujourd'hui »: my day from top to bottom, with the routes between items and the present time. */
export function TodayTimeline({ day, now }: { day: MyDay; now: string }) {
  const { items } = day
  const current = currentIndex(items, now)
  const placeOf = (item: MyItem) => day.adresses?.get(adresseIdOf(item, day) ?? '')
  return (
    <ol className={styles.timeline}>
      {items.map((item, index) => {
        const before = items[index - 1]
        const travel =
          before &&
          travelBetween({ end: before.end, place: placeOf(before) }, { start: item.start, place: placeOf(item) })
        const nowStands = item.start > now && (before === undefined || before.start <= now)
        return (
          <Fragment key={item.id}>
            {travel ? <TravelRow travel={travel} ahead={item.start > now} /> : null}
            {nowStands ? <NowRow now={now} /> : null}
            <ItemRow item={item} day={day} now={now} current={index === current} />
          </Fragment>
        )
      })}
    </ol>
  )
}
