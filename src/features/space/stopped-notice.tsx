import { useCompany } from '../../data/session/session.tsx'
import { spaceText } from '../../text/space.ts'
import { contactLinks } from '../../ui/contact/contact-links.ts'
import { formatPhone } from '../../ui/format/format.ts'
import styles from './space.module.css'

/** For a quote or an order of a stopped project: nothing is asked here any more, and whom to call. What an order owes stays due. */
export function StoppedNotice({ of = 'quote' }: { of?: 'quote' | 'order' }) {
  const phone = useCompany()?.TELEPHONE
  return (
    <p className={styles.notice} role="status">
      {of === 'quote' ? spaceText.quotePage.said.arrete : spaceText.stoppedOrder}
      {phone ? (
        <>
          {' '}
          <a href={contactLinks.call(phone)}>{`${spaceText.rdvLink.call} ${formatPhone(phone)}`}</a>
        </>
      ) : null}
    </p>
  )
}
