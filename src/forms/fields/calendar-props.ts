import { resourceText } from '../../text/resource.ts'
import styles from './calendar.module.css'

/** What the calendars of all date fields have in common: days large enough for a finger, names for their buttons, colours that can be read. */
export const calendarProps = {
  size: 'md',
  classNames: { day: styles.day ?? '' },
  ariaLabels: resourceText.calendar,
} as const

/** Space around a calendar, px: with it, a calendar fits a window of 320 px. */
export const CALENDAR_PADDING = 4
