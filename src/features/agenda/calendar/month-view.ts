import { createPreactView, viewMonthGrid } from '@schedule-x/calendar'
import { h, type JSX, render } from 'preact'
import { formatDay, isoWeek } from '../../../../schemas/dates.ts'
import { visibleDays } from '../../../../schemas/rules/calendar.ts'
import { agendaText as text } from '../../../text/agenda.ts'
import { dayPart } from './agenda-event.ts'
import type { SxApp, SxView } from './schedule-x-types.ts'
import { NoHeader, rangeOf, type ViewContext } from './time-view.ts'

/** Our week numbers beside Schedule-X's month: its own are wrong in years that start on a Friday or later. */
function MonthView({ $app, id }: { $app: SxApp; id: string }): JSX.Element {
  const days = visibleDays({ type: 'month' }, $app.datePickerState.selectedDate.value.toString())
  const mondays = days.filter((_, i) => i % 7 === 0)
  const Grid = viewMonthGrid.Component as (props: { $app: SxApp; id: string }) => JSX.Element
  return h('div', { id, class: 'agenda-month' }, [
    h(
      'div',
      { class: 'agenda-month-names', key: 'names', 'aria-hidden': 'true' },
      days.slice(0, 7).map((day) => h('span', { key: day }, formatDay(day, 'ddd'))),
    ),
    h(
      'ol',
      { class: 'agenda-weeks', key: 'weeks' },
      mondays.map((day) =>
        h('li', { key: day, 'aria-label': text.week(isoWeek(day).week) }, text.weekShort(isoWeek(day).week)),
      ),
    ),
    h(Grid, { $app, id: `${id}-grid`, key: 'grid' }),
  ])
}

/** Draws the number of a month's day as a button to that day, and gives the cell, which Schedule-X labels, a role. */
export function drawMonthDate(wrapper: HTMLElement | null, context: ViewContext): void {
  const cell = wrapper?.closest<HTMLElement>('.sx__month-grid-day')
  const day = cell?.dataset.date
  if (!wrapper || !cell || !day) return
  cell.setAttribute('role', 'group')
  const isToday = day === dayPart(context.now.value)
  render(
    h(
      'button',
      {
        type: 'button',
        class: `agenda-month-date${isToday ? ' is-today' : ''}`,
        'aria-label': text.openDay(day),
        onClick: () => context.onOpenDay(day),
      },
      String(Number(day.slice(8))),
    ),
    wrapper,
  )
}

export const monthView = (): SxView =>
  createPreactView({
    name: 'month',
    label: 'month',
    hasSmallScreenCompat: true,
    hasWideScreenCompat: true,
    backwardForwardFn: (date) => date,
    backwardForwardUnits: 1,
    setDateRange: (config) => rangeOf('month', config),
    HeaderComponent: NoHeader,
    Component: MonthView,
  })
