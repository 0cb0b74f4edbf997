import { UnstyledButton } from '@mantine/core'
import type { ComponentProps } from 'react'
import { PersonAvatar } from '../../domain/personnels/person-avatar.tsx'
import { appText } from '../../text/app.ts'
import styles from './account-menu.module.css'

interface AccountButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'style'> {
  person: ComponentProps<typeof PersonAvatar>['person']
}

/** My avatar in the top bar, which opens the account menu. */
export function AccountButton({ person, ...rest }: AccountButtonProps) {
  return (
    <UnstyledButton {...rest} className={styles.button} aria-label={appText.account.open}>
      <PersonAvatar person={person} size={40} />
    </UnstyledButton>
  )
}
