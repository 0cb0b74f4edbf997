import { ActionIcon, Menu } from '@mantine/core'
import { IconMail, IconMessage, IconNavigation, IconPhone } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { appText } from '../../text/app.ts'
import { PlainButton } from '../controls/plain-button.tsx'
import { contactLinks, type Place } from './contact-links.ts'
import { useRouteApp } from './route-app.ts'
import { RouteItems } from './route-items.tsx'

const { contact } = appText

const ICON = { size: 20, stroke: 1.7 }
const PHONE = <IconPhone {...ICON} />
const MESSAGE = <IconMessage {...ICON} />
const MAIL = <IconMail {...ICON} />
const ROUTE = <IconNavigation {...ICON} />

/** « Itinéraire » of somebody who has not chosen a map app: the choice, open. */
function RouteMenu({ label, place }: { label: string; place: Place }) {
  const [opened, setOpened] = useState(false)
  const target = useRef<HTMLButtonElement>(null)
  // It takes the place of the button that was pressed: the focus comes back to it when the menu closes.
  useEffect(() => {
    target.current?.focus()
    setOpened(true)
  }, [])
  return (
    <Menu position="bottom-end" opened={opened} onChange={setOpened}>
      <Menu.Target>
        <ActionIcon ref={target} variant="default" size={44} aria-label={label} title={label}>
          {ROUTE}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <RouteItems place={place} />
      </Menu.Dropdown>
    </Menu>
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
  // Every menu is work for its row: it is drawn when somebody asks for it.
  const [asksRoute, setAsksRoute] = useState(false)
  return (
    <>
      {phone ? (
        <PlainButton outside={contactLinks.call(phone)} label={contact.of(contact.call, name)} icon={PHONE} />
      ) : null}
      {mobile ? (
        <PlainButton outside={contactLinks.sms(mobile)} label={contact.of(contact.sms, name)} icon={MESSAGE} />
      ) : null}
      {email ? (
        <PlainButton outside={contactLinks.mail(email)} label={contact.of(contact.mail, name)} icon={MAIL} />
      ) : null}
      {place && app ? (
        <PlainButton
          outside={contactLinks[app](place)}
          label={contact.of(contact.routeBy(contact[app]), name)}
          icon={ROUTE}
          away
        />
      ) : null}
      {place && !app && asksRoute ? <RouteMenu label={contact.of(contact.route, name)} place={place} /> : null}
      {place && !app && !asksRoute ? (
        <PlainButton label={contact.of(contact.route, name)} icon={ROUTE} onClick={() => setAsksRoute(true)} />
      ) : null}
    </>
  )
}
