import { Button } from '@mantine/core'
import { IconSignature } from '@tabler/icons-react'
import * as Type from 'typebox'
import { readsAs } from '../../../schemas/reads-as.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { callApi } from '../../data/api/api.ts'
import { useSync } from '../../data/sync-status/sync-context.ts'
import { devisFollowText } from '../../text/devis.ts'
import { useBusy } from '../../ui/notices/use-busy.ts'
import styles from './devis.module.css'

const text = devisFollowText.transmit
const Link = Type.Object({ url: Type.String() })
const isLink = (value: unknown): value is { url: string } => readsAs(Link, value)

/**
 * The customer signs on this device: the quote's public page, which shows nothing of the app. They need the network for their code, and the server must have
 * the transmission.
 */
export function SignNow({ devis }: { devis: LocalRecord<'devis'> }) {
  const { status } = useSync()
  const { busy, whileBusy } = useBusy()
  const isThere = devis.sync.state === 'synced'
  const open = () =>
    whileBusy(async () => {
      const call = { method: 'POST' } as const
      const { url } = await callApi(`/devis/${encodeURIComponent(devis.IDDEVIS)}/public_link`, isLink, call)
      window.location.assign(url)
    })
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
