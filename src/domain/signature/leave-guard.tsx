import { useEffect, useRef } from 'react'
import { useHeldNavigation } from '../../ui/navigation/use-back.ts'
import { notices } from '../../ui/notices/notices.tsx'

/** Asks before a screen that the customer holds is left: what is behind is the company's. */
export function LeaveGuard({ asks, title, message }: { asks: () => boolean; title: string; message: string }) {
  const navigation = useHeldNavigation(() => (asks() ? 'ask' : null), { enableBeforeUnload: () => false })
  const latest = useRef({ ...navigation, title, message })
  latest.current = { ...navigation, title, message }
  const { held } = navigation
  useEffect(() => {
    if (!held) return
    const { title, message } = latest.current
    void notices.confirm({ title, message }).then((leaves) => {
      if (leaves) latest.current.proceed()
      else latest.current.stay()
    })
  }, [held])
  return null
}
