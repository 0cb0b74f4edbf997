import { ActionIcon, type ActionIconProps, type ElementProps } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { agendaText as text } from '../../../text/agenda.ts'

/** « … » beside the views. */
export function OptionsButton(props: ElementProps<'button', keyof ActionIconProps>) {
  return (
    <ActionIcon {...props} variant="default" size={36} aria-label={text.options} title={text.options}>
      <IconDots size={20} aria-hidden />
    </ActionIcon>
  )
}
