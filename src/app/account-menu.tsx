import { Menu, Radio, Stack, Switch, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { IconHelp, IconLogout } from '@tabler/icons-react'
import { useState } from 'react'
import { formatDate } from '../components/format.ts'
import { PersonAvatar } from '../components/person-avatar.tsx'
import { StateChip } from '../components/state-chip.tsx'
import { appText } from '../text/app.ts'
import styles from './account-menu.module.css'
import { useAgencyFilter } from './agency-filter.ts'
import { LogoutFlow } from './logout-flow.tsx'
import { useLabels, useSession } from './session.tsx'

const ALL = ''

function Workspace() {
  const { account } = useSession()
  const { agences } = useLabels()
  const { agence, setAgence } = useAgencyFilter()
  if (account.agences.length === 0) return null
  const nameOf = (id: string): string => agences.find((label) => label.id === id)?.name ?? id
  const { account: text } = appText
  return (
    <div className={styles.section}>
      <Text size="xs" c="dimmed" id="espace-agence">
        {text.workspace}
      </Text>
      {account.agences.length === 1 ? (
        <Text size="sm">{nameOf(account.agences[0] ?? '')}</Text>
      ) : (
        <Radio.Group
          value={agence ?? ALL}
          onChange={(value) => setAgence(value === ALL ? null : value)}
          aria-labelledby="espace-agence"
        >
          <Stack gap={10} mt={8}>
            <Radio size="sm" value={ALL} label={text.allAgencies} />
            {account.agences.map((id) => (
              <Radio key={id} size="sm" value={id} label={nameOf(id)} />
            ))}
          </Stack>
        </Radio.Group>
      )}
    </div>
  )
}

function DarkSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Switch
      className={styles.section ?? ''}
      labelPosition="left"
      label={appText.account.darkTheme}
      checked={colorScheme === 'dark'}
      onChange={(event) => setColorScheme(event.currentTarget.checked ? 'dark' : 'light')}
      classNames={{ body: styles.switchBody ?? '' }}
    />
  )
}

/** Who I am, with what rights, where, and the device's settings (TEN-07). */
export function AccountMenu() {
  const { account, company } = useSession()
  const { roles } = useLabels()
  const [leaving, setLeaving] = useState(false)
  const { personnel } = account
  const { account: text } = appText
  return (
    <>
      <Menu position="bottom-end" width={288} withinPortal>
        <Menu.Target>
          <UnstyledButton className={styles.button} aria-label={text.open}>
            <PersonAvatar person={personnel} size={40} />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown className={styles.dropdown ?? ''}>
          <div className={styles.who}>
            <PersonAvatar person={personnel} size={35} />
            <div>
              <Text size="sm" fw={600}>
                {personnel.NOM_COMPLET ?? personnel.NOM}
              </Text>
              <div className={styles.roles}>
                {account.roles.map((name) => {
                  const role = roles.find((label) => label.name === name)
                  return (
                    <StateChip key={name} size="sm" label={role?.common_name ?? name} color={role?.color ?? 'grey'} />
                  )
                })}
              </div>
            </div>
          </div>
          <Workspace />
          <DarkSwitch />
          <Menu.Divider />
          {company.AIDE_URL && (
            <Menu.Item
              component="a"
              href={company.AIDE_URL}
              target="_blank"
              rel="noreferrer"
              leftSection={<IconHelp size={18} stroke={1.7} />}
            >
              {text.help}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconLogout size={18} stroke={1.7} />} onClick={() => setLeaving(true)}>
            {text.logout}
          </Menu.Item>
          <Menu.Divider />
          <Text className={styles.build ?? ''} size="xs" c="dimmed">
            {text.build(formatDate(__BUILD_DATE__))}
          </Text>
        </Menu.Dropdown>
      </Menu>
      {leaving && <LogoutFlow onStay={() => setLeaving(false)} />}
    </>
  )
}
