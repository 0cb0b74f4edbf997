import { Popover } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { useEffect, useState } from 'react'
import { CALENDAR_PADDING, calendarProps } from '../../../forms/fields/calendar-props.ts'
import { TitleButton } from './title-button.tsx'

interface TitleDatesProps {
  title: string
  /** `yyyy-MM-dd`. */
  date: string
  onDateChange: (date: string) => void
}

/** The agenda's title with a calendar to go to a day. It is loaded when the title is first pressed, so it opens at once. */
export function TitleDates({ title, date, onDateChange }: TitleDatesProps) {
  const [opened, setOpened] = useState(false)
  useEffect(() => setOpened(true), [])
  const choose = (day: string | null): void => {
    setOpened(false)
    if (day) onDateChange(day)
  }
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      trapFocus
      returnFocus
      withinPortal
      shadow="sm"
    >
      <Popover.Target>
        <TitleButton title={title} autoFocus onClick={() => setOpened((open) => !open)} />
      </Popover.Target>
      <Popover.Dropdown p={CALENDAR_PADDING}>
        <DatePicker {...calendarProps} value={date} defaultDate={date} onChange={choose} />
      </Popover.Dropdown>
    </Popover>
  )
}
