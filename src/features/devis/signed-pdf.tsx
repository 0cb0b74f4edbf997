import { Button } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { devis as devisEntity } from '../../../schemas/entities/devis.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { callApi } from '../../data/api/api.ts'
import { isPdf } from '../../data/api/shape.ts'
import { useSync } from '../../data/sync-status/sync-context.ts'
import { devisFollowText } from '../../text/devis.ts'
import { downloadFile } from '../../ui/format/csv.ts'
import { useBusy } from '../../ui/notices/use-busy.ts'

const text = devisFollowText.pdf

/** Only the server has the signed document with its evidence: one made here would not be what was signed. It needs the network, and says so. */
export function SignedPdf({ devis }: { devis: LocalRecord<'devis'> }) {
  const { status } = useSync()
  const { busy: loading, whileBusy } = useBusy()
  const open = () =>
    whileBusy(async () => {
      const pdf = await callApi(`/devis/${encodeURIComponent(devis.IDDEVIS)}/pdf`, isPdf)
      downloadFile(`Devis ${devisEntity.label(devis)}.pdf`, pdf)
    })
  return (
    <Button
      variant="default"
      leftSection={<IconFileText size={16} />}
      disabled={!status.online}
      loading={loading}
      {...(status.online ? {} : { title: text.signedOffline })}
      onClick={() => void open()}
    >
      {text.signed}
    </Button>
  )
}
