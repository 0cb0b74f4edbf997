import { Popover, Radio, Switch, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { IconHelp, IconLogout, IconUserCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useReferences } from '../../data/records/use-references.ts'
import { useAgencyFilter } from '../../data/session/agency-filter.ts'
import { useLabels, useSession } from '../../data/session/session.tsx'
import { PersonAvatar } from '../../domain/personnels/person-avatar.tsx'
import { appText } from '../../text/app.ts'
import { formatDate } from '../../ui/format/format.ts'
import { useIsDark } from '../../ui/hooks/use-is-dark.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { StateChip } from '../../ui/page/state-chip.tsx'
import { AccountButton } from './account-button.tsx'
import styles from './account-menu.module.css'
import { LogoutFlow } from './logout-flow.tsx'
import { PushSwitch } from './push-switch.tsx'

const { account: text } = appText
const ALL = ''

function Who() {
  const { account } = useSession()
  const { roles } = useLabels()
  const { personnel } = account
  return (
    <div className={styles.who}>
      <PersonAvatar person={personnel} size={35} />
      <div>
        <Text size="sm" fw={600}>
          {personnel.NOM_COMPLET ?? personnel.NOM}
        </Text>
        <div className={styles.roles}>
          {account.roles.map((name) => {
            const role = roles.find((label) => label.name === name)
            return <StateChip key={name} size="sm" label={role?.common_name ?? name} color={role?.color ?? 'grey'} />
          })}
        </div>
      </div>
    </div>
  )
}

function Workspace() {
  const { agences } = useLabels()
  const { agence, setAgence, choices, seesAll } = useAgencyFilter()
  // The session's names are those of the agencies that forms propose; a person may still belong to an archived one.
  const entries = useReferences('AGENCES')
  const [first] = choices
  if (first === undefined) return null
  const nameOf = (id: string): string =>
    entries.find((entry) => entry.id === id)?.LIBELLE ??
    agences.find((label) => label.id === id)?.name ??
    appText.agencies.one
  return (
    <div className={styles.section}>
      <Text size="xs" c="dimmed" id="espace-agence">
        {text.workspace}
      </Text>
      {choices.length === 1 ? (
        <Text size="sm">{nameOf(first)}</Text>
      ) : (
        <Radio.Group
          value={agence ?? ALL}
          onChange={(value) => setAgence(value === ALL ? null : value)}
          aria-labelledby="espace-agence"
        >
          <Radio
            className={styles.choice ?? ''}
            size="sm"
            value={ALL}
            label={seesAll ? appText.agencies.every : text.allAgencies}
          />
          {choices.map((id) => (
            <Radio key={id} className={styles.choice ?? ''} size="sm" value={id} label={nameOf(id)} />
          ))}
        </Radio.Group>
      )}
    </div>
  )
}

function DarkSwitch() {
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useIsDark()
  return (
    <Switch
      className={styles.section ?? ''}
      labelPosition="left"
      label={text.darkTheme}
      checked={isDark}
      onChange={(event) => setColorScheme(event.currentTarget.checked ? 'dark' : 'light')}
      classNames={{ body: styles.switchBody ?? '', labelWrapper: styles.switchLabel ?? '' }}
    />
  )
}

/** The menu itself, around its button. It is loaded when the button is first pressed, so it opens at once and takes the focus. */
export function AccountPanel() {
  const { account, company } = useSession()
  const [opened, setOpened] = useState(false)
  useEffect(() => setOpened(true), [])
  const [leaving, setLeaving] = useState(false)
  return (
    <>
      <Popover opened={opened} onChange={setOpened} position="bottom-end" width={296} trapFocus returnFocus shadow="sm">
        <Popover.Target>
          <AccountButton person={account.personnel} onClick={() => setOpened(!opened)} autoFocus />
        </Popover.Target>
        <Popover.Dropdown className={styles.dropdown ?? ''} aria-label={text.open}>
          <Who />
          <Workspace />
          <DarkSwitch />
          <PushSwitch />
          <div className={styles.actions}>
            <Link className={styles.action ?? ''} to={paths.account.href()} onClick={() => setOpened(false)}>
              <IconUserCircle size={20} stroke={1.7} aria-hidden />
              {text.page}
            </Link>
            {company.AIDE_URL && (
              <a className={styles.action} href={company.AIDE_URL} target="_blank" rel="noreferrer">
                <IconHelp size={20} stroke={1.7} aria-hidden />
                {text.help}
              </a>
            )}
            <UnstyledButton
              className={styles.action}
              onClick={() => {
                setOpened(false)
                setLeaving(true)
              }}
            >
              <IconLogout size={20} stroke={1.7} aria-hidden />
              {text.logout}
            </UnstyledButton>
          </div>
          <Text className={styles.build ?? ''} size="xs" c="dimmed">
            {text.build(formatDate(__BUILD_DATE__))}
          </Text>
        </Popover.Dropdown>
      </Popover>
      {leaving && <LogoutFlow onStay={() => setLeaving(false)} />}
    </>
  )
}
