import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { LogoutDialog } from './logout-dialog.tsx'
import { paths } from './paths.ts'
import { logout } from './session-actions.ts'
import { useSync } from './sync-context.ts'

/** Logs out at once when nothing waits; otherwise asks first, and goes on by itself when « Synchroniser d'abord » emptied the queue. */
export function LogoutFlow({ onStay }: { onStay: () => void }) {
  const { status, controls } = useSync()
  const navigate = useNavigate()
  const [syncing, setSyncing] = useState(false)
  const left = useRef(false)
  // A refused entry waits for its user as much as an unsent one.
  const waiting = status.pending + status.refused

  const leave = async (): Promise<void> => {
    if (left.current) return
    left.current = true
    await logout()
    await navigate({ href: paths.root.href() })
  }
  const syncFirst = async (): Promise<void> => {
    setSyncing(true)
    await controls.syncNow()
    setSyncing(false)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: leaving depends on the queue alone
  useEffect(() => {
    if (waiting === 0) void leave()
  }, [waiting])

  if (waiting === 0) return null
  return (
    <LogoutDialog
      pendingCount={waiting}
      online={status.online}
      syncing={syncing}
      onSyncFirst={() => void syncFirst()}
      onKeep={() => void leave()}
      onStay={onStay}
    />
  )
}
