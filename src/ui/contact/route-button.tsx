import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconChevronDown, IconNavigation } from '@tabler/icons-react'
import { appText } from '../../text/app.ts'
import styles from './contact-actions.module.css'
import { contactLinks, type Place } from './contact-links.ts'
import { useRouteApp } from './route-app.ts'
import { RouteItems } from './route-items.tsx'

const ICON = 18
const { contact } = appText

/** « Itinéraire »: asks for the application the first time, then opens the device's own, with the choice of another beside it. */
export function RouteButton({ place }: { place: Place }) {
  const app = useRouteApp()
  if (app === null) {
    return (
      <Menu position="bottom-start">
        <Menu.Target>
          <Button variant="default" leftSection={<IconNavigation size={ICON} />}>
            {contact.route}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <RouteItems place={place} />
        </Menu.Dropdown>
      </Menu>
    )
  }
  return (
    <div className={styles.route}>
      <Button
        component="a"
        href={contactLinks[app](place)}
        target="_blank"
        rel="noreferrer"
        variant="default"
        leftSection={<IconNavigation size={ICON} />}
        aria-label={contact.routeBy(contact[app])}
        title={contact.routeBy(contact[app])}
      >
        {contact.route}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size="auto" aria-label={contact.otherApp} title={contact.otherApp}>
            <IconChevronDown size={ICON} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <RouteItems place={place} />
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}
