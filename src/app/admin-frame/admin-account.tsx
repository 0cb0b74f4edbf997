import { Popover, Switch, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { IconLogout, IconUserCircle } from '@tabler/icons-react'
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { logoutAdmin } from '../../data/session/admin-actions.ts'
import type { AdminSession } from '../../data/session/admin-session.ts'
import { PersonAvatar } from '../../domain/personnels/person-avatar.tsx'
import { mayLogOut } from '../../forms/may-log-out.ts'
import { appText } from '../../text/app.ts'
import { formatDate } from '../../ui/format/format.ts'
import { useIsDark } from '../../ui/hooks/use-is-dark.ts'
import { adminPaths } from '../../ui/navigation/admin-paths.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { AccountButton } from '../account/account-button.tsx'
import accountStyles from '../account/account-menu.module.css'

const { account: text } = appText

const personOf = ({ name }: AdminSession['user']) => ({
  NOM_COMPLET: name,
  INITIALES: name
    .split(/\s+/)
    .map((part) => part.charAt(0).toUpperCase())
    .join('')
    .slice(0, 2),
})

/** My account, the dark switch of this device, and the logout. */
export function AdminAccount({ user }: { user: AdminSession['user'] }) {
  const [opened, setOpened] = useState(false)
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useIsDark()
  const router = useRouter()
  const leave = async (): Promise<void> => {
    if (!(await mayLogOut())) return
    await logoutAdmin()
    await router.navigate({ href: paths.root.href() })
  }
  const person = personOf(user)
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={296} trapFocus returnFocus shadow="sm">
      <Popover.Target>
        <AccountButton person={person} onClick={() => setOpened(!opened)} />
      </Popover.Target>
      <Popover.Dropdown className={accountStyles.dropdown ?? ''} aria-label={text.open}>
        <div className={accountStyles.who}>
          <PersonAvatar person={person} size={35} />
          <div>
            <Text size="sm" fw={600}>
              {user.name}
            </Text>
            <Text size="xs" c="dimmed">
              {user.email}
            </Text>
          </div>
        </div>
        <Switch
          className={accountStyles.section ?? ''}
          labelPosition="left"
          label={text.darkTheme}
          checked={isDark}
          onChange={(event) => setColorScheme(event.currentTarget.checked ? 'dark' : 'light')}
          classNames={{ body: accountStyles.switchBody ?? '', labelWrapper: accountStyles.switchLabel ?? '' }}
        />
        <div className={accountStyles.actions}>
          <Link className={accountStyles.action ?? ''} to={adminPaths.account.href()} onClick={() => setOpened(false)}>
            <IconUserCircle size={20} stroke={1.7} aria-hidden />
            {text.page}
          </Link>
          <UnstyledButton className={accountStyles.action} onClick={() => void leave()}>
            <IconLogout size={20} stroke={1.7} aria-hidden />
            {text.logout}
          </UnstyledButton>
        </div>
        <Text className={accountStyles.build ?? ''} size="xs" c="dimmed">
          {text.build(formatDate(__BUILD_DATE__))}
        </Text>
      </Popover.Dropdown>
    </Popover>
  )
}
