import type { ReactNode } from 'react'
import { spaceText as text } from '../../text/space.ts'
import { useOnline } from '../../ui/hooks/use-online.ts'
import styles from './space.module.css'

/** With a network, the button of an action; without one, a sentence in its place, before anybody tries (ERR-06). */
export function NeedsNetwork({ what, children }: { what: string; children: ReactNode }) {
  const online = useOnline()
  if (online) return children
  return (
    <p className={styles.notice} role="alert">
      {text.needsNetwork(what)}
    </p>
  )
}
