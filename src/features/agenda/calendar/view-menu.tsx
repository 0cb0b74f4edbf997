import { Menu } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { AgendaViewName } from '../../../../schemas/rules/calendar.ts'
import { agendaText as text } from '../../../text/agenda.ts'
import { ViewButton } from './view-button.tsx'

const ALL_VIEWS: AgendaViewName[] = ['timeGridDay', '4day', 'timeGridWeek', 'week', 'month', 'listWeek']

interface ViewMenuProps {
  view: AgendaViewName
  onViewChange: (view: AgendaViewName) => void
}

/** The list of views. It comes when its button is first pressed, so it opens at once. */
export function ViewMenu({ view, onViewChange }: ViewMenuProps) {
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
      </Menu.Dropdown>
    </Menu>
  )
}
