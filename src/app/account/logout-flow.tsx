import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { logout } from '../../data/session/session-actions.ts'
import { UNKNOWN_SYNC, useSync } from '../../data/sync-status/sync-context.ts'
import { mayLogOut } from '../../forms/may-log-out.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { LogoutDialog } from './logout-dialog.tsx'

const QUEUE_PATIENCE_MS = 4000

/** Logs out at once when nothing is unsent; otherwise asks first, and goes on by itself when « Synchroniser d'abord » emptied the queue. */
export function LogoutFlow({ onStay }: { onStay: () => void }) {
  const { status, controls } = useSync()
  const navigate = useNavigate()
  const [syncing, setSyncing] = useState(false)
  const left = useRef(false)
  const [impatient, setImpatient] = useState(false)
  // Until the local queue has been read, an empty one is not known to be empty.
  const known = status.phase !== UNKNOWN_SYNC.status.phase || impatient
  // A refused entry needs its person as much as an unsent one.
  const waiting = status.pending + status.refused

  const leave = async (): Promise<void> => {
    if (left.current) return
    left.current = true
    if (!(await mayLogOut())) {
      left.current = false
      onStay()
      return
    }
    await logout()
    await navigate({ href: paths.root.href() })
  }
  const syncFirst = async (): Promise<void> => {
    setSyncing(true)
    await controls.syncNow()
    setSyncing(false)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the logout depends on the queue alone
  useEffect(() => {
    if (known && waiting === 0) void leave()
  }, [known, waiting])
  // A local database that does not open must not prevent the logout; its data stays on the device.
  useEffect(() => {
    const timer = setTimeout(() => setImpatient(true), QUEUE_PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])

  if (waiting === 0) return null
  return (
    <LogoutDialog
      pendingCount={waiting}
      refusedCount={status.refused}
      online={status.online}
      syncing={syncing}
      onSyncFirst={() => void syncFirst()}
      onKeep={() => void leave()}
      onStay={onStay}
    />
  )
}
