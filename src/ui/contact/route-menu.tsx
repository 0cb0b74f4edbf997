import { Menu } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type ReactElement, type Ref, useEffect, useRef, useState } from 'react'
import { appText } from '../../text/app.ts'
import { contactLinks, type Place } from './contact-links.ts'
import { keepRouteApp, ROUTE_APPS, useRouteApp } from './route-app.ts'

/**
 * The map apps that lead to a place, open. The one that is taken is the device's from then on.
 * Its own button takes the place of the one that was pressed: the focus comes back to it when the menu closes.
 */
export function RouteMenu({ place, button }: { place: Place; button: (ref: Ref<HTMLButtonElement>) => ReactElement }) {
  const chosen = useRouteApp()
  const [opened, setOpened] = useState(false)
  const shown = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    shown.current?.focus()
    setOpened(true)
  }, [])
  return (
    <Menu position="bottom-end" opened={opened} onChange={setOpened}>
      <Menu.Target>{button(shown)}</Menu.Target>
      <Menu.Dropdown>
        {ROUTE_APPS.map((app) => (
          <Menu.Item
            key={app}
            component="a"
            href={contactLinks[app](place)}
            target="_blank"
            rel="noreferrer"
            rightSection={app === chosen ? <IconCheck size={16} aria-label={appText.contact.usual} /> : null}
            onClick={() => keepRouteApp(app)}
          >
            {appText.contact[app]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
