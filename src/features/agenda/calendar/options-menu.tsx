import { Menu } from '@mantine/core'
import { useEffect, useState } from 'react'
import { type AgendaOptions, OptionItems } from './option-items.tsx'
import { OptionsButton } from './options-button.tsx'

/** The desktop's menu « … ». It is loaded when its button is first pressed, so it opens at once. */
export function OptionsMenu({ onSubscribe, onAbsence }: AgendaOptions) {
  const [opened, setOpened] = useState(false)
  useEffect(() => setOpened(true), [])
  return (
    <Menu position="bottom-end" withinPortal opened={opened} onChange={setOpened}>
      <Menu.Target>
        <OptionsButton autoFocus />
      </Menu.Target>
      <Menu.Dropdown>
        <OptionItems onSubscribe={onSubscribe} onAbsence={onAbsence} />
      </Menu.Dropdown>
    </Menu>
  )
}
