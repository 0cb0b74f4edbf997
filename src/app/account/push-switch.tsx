import { Switch } from '@mantine/core'
import { useEffect, useState } from 'react'
import { type PushState, pushState, turnPushOff } from '../../data/push/push.ts'
import { turnPushOn } from '../../data/push/push-offer.ts'
import { useSync } from '../../data/sync-status/sync-context.ts'
import { appText } from '../../text/app.ts'
import styles from './account-menu.module.css'

const { account: text } = appText

/** Notifications of this device (PWA-03); not shown where the browser has none. */
export function PushSwitch() {
  const [state, setState] = useState<PushState>('unsupported')
  const [busy, setBusy] = useState(false)
  const { online } = useSync().status
  useEffect(() => {
    let left = false
    void pushState().then((now) => {
      if (!left) setState(now)
    })
    return () => {
      left = true
    }
  }, [])
  if (state === 'unsupported') return null
  const turn = async (on: boolean): Promise<void> => {
    // Not by `disabled`: a switch that is disabled while it has the focus loses it, and the menu around it no longer receives Escape.
    if (busy) return
    setBusy(true)
    setState(await (on ? turnPushOn() : turnPushOff()))
    setBusy(false)
  }
  const hint = state === 'blocked' ? text.notificationsBlocked : online ? undefined : text.notificationsOffline
  return (
    <Switch
      className={styles.section ?? ''}
      labelPosition="left"
      label={text.notifications}
      description={hint}
      checked={state === 'on'}
      disabled={hint !== undefined}
      aria-busy={busy}
      onChange={(event) => void turn(event.currentTarget.checked)}
      classNames={{ body: styles.switchBody ?? '', labelWrapper: styles.switchLabel ?? '' }}
    />
  )
}
