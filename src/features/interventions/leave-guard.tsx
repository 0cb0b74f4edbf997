import { useBlocker } from '@tanstack/react-router'
import { interventionsText as text } from '../../text/interventions.ts'
import { notices } from '../../ui/notices/notices.tsx'

/** Asks before the signing is left with nothing in it: the customer holds the device, and what is behind is the company's. */
export function LeaveGuard({ asks }: { asks: () => boolean }) {
  useBlocker({
    shouldBlockFn: async () => asks() && !(await notices.confirm({ title: text.quitTitle, message: text.quitText })),
    enableBeforeUnload: false,
  })
  return null
}
