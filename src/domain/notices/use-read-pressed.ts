import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { noticeOfHash } from '../../data/push/push-message.ts'
import { useLiveRecord } from '../../data/records/use-live.ts'
import { useMarkRead } from './use-notices.ts'

/** A push that was pressed opened this page: its notice is read, as soon as this device has it. */
export function useReadPressed(): void {
  const pressed = noticeOfHash(useLocation().hash)
  // It is kept when the person goes on to another page before the notice has arrived.
  const [id, setId] = useState(pressed)
  if (pressed !== null && pressed !== id) setId(pressed)
  const notice = useLiveRecord('notification', id)
  const markRead = useMarkRead()
  const isUnread = notice?.LU === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each unread notice, not for each render of it
  useEffect(() => {
    if (notice && isUnread) markRead([notice]).catch((error: unknown) => console.error(error))
  }, [id, isUnread])
}
