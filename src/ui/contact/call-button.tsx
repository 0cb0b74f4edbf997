import { ActionIcon } from '@mantine/core'
import { IconPhone } from '@tabler/icons-react'
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
    <ActionIcon
      component="a"
      href={contactLinks.call(phone)}
      variant="subtle"
      color="vert"
      size={44}
      className={`${above} ${className}`}
      aria-label={label}
    >
      <IconPhone size={20} stroke={1.7} />
    </ActionIcon>
  )
}
