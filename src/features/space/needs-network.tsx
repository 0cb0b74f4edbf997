import type { ReactNode } from 'react'
import { useOnline } from '../../components/use-online.ts'
import { spaceText as text } from '../../text/space.ts'
import styles from './space.module.css'

/** What cannot be done without the network says so before it is tried (ERR-06); with a network, the way to do it. */
export function NeedsNetwork({ what, children }: { what: string; children: ReactNode }) {
  const online = useOnline()
  if (online) return children
  return (
    <p className={styles.notice} role="alert">
      {text.needsNetwork(what)}
    </p>
  )
}
