import { Menu } from '@mantine/core'
import { IconBeach, IconCalendarShare, IconPrinter } from '@tabler/icons-react'
import { agendaText as text } from '../../../text/agenda.ts'

export interface AgendaOptions {
  onSubscribe?: (() => void) | undefined
  /** Adds an absence or a meeting. */
  onAbsence?: (() => void) | undefined
}

/** The actions of an agenda: add an absence, print, subscribe. */
export function OptionItems({ onSubscribe, onAbsence }: AgendaOptions) {
  return (
    <>
      {onAbsence ? (
        <Menu.Item h={44} leftSection={<IconBeach size={18} aria-hidden />} onClick={onAbsence}>
          {text.absence}
        </Menu.Item>
      ) : null}
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
