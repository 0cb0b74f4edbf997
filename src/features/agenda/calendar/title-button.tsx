import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { agendaText as text } from '../../../text/agenda.ts'

interface TitleButtonProps extends ComponentProps<'button'> {
  title: string
}

/** What the agenda shows; a press lets one choose a day. */
export function TitleButton({ title, ...rest }: TitleButtonProps) {
  return (
    <UnstyledButton {...rest} className="agenda-title-button" aria-haspopup="dialog" title={text.chooseDate}>
      <h2>{title}</h2>
      <IconChevronDown size={16} aria-hidden />
    </UnstyledButton>
  )
}
