import { ActionIcon, Button, Indicator } from '@mantine/core'
import { IconCalendarDot, IconChevronLeft, IconChevronRight, IconPlus, IconUsers } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { isoWeek, today } from '../../../../schemas/dates.ts'
import { AGENDA_VIEWS, type AgendaViewName, calendarTitle, moveDate } from '../../../../schemas/rules/calendar.ts'
import { agendaText as text } from '../../../text/agenda.ts'
import { Segments } from '../../../ui/controls/segments.tsx'
import { useLater } from '../../../ui/hooks/use-later.ts'
import type { AgendaPerson } from './agenda-event.ts'
import { OptionsButton } from './options-button.tsx'
import { TitleButton } from './title-button.tsx'
import { ViewButton } from './view-button.tsx'

const loadOptions = () => import('./options-menu.tsx')
const OptionsMenu = lazy(async () => ({ default: (await loadOptions()).OptionsMenu }))
const loadMenu = () => import('./view-menu.tsx')
const ViewMenu = lazy(async () => ({ default: (await loadMenu()).ViewMenu }))
const loadDates = () => import('./title-dates.tsx')
const TitleDates = lazy(async () => ({ default: (await loadDates()).TitleDates }))
const preloadMenu = (): void => void Promise.all([loadMenu(), loadOptions(), loadDates()]).catch(() => undefined)

const DESKTOP_VIEWS: AgendaViewName[] = ['timeGridDay', '4day', 'timeGridWeek', 'month', 'category', 'listWeek']
/** Views whose own header shows the week number. */
const HEADED = new Set<AgendaViewName>(['4day', 'timeGridWeek', 'week', 'category'])

export interface AgendaToolbarProps {
  view: AgendaViewName
  date: string
  timeZone: string
  phone: boolean
  /** Appointments of the Sunday that the view hides. */
  hiddenSunday: { day: string; count: number } | null
  readOnly: boolean
  people: readonly AgendaPerson[]
  onChoosePeople?: (() => void) | undefined
  onSubscribe?: (() => void) | undefined
  onAbsence?: (() => void) | undefined
  onViewChange: (view: AgendaViewName) => void
  onDateChange: (date: string) => void
  onOpenDay: (day: string) => void
  onCreate: () => void
}

/** Title and week number; a press on the title opens a calendar. */
function Title({
  view,
  date,
  phone,
  onDateChange,
}: Pick<AgendaToolbarProps, 'view' | 'date' | 'phone' | 'onDateChange'>) {
  const [pressed, setPressed] = useState(false)
  // On a phone the strip under the title already shows the days.
  const title = calendarTitle(phone ? AGENDA_VIEWS.month : AGENDA_VIEWS[view], date)
  const button = <TitleButton title={title} onClick={() => setPressed(true)} />
  return (
    <div className="agenda-title">
      {pressed ? (
        <Suspense fallback={button}>
          <TitleDates title={title} date={date} onDateChange={onDateChange} />
        </Suspense>
      ) : (
        button
      )}
      {view === 'month' || (!phone && HEADED.has(view)) ? null : (
        <span className="agenda-title-week">{text.week(isoWeek(date).week)}</span>
      )}
    </div>
  )
}

/** A phone's list of views; a desktop shows them side by side. Only the button, until it is first pressed. */
function PhoneViews(props: AgendaToolbarProps) {
  const { view } = props
  const [pressed, setPressed] = useState(false)
  useLater(preloadMenu)
  const button = <ViewButton view={view} aria-haspopup="menu" onClick={() => setPressed(true)} />
  if (!pressed) return button
  return (
    <Suspense fallback={button}>
      <ViewMenu {...props} />
    </Suspense>
  )
}

/** The desktop's menu « … »: print, subscribe. */
function Options(props: AgendaToolbarProps) {
  const [pressed, setPressed] = useState(false)
  useLater(preloadMenu)
  const button = <OptionsButton aria-haspopup="menu" onClick={() => setPressed(true)} />
  if (!pressed) return button
  return (
    <Suspense fallback={button}>
      <OptionsMenu {...props} />
    </Suspense>
  )
}

/** The people whose agenda is shown; the number tells that it is not only mine. */
function PeopleButton({ people, onChoosePeople }: Pick<AgendaToolbarProps, 'people' | 'onChoosePeople'>) {
  return (
    <Indicator label={people.length} size={16} disabled={people.length < 2} offset={4} color="vert">
      <ActionIcon
        variant="default"
        size={36}
        onClick={onChoosePeople}
        aria-label={text.peopleShown(people.map((person) => person.name).join(', '))}
        title={text.persons}
      >
        <IconUsers size={20} aria-hidden />
      </ActionIcon>
    </Indicator>
  )
}

export function AgendaToolbar(props: AgendaToolbarProps) {
  const { view, date, timeZone, phone, hiddenSunday, onDateChange } = props
  const go = (step: -1 | 1) => onDateChange(moveDate(AGENDA_VIEWS[view], date, step))
  const size = phone ? 44 : 36
  const arrows = (
    <div className="agenda-arrows">
      <ActionIcon variant="subtle" color="gray" size={size} onClick={() => go(-1)} aria-label={text.previous}>
        <IconChevronLeft size={20} aria-hidden />
      </ActionIcon>
      <ActionIcon variant="subtle" color="gray" size={size} onClick={() => go(1)} aria-label={text.next}>
        <IconChevronRight size={20} aria-hidden />
      </ActionIcon>
    </div>
  )
  const goToday = () => onDateChange(today(timeZone))
  if (phone) {
    return (
      <div className="agenda-toolbar is-phone">
        <Title {...props} />
        <ActionIcon variant="subtle" color="gray" size={size} onClick={goToday} aria-label={text.today}>
          <IconCalendarDot size={22} aria-hidden />
        </ActionIcon>
        {arrows}
        <PhoneViews {...props} />
      </div>
    )
  }
  return (
    <div className="agenda-toolbar">
      <Button variant="default" onClick={goToday}>
        {text.today}
      </Button>
      {arrows}
      <Title {...props} />
      <div className="agenda-toolbar-end">
        {hiddenSunday ? (
          <Button variant="subtle" color="gray" size="compact-sm" onClick={() => props.onOpenDay(hiddenSunday.day)}>
            {text.hiddenSunday(hiddenSunday.count)}
          </Button>
        ) : null}
        {props.onChoosePeople ? <PeopleButton {...props} /> : null}
        <Segments
          small
          label={text.view}
          value={view}
          onChange={props.onViewChange}
          data={DESKTOP_VIEWS.map((name) => ({ value: name, label: text.views[name] }))}
        />
        <Options {...props} />
        {props.readOnly ? null : (
          <Button
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={props.onCreate}
            aria-label={text.create}
            title={text.create}
          >
            {text.createShort}
          </Button>
        )}
      </div>
    </div>
  )
}
