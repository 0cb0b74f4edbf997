import { Button, Text } from '@mantine/core'
import { IconFingerprint, IconKey, IconQrcode } from '@tabler/icons-react'
import type { Passkey } from '../../../schemas/second-factor.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { securiteText } from '../../text/securite.ts'
import { formatInstant } from '../../ui/format/format.ts'
import { Panel, PanelEmpty } from '../../ui/page/panel.tsx'
import styles from './second-factor.module.css'

const { app, keys: keysText, codes, remove, required } = securiteText

function RemoveButton({ of, onRemove }: { of: string; onRemove: () => void }) {
  return (
    <Button variant="default" size="md" onClick={onRemove} aria-label={`${remove} : ${of}`}>
      {remove}
    </Button>
  )
}

interface AppPanelProps {
  on: boolean
  /** The account must keep this one: it cannot be removed. */
  locked: boolean
  onAdd: () => void
  onRemove: () => void
}

/** The authenticator app. */
export function AppPanel({ on, locked, onAdd, onRemove }: AppPanelProps) {
  return (
    <Panel title={app.title}>
      <p className={styles.about}>{app.about}</p>
      <PanelEmpty text={on ? app.on : app.off} />
      <div className={styles.actions}>
        <Button
          variant={on ? 'default' : 'filled'}
          size="md"
          leftSection={<IconQrcode size={20} aria-hidden />}
          onClick={onAdd}
        >
          {on ? app.replace : app.add}
        </Button>
        {on && !locked ? <RemoveButton of={app.title} onRemove={onRemove} /> : null}
      </div>
      {on && locked ? <p className={styles.about}>{required}</p> : null}
    </Panel>
  )
}

interface KeysPanelProps {
  keys: readonly Passkey[]
  locked: boolean
  onAdd: () => void
  onRemove: (key: Passkey) => void
}

/** The account's keys, each with its last use. */
export function KeysPanel({ keys, locked, onAdd, onRemove }: KeysPanelProps) {
  const zone = useZone()
  const dayOf = (instant: string): string => formatInstant(instant, zone).slice(0, 'dd/MM/yyyy'.length)
  return (
    <Panel title={keysText.title} {...(keys.length > 0 ? { count: keys.length } : {})}>
      <p className={styles.about}>{keysText.about}</p>
      {keys.length === 0 ? (
        <PanelEmpty text={keysText.none} />
      ) : (
        <ul className={styles.keys} aria-label={keysText.title}>
          {keys.map((key) => (
            <li key={key.id} className={styles.key}>
              <div>
                <div className={styles.keyName}>{key.name}</div>
                <Text size="sm" c="dimmed">
                  {keysText.added(dayOf(key.created_at))}
                  {key.last_used_at === null ? '' : `, ${keysText.used(dayOf(key.last_used_at))}`}
                </Text>
              </div>
              {locked ? null : <RemoveButton of={key.name} onRemove={() => onRemove(key)} />}
            </li>
          ))}
        </ul>
      )}
      <div className={styles.actions}>
        <Button
          variant={keys.length > 0 ? 'default' : 'filled'}
          size="md"
          leftSection={<IconFingerprint size={20} aria-hidden />}
          onClick={onAdd}
        >
          {keysText.add}
        </Button>
      </div>
      {keys.length > 0 && locked ? <p className={styles.about}>{required}</p> : null}
    </Panel>
  )
}

interface CodesPanelProps {
  left: number
  /** The account has a second factor that the codes can replace. */
  open: boolean
  onRenew: () => void
}

/** How many recovery codes are left, and new ones. */
export function CodesPanel({ left, open, onRenew }: CodesPanelProps) {
  return (
    <Panel title={codes.title}>
      <p className={styles.about}>{codes.about}</p>
      <PanelEmpty text={open ? codes.left(left) : codes.needsFactor} />
      {open ? (
        <div className={styles.actions}>
          <Button variant="default" size="md" leftSection={<IconKey size={20} aria-hidden />} onClick={onRenew}>
            {codes.renew}
          </Button>
        </div>
      ) : null}
    </Panel>
  )
}
