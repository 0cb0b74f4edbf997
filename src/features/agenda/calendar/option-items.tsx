import { Menu } from '@mantine/core'
import { IconCalendarShare, IconPrinter } from '@tabler/icons-react'
import { agendaText as text } from '../../../text/agenda.ts'

export interface AgendaOptions {
  onSubscribe?: (() => void) | undefined
}

/** The actions of an agenda: print, subscribe. */
export function OptionItems({ onSubscribe }: AgendaOptions) {
  return (
    <>
      <Menu.Item h={44} leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => window.print()}>
        {text.print}
      </Menu.Item>
      {onSubscribe ? (
        <Menu.Item h={44} leftSection={<IconCalendarShare size={18} aria-hidden />} onClick={onSubscribe}>
          {text.subscribe}
        </Menu.Item>
      ) : null}
    </>
  )
}
