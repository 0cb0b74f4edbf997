import { addDays } from '../../../schemas/dates.ts'
import { NOTICE_DAYS } from '../../../schemas/rules/notices.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useCommands } from '../../data/records/use-commands.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { useNow } from '../../data/session/use-now.ts'

export type Notice = LocalRecord<'notification'>

/** What I was told of, the newest first; undefined until it is read. A device that was offline for long hides what the server has removed since. */
export function useNotices(): Notice[] | undefined {
  const rows = useLiveList('notification', {})
  const since = addDays(useNow().slice(0, 10), -NOTICE_DAYS)
  return rows
    ?.filter(({ DATE_NOTIFICATION }) => DATE_NOTIFICATION >= since)
    .sort((a, b) => b.DATE_NOTIFICATION.localeCompare(a.DATE_NOTIFICATION))
}

/** Marks notices as read, on all devices of the person. */
export function useMarkRead(): (notices: readonly Notice[]) => Promise<void> {
  const commands = useCommands()
  return async (notices) => {
    for (const { id, LU } of notices) if (LU === 0) await commands.update('notification', id, { LU: 1 })
  }
}
