import { Button } from '@mantine/core'
import { IconDownload, IconEye } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { install, useInstallWay } from '../../data/install/installation.ts'
import { useSync } from '../../data/sync-status/sync-context.ts'
import { installationText as text } from '../../text/installation.ts'
import styles from './install-way.module.css'

const ACCENT = 'var(--lola-install-accent)'

/** The bar at the foot of Safari, with the button to touch. */
function SharePicture() {
  return (
    <svg viewBox="0 0 200 64" className={styles.picture} role="img" aria-label={text.ios.sharePicture}>
      <rect x="1" y="1" width="198" height="62" rx="10" fill="none" stroke="currentColor" strokeOpacity="0.35" />
      <g fill="none" stroke="currentColor" strokeOpacity="0.35" strokeWidth="2" strokeLinecap="round">
        <path d="M28 24l-8 8 8 8M62 24l8 8-8 8M134 24h14v17h-14zM168 25h12v12h-12zM172 37v4h12v-12h-4" />
      </g>
      <circle cx="100" cy="32" r="25" fill={ACCENT} fillOpacity="0.16" stroke={ACCENT} strokeWidth="2" />
      <g fill="none" stroke={ACCENT} strokeWidth="2.5" strokeLinecap="round" strokeLinejoin="round">
        <path d="M95 29h-4v17h18V29h-4M100 38V18M94 24l6-6 6 6" />
      </g>
    </svg>
  )
}

/** The list that « Partager » opens, with the line to touch. */
function AddPicture() {
  return (
    <svg viewBox="0 0 200 64" className={styles.picture} role="img" aria-label={text.ios.addPicture}>
      <rect x="1" y="1" width="198" height="62" rx="10" fill="none" stroke="currentColor" strokeOpacity="0.35" />
      <path d="M14 11h70M14 54h54" stroke="currentColor" strokeOpacity="0.35" strokeWidth="4" strokeLinecap="round" />
      <rect
        x="6"
        y="19"
        width="188"
        height="26"
        rx="6"
        fill={ACCENT}
        fillOpacity="0.16"
        stroke={ACCENT}
        strokeWidth="2"
      />
      <text x="14" y="36" className={styles.line} fill="currentColor" aria-hidden>
        {text.ios.addLine}
      </text>
      <g fill="none" stroke={ACCENT} strokeWidth="2" strokeLinecap="round">
        <rect x="171" y="24" width="16" height="16" rx="4" />
        <path d="M179 28v8M175 32h8" />
      </g>
    </svg>
  )
}

function IosSteps() {
  const { pending } = useSync().status
  return (
    <>
      <ol className={styles.steps} aria-label={text.ios.label}>
        <li>
          {text.ios.share}
          <SharePicture />
        </li>
        <li>
          {text.ios.add}
          <AddPicture />
        </li>
      </ol>
      <p className={styles.words}>{text.ios.apart}</p>
      {pending > 0 && <p className={styles.words}>{text.ios.pending(pending)}</p>}
    </>
  )
}

/**
 * How this browser installs the app: its dialog behind a button, a picture of the two taps on iOS, else words.
 * @param beside a button that stands beside « Installer »; with it the picture waits behind a button, too
 * @param onAnswer after the browser's dialog: whether the app is being installed
 */
export function InstallWayPart({ beside, onAnswer }: { beside?: ReactNode; onAnswer?: (installed: boolean) => void }) {
  const way = useInstallWay()
  const [isOpen, setIsOpen] = useState(beside === undefined)
  if (way === 'installed') return <p className={styles.words}>{text.installed}</p>
  return (
    <>
      {way === 'ios' && isOpen && <IosSteps />}
      {way === 'unknown' && <p className={styles.words}>{text.unknown}</p>}
      <div className={styles.actions}>
        {way === 'dialog' && (
          <Button
            leftSection={<IconDownload size={18} aria-hidden />}
            onClick={() => void install().then((installed) => onAnswer?.(installed))}
          >
            {text.install}
          </Button>
        )}
        {way === 'ios' && !isOpen && (
          <Button leftSection={<IconEye size={18} aria-hidden />} onClick={() => setIsOpen(true)}>
            {text.show}
          </Button>
        )}
        {beside}
      </div>
    </>
  )
}
