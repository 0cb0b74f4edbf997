import { Menu } from '@mantine/core'
import { IconCheck, IconUsers } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { AgendaViewName } from '../../../../schemas/rules/calendar.ts'
import { agendaText as text } from '../../../text/agenda.ts'
import { type AgendaOptions, OptionItems } from './option-items.tsx'
import { ViewButton } from './view-button.tsx'

const ALL_VIEWS: AgendaViewName[] = ['timeGridDay', '4day', 'timeGridWeek', 'week', 'month', 'category', 'listWeek']

interface ViewMenuProps extends AgendaOptions {
  onChoosePeople?: (() => void) | undefined
  view: AgendaViewName
  onViewChange: (view: AgendaViewName) => void
}

/** A phone's list of views, and the desktop's other menu entries. It is loaded when its button is first pressed, so it opens at once. */
export function ViewMenu({ view, onViewChange, onChoosePeople, onSubscribe, onAbsence }: ViewMenuProps) {
  const [opened, setOpened] = useState(false)
  useEffect(() => setOpened(true), [])
  return (
    <Menu position="bottom-end" withinPortal opened={opened} onChange={setOpened}>
      <Menu.Target>
        <ViewButton view={view} autoFocus />
      </Menu.Target>
      <Menu.Dropdown>
        {ALL_VIEWS.map((name) => (
          <Menu.Item
            key={name}
            h={44}
            onClick={() => onViewChange(name)}
            aria-current={name === view ? true : undefined}
            rightSection={name === view ? <IconCheck size={16} aria-hidden /> : undefined}
          >
            {text.views[name]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        {onChoosePeople ? (
          <Menu.Item h={44} leftSection={<IconUsers size={18} aria-hidden />} onClick={onChoosePeople}>
            {text.persons}
          </Menu.Item>
        ) : null}
        <OptionItems onSubscribe={onSubscribe} onAbsence={onAbsence} />
      </Menu.Dropdown>
    </Menu>
  )
}
