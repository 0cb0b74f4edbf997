import { Menu } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { appText } from '../../text/app.ts'
import { contactLinks, type Place } from './contact-links.ts'
import { keepRouteApp, ROUTE_APPS, useRouteApp } from './route-app.ts'

/** The entries of « Itinéraire »: the map apps that lead to a place. The one that is taken is the device's from then on. */
export function RouteItems({ place }: { place: Place }) {
  const chosen = useRouteApp()
  return ROUTE_APPS.map((app) => (
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
  ))
}
