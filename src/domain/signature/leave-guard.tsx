import { useBlocker } from '@tanstack/react-router'
import { notices } from '../../ui/notices/notices.tsx'

/** Asks before a screen that the customer holds is left: what is behind is the company's. */
export function LeaveGuard({ asks, title, message }: { asks: () => boolean; title: string; message: string }) {
  useBlocker({
    shouldBlockFn: async () => asks() && !(await notices.confirm({ title, message })),
    enableBeforeUnload: false,
  })
  return null
}
