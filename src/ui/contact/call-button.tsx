import { IconPhone } from '@tabler/icons-react'
import { PlainButton } from '../controls/plain-button.tsx'
import { above } from '../list/row-link.tsx'
import { contactLinks } from './contact-links.ts'

/** Calls a person of a list, beside the name that opens their row. */
export function CallButton({
  phone,
  label,
  className = '',
}: {
  phone: string
  /** The name of the person whom it calls. */
  label: string
  className?: string | undefined
}) {
  return (
    <PlainButton
      look="green"
      label={label}
      outside={contactLinks.call(phone)}
      className={`${above} ${className}`}
      icon={<IconPhone size={20} stroke={1.7} />}
    />
  )
}
