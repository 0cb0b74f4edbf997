import { Button, Loader, Text } from '@mantine/core'
import { IconDownload, IconExternalLink, IconShare2 } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { devis as devisEntity } from '../../../schemas/entities/devis.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useFileCommands } from '../../data/records/use-files.ts'
import { loadLogo } from '../../domain/company/company-logo.ts'
import { renderPdf } from '../../domain/documents/render-pdf.ts'
import { devisFollowText } from '../../text/devis.ts'
import { formatCount } from '../../ui/format/format.ts'
import { Sheet } from '../../ui/page/sheet.tsx'
import styles from './devis.module.css'
import { documentOf, type QuoteParties } from './devis-parties.ts'

const text = devisFollowText.pdf
/** By then the browser has read the file. */
const KEPT_MS = 60_000

interface Made {
  blob: Blob
  url: string
}

/** The PDF of the quote as it is on this device, made again each time the preview opens; undefined while it is made, null when it failed. */
function usePdf(devis: LocalRecord<'devis'>, parties: QuoteParties): Made | null | undefined {
  const [made, setMade] = useState<Made | null>()
  // The preview shows the quote at the moment of its opening: a later edit must not change the page during reading.
  const [{ quote, company }] = useState(() => ({ quote: documentOf(devis, parties), company: parties.company }))
  const files = useFileCommands()
  useEffect(() => {
    let left = false
    let url: string | undefined
    const make = async (): Promise<Blob> => {
      const bytes = await renderPdf({ quote: { ...quote, logo: await loadLogo(files, company) } })
      return new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'application/pdf' })
    }
    make().then(
      (blob) => {
        if (left) return
        url = URL.createObjectURL(blob)
        setMade({ blob, url })
      },
      () => {
        if (!left) setMade(null)
      },
    )
    return () => {
      left = true
      const done = url
      if (done !== undefined) setTimeout(() => URL.revokeObjectURL(done), KEPT_MS)
    }
  }, [quote, company, files])
  return made
}

const fileOf = (blob: Blob, name: string): File => new File([blob], `${name}.pdf`, { type: blob.type })
const canShare = (file: File): boolean => navigator.canShare?.({ files: [file] }) ?? false

function Content({ devis, parties }: { devis: LocalRecord<'devis'>; parties: QuoteParties }) {
  const made = usePdf(devis, parties)
  const name = `Devis ${devis.NUMERO_DEVIS ?? devisEntity.label(devis)}`
  if (made === undefined) {
    return (
      <p className={styles.making} role="status">
        <Loader size="sm" aria-hidden /> {text.making}
      </p>
    )
  }
  if (made === null) return <Text role="alert">{text.failed}</Text>
  const file = fileOf(made.blob, name)
  // Closing the share sheet is not an error.
  const share = () => void navigator.share({ files: [file], title: name }).catch(() => undefined)
  return (
    <>
      <p className={styles.made} role="status">
        {text.ready(name, text.size(formatCount(Math.ceil(made.blob.size / 1024))))}
      </p>
      <Text size="sm" c="dimmed">
        {text.draft}
      </Text>
      <div className={styles.sheetActions}>
        <Button
          component="a"
          href={made.url}
          target="_blank"
          rel="noreferrer"
          size="md"
          leftSection={<IconExternalLink size={18} />}
          data-autofocus
        >
          {text.view}
        </Button>
        <Button
          component="a"
          href={made.url}
          download={`${name}.pdf`}
          variant="default"
          size="md"
          leftSection={<IconDownload size={18} />}
        >
          {text.download}
        </Button>
        {canShare(file) ? (
          <Button variant="default" size="md" leftSection={<IconShare2 size={18} />} onClick={share}>
            {text.share}
          </Button>
        ) : null}
      </div>
    </>
  )
}

/** The quote as its customer would receive it, as a PDF made on this device. */
export function PdfSheet({
  devis,
  parties,
  onClose,
}: {
  devis: LocalRecord<'devis'>
  parties: QuoteParties | null
  onClose: () => void
}) {
  return (
    <Sheet opened onClose={onClose} title={text.title}>
      {parties ? <Content devis={devis} parties={parties} /> : <Text>{text.missingClient}</Text>}
    </Sheet>
  )
}
