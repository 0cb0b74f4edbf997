import { ActionIcon, Button } from '@mantine/core'
import { IconChevronDown, IconNavigation } from '@tabler/icons-react'
import type { Ref } from 'react'
import { appText } from '../../text/app.ts'
import { useLater } from '../hooks/use-later.ts'
import styles from './contact-actions.module.css'
import { contactLinks, type Place } from './contact-links.ts'
import { useRouteApp } from './route-app.ts'
import { loadRouteMenu, RouteChoice } from './route-choice.tsx'

const ICON = 18
const { contact } = appText

interface Given {
  onClick?: () => void
  ref?: Ref<HTMLButtonElement>
}

const first = (given: Given) => (
  <Button variant="default" leftSection={<IconNavigation size={ICON} />} aria-haspopup="menu" {...given}>
    {contact.route}
  </Button>
)

const other = (given: Given) => (
  <ActionIcon
    variant="default"
    size="auto"
    aria-haspopup="menu"
    aria-label={contact.otherApp}
    title={contact.otherApp}
    {...given}
  >
    <IconChevronDown size={ICON} />
  </ActionIcon>
)

/** « Itinéraire »: asks for the application the first time, then opens the device's own, with the choice of another beside it. */
export function RouteButton({ place }: { place: Place }) {
  const app = useRouteApp()
  useLater(loadRouteMenu)
  if (app === null)
    return <RouteChoice place={place} closed={(onClick) => first({ onClick })} button={(ref) => first({ ref })} />
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
      <RouteChoice place={place} closed={(onClick) => other({ onClick })} button={(ref) => other({ ref })} />
    </div>
  )
}
