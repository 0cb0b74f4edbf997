import { Button } from '@mantine/core'
import { IconSignature } from '@tabler/icons-react'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useSync } from '../../data/sync-status/sync-context.ts'
import { devisFollowText } from '../../text/devis.ts'
import { useBusy } from '../../ui/notices/use-busy.ts'
import styles from './devis.module.css'
import { openPublicLink } from './public-link.ts'

const text = devisFollowText.transmit

/**
 * The customer signs on this device: the quote's public page, which shows nothing of the app. They need the network for their code, and the server must have
 * the transmission.
 */
export function SignNow({ devis }: { devis: LocalRecord<'devis'> }) {
  const { status } = useSync()
  const { busy, whileBusy } = useBusy()
  const isThere = devis.sync.state === 'synced'
  const open = () => whileBusy(() => openPublicLink(devis.IDDEVIS))
  return (
    <>
      <Button
        size="md"
        fullWidth
        leftSection={<IconSignature size={18} aria-hidden />}
        disabled={!status.online || !isThere}
        loading={busy}
        onClick={() => void open()}
      >
        {text.signNow}
      </Button>
      {status.online ? null : <p className={styles.quiet}>{text.signOffline}</p>}
    </>
  )
}
