import { Button } from '@mantine/core'
import { IconMail, IconPhone } from '@tabler/icons-react'
import type { AgencyCard, PersonCard } from '../../../schemas/space/cards.ts'
import { spaceText as text } from '../../text/space.ts'
import { contactLinks } from '../../ui/contact/contact-links.ts'
import { formatPhone } from '../../ui/format/format.ts'
import { addressLine, personName } from './people.ts'
import styles from './space.module.css'

const ICON = 22

function Call({ phone, name }: { phone: string | null; name: string }) {
  if (!phone) return null
  return (
    <Button
      component="a"
      href={contactLinks.call(phone)}
      variant="default"
      leftSection={<IconPhone size={ICON} aria-hidden />}
      aria-label={`${text.cards.call(name)}, ${formatPhone(phone)}`}
    >
      {formatPhone(phone)}
    </Button>
  )
}

/** The sales rep: name, e-mail, mobile (SPA-03). */
export function RepCard({ person }: { person: PersonCard }) {
  const name = personName(person)
  return (
    <div className={styles.card}>
      <p className={styles.muted}>{text.cards.rep}</p>
      <h3>{name}</h3>
      <div className={styles.links}>
        <Call phone={person.TELEPHONE_PORTABLE} name={name} />
        {person.MAIL && (
          <Button
            component="a"
            href={contactLinks.mail(person.MAIL)}
            variant="default"
            className={styles.address ?? ''}
            leftSection={<IconMail size={ICON} aria-hidden />}
            aria-label={`${text.cards.mail(name)}, ${person.MAIL}`}
          >
            {person.MAIL}
          </Button>
        )}
      </div>
    </div>
  )
}

/** The agency: name, address, postcode, town, phone (SPA-03). */
export function AgencyPanel({ agency }: { agency: AgencyCard }) {
  const address = addressLine(agency)
  return (
    <div className={styles.card}>
      <p className={styles.muted}>{text.cards.agency}</p>
      <h3>{agency.NOM_AGENCE}</h3>
      {address === null ? null : <p>{address}</p>}
      <Call phone={agency.TELEPHONE} name={agency.NOM_AGENCE} />
    </div>
  )
}
