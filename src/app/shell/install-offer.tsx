import { Button } from '@mantine/core'
import { isAdminHost } from '../../data/api/host.ts'
import { declineInstallation, useInstallOffer } from '../../data/install/install-offer.ts'
import { InstallWayPart } from '../../domain/installation/install-way.tsx'
import { installationText as text } from '../../text/installation.ts'
import { notices } from '../../ui/notices/notices.tsx'
import styles from './shell.module.css'

/** Offers, above the home page, to install the app once it has been used for a while; a refusal is for good (DAY-16). */
export function InstallOffer() {
  const isDue = useInstallOffer()
  // An administrator in a person's place installs nothing.
  if (!isDue || isAdminHost()) return null
  const decline = (): void => {
    declineInstallation()
    notices.info(text.declined)
  }
  return (
    <section className={`surface ${styles.offer}`} aria-label={text.title}>
      <h2 className={styles.offerTitle}>{text.title}</h2>
      <p className={styles.offerWords}>{text.why}</p>
      <InstallWayPart
        onAnswer={(installed) => {
          if (!installed) decline()
        }}
        beside={
          <Button variant="default" onClick={decline}>
            {text.decline}
          </Button>
        }
      />
    </section>
  )
}
