import { ActionIcon, Menu } from '@mantine/core'
import { IconMail, IconMessage, IconNavigation, IconPhone, type TablerIcon } from '@tabler/icons-react'
import { appText } from '../../text/app.ts'
import { contactLinks, type Place } from './contact-links.ts'
import { useRouteApp } from './route-app.ts'
import { RouteItems } from './route-items.tsx'

const ICON = 20
const SIZE = 44
const { contact } = appText

function Way({
  href,
  label,
  icon: Icon,
  away = false,
}: {
  href: string
  label: string
  icon: TablerIcon
  /** Another page: the app stays open. */
  away?: boolean
}) {
  return (
    <ActionIcon
      component="a"
      href={href}
      {...(away ? { target: '_blank', rel: 'noreferrer' } : {})}
      variant="default"
      size={SIZE}
      aria-label={label}
      title={label}
    >
      <Icon size={ICON} stroke={1.7} />
    </ActionIcon>
  )
}

/** Appeler, SMS, Mail, Itinéraire in a row of a list, where words would not fit. Unknown numbers and addresses have no button. */
export function ContactIcons({
  name,
  phone,
  mobile,
  email,
  place,
}: {
  /** The person of each button, for assistive technology. */
  name: string
  phone?: string | null | undefined
  mobile?: string | null | undefined
  email?: string | null | undefined
  place?: Place | null | undefined
}) {
  const app = useRouteApp()
  return (
    <>
      {phone ? <Way href={contactLinks.call(phone)} label={contact.of(contact.call, name)} icon={IconPhone} /> : null}
      {mobile ? <Way href={contactLinks.sms(mobile)} label={contact.of(contact.sms, name)} icon={IconMessage} /> : null}
      {email ? <Way href={contactLinks.mail(email)} label={contact.of(contact.mail, name)} icon={IconMail} /> : null}
      {place && app ? (
        <Way
          href={contactLinks[app](place)}
          label={contact.of(contact.routeBy(contact[app]), name)}
          icon={IconNavigation}
          away
        />
      ) : null}
      {place && !app ? (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon
              variant="default"
              size={SIZE}
              aria-label={contact.of(contact.route, name)}
              title={contact.of(contact.route, name)}
            >
              <IconNavigation size={ICON} stroke={1.7} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <RouteItems place={place} />
          </Menu.Dropdown>
        </Menu>
      ) : null}
    </>
  )
}
