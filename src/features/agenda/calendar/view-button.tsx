import { Button, type ButtonProps, type ElementProps } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { AgendaViewName } from '../../../../schemas/rules/calendar.ts'
import { agendaText as text } from '../../../text/agenda.ts'

interface ViewButtonProps extends ElementProps<'button', keyof ButtonProps> {
  view: AgendaViewName
}

/** The phone's button that names the view and opens the list of views. */
export function ViewButton({ view, ...rest }: ViewButtonProps) {
  return (
    <Button
      {...rest}
      variant="default"
      size="md"
      px="sm"
      rightSection={<IconChevronDown size={16} aria-hidden />}
      aria-label={`${text.view} : ${text.views[view]}`}
    >
      {text.views[view]}
    </Button>
  )
}
