import { Menu } from '@mantine/core'
import { appText } from '../../text/app.ts'
import { contactLinks, type Place } from './contact-links.ts'

/** The entries of « Itinéraire »: the map apps that lead to a place. */
export function RouteItems({ place }: { place: Place }) {
  return (['waze', 'plans', 'google'] as const).map((app) => (
    <Menu.Item key={app} component="a" href={contactLinks[app](place)} target="_blank" rel="noreferrer">
      {appText.contact[app]}
    </Menu.Item>
  ))
}
