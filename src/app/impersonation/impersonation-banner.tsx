import { Button } from '@mantine/core'
import { IconUserShield } from '@tabler/icons-react'
import { appText } from '../../text/app.ts'
import styles from './impersonation-banner.module.css'
import { usePresence } from './use-presence.ts'

const { impersonation: text } = appText

/** Above every page while an administrator impersonates somebody: the person, their company, and a button to leave (AUT-07). */
export function ImpersonationBanner(props: { name: string; company: string; onLeave: () => void }) {
  const { name, company, onLeave } = props
  usePresence()
  return (
    <section className={styles.banner} aria-label={text.region}>
      <IconUserShield size={20} stroke={1.7} aria-hidden className={styles.icon} />
      <span className={styles.words}>{text.as(name, company)}</span>
      <Button size="compact-md" variant="white" color="dark" className={styles.leave ?? ''} onClick={onLeave}>
        {text.leave}
      </Button>
    </section>
  )
}
