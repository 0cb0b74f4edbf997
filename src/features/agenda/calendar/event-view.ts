import { Fragment, h, type JSX, render } from 'preact'
import { agendaText as text } from '../../../text/agenda.ts'
import { type AgendaEvent, debriefLabel, eventLabel, isMovable, timePart } from './agenda-event.ts'
import { eventColors } from './event-color.ts'

/** Strokes of the marks (Tabler's clock, alert, check, x, minus, door; MIT). */
const STROKES: Record<string, string[]> = {
  clock: ['M3 12a9 9 0 1 0 18 0a9 9 0 0 0 -18 0', 'M12 7v5l3 3'],
  alert: [
    'M12 9v4',
    'M10.4 3.6 2.3 17.1a1.9 1.9 0 0 0 1.6 2.9h16.2a1.9 1.9 0 0 0 1.6 -2.9L13.6 3.6a1.9 1.9 0 0 0 -3.2 0z',
    'M12 16h.01',
  ],
  // An hourglass: for too little time.
  warning: ['M6.5 7h11', 'M6.5 17h11', 'M6 20v-2a6 6 0 1 1 12 0v2z', 'M6 4v2a6 6 0 1 0 12 0v-2z'],
  '1': [
    'M14 8V6a2 2 0 0 0 -2 -2H5a2 2 0 0 0 -2 2v12a2 2 0 0 0 2 2h7a2 2 0 0 0 2 -2v-2',
    'M20 12H10l3 -3',
    'M13 15l-3 -3',
  ],
  '2': ['M5 12h14'],
  '3': ['M18 6 6 18', 'M6 6l12 12'],
  '4': ['m5 12 5 5L20 7'],
}

const mark = (name: string, title: string): JSX.Element =>
  h(
    'svg',
    { class: `agenda-mark agenda-mark-${name}`, viewBox: '0 0 24 24', 'aria-hidden': 'true' },
    h('title', {}, title),
    (STROKES[name] ?? []).map((d) => h('path', { d, key: d })),
  )

/** « En attente » or refused, conflicts with the day, and the debrief: pictures here, words in the event's label. */
function marks(event: AgendaEvent): JSX.Element {
  const debrief = debriefLabel(event)
  return h('span', { class: 'agenda-marks' }, [
    event.refused ? mark('alert', text.refusedHint) : event.pending ? mark('clock', text.pendingHint) : null,
    event.warnings ? mark('warning', event.warnings.join(' · ')) : null,
    debrief ? mark(String(event.debrief), debrief) : null,
  ])
}

const colorStyle = (event: AgendaEvent) => {
  if (event.busy) return {}
  const { background, text: color } = eventColors(event.color)
  return { '--event-background': background, '--event-text': color }
}

const classOf = (base: string, { busy, href, stopped }: AgendaEvent): string =>
  [base, busy && 'is-busy', href !== undefined && 'is-link', stopped && 'is-stopped'].filter(Boolean).join(' ')

/** A block on the hours: time, object, client; the handle at its bottom changes the end. */
export const TimeBlock = ({ event, readOnly }: { event: AgendaEvent; readOnly: boolean }): JSX.Element =>
  h('div', { class: classOf('agenda-block', event), style: colorStyle(event) }, [
    h('div', { class: 'agenda-block-top', key: 'top' }, [
      h('span', { class: 'agenda-hours', key: 'hours' }, [
        timePart(event.start),
        h('span', { class: 'agenda-hours-end', key: 'end' }, ` – ${timePart(event.end)}`),
      ]),
      marks(event),
    ]),
    h('div', { class: 'agenda-block-title', key: 'title' }, event.title || text.untitled),
    event.subtitle ? h('div', { class: 'agenda-block-subtitle', key: 'subtitle' }, event.subtitle) : null,
    readOnly || !isMovable(event) ? null : h('div', { class: 'agenda-resize', 'data-resize': '', key: 'resize' }),
  ])

/** One line: in a cell of the month, or in the band of appointments of several days. */
export const LineBlock = ({ event, hours }: { event: AgendaEvent; hours: boolean }): JSX.Element =>
  h('div', { class: classOf('agenda-line', event), style: colorStyle(event) }, [
    h(Fragment, {}, hours ? h('span', { class: 'agenda-hours' }, timePart(event.start)) : null),
    h('span', { class: 'agenda-line-title' }, event.title || text.untitled),
    marks(event),
  ])

/** grid-keyboard.ts */
const SHORTCUTS = 'Alt+ArrowUp Alt+ArrowDown Alt+ArrowLeft Alt+ArrowRight Alt+Shift+ArrowUp Alt+Shift+ArrowDown'

/**
 * Draws an event where Schedule-X asks for its content, and names the focusable element around it: Schedule-X gives the
 * button role but no label. A taken time is no button, and takes no focus: it is read, with its hours and its person.
 */
export function drawInto(wrapper: HTMLElement | null, event: AgendaEvent, content: JSX.Element): void {
  if (!wrapper) return
  const block = wrapper.closest('.sx__event')
  block?.setAttribute('aria-label', eventLabel(event))
  if (event.busy && event.href === undefined) {
    block?.setAttribute('role', 'img')
    block?.removeAttribute('tabindex')
  } else if (isMovable(event)) block?.setAttribute('aria-keyshortcuts', SHORTCUTS)
  render(content, wrapper)
}
