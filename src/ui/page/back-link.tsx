import { ActionIcon, type ActionIconProps } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { appText } from '../../text/app.ts'
import { useLeave } from '../navigation/use-leave.ts'

/**
 * The arrow « Retour »: a press leads to where one came from, with its filters and place; without a former page, and in a new tab, it leads to `to`
 * (an href).
 */
export function BackLink({ to, size, ...look }: { to: string; size: number } & ActionIconProps) {
  const leave = useLeave(to)
  const onClick = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    leave()
  }
  return (
    <ActionIcon component={Link} to={to} onClick={onClick} size={size} aria-label={appText.back} {...look}>
      <IconArrowLeft size={size / 2} />
    </ActionIcon>
  )
}
