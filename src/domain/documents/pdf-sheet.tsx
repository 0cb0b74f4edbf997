import { Button, Loader, Text } from '@mantine/core'
import { IconDownload, IconExternalLink, IconShare2 } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useFileCommands } from '../../data/records/use-files.ts'
import type { Company } from '../../data/session/stored-session.ts'
import { devisFollowText } from '../../text/devis.ts'
import { formatCount } from '../../ui/format/format.ts'
import { Sheet } from '../../ui/page/sheet.tsx'
import { loadLogo } from '../company/company-logo.ts'
import styles from './documents.module.css'
import type { PdfOrder } from './pdf-messages.ts'
import { renderPdf } from './render-pdf.ts'

const text = devisFollowText.pdf
/** By then the browser has read the file. */
const KEPT_MS = 60_000

interface Made {
  blob: Blob
  url: string
}

export interface PdfSheetProps {
  title: string
  /** Of the file, without « .pdf ». */
  name: string
  company: Company
  /** The document; the logo comes from the company. */
  order: (logo: Uint8Array | null) => PdfOrder
  note: string
  onClose: () => void
}

/** The PDF of a record as it is on this device, made again each time the preview opens; undefined while it is made, null when it failed. */
function usePdf({ company, order }: Pick<PdfSheetProps, 'company' | 'order'>): Made | null | undefined {
  const [made, setMade] = useState<Made | null>()
  // The preview shows the record at the moment of its opening: a later edit must not change the page during reading.
  const [opened] = useState(() => ({ company, order }))
  const files = useFileCommands()
  useEffect(() => {
    let left = false
    let url: string | undefined
    const make = async (): Promise<Blob> => {
      const bytes = await renderPdf(opened.order(await loadLogo(files, opened.company)))
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
  }, [opened, files])
  return made
}

const fileOf = (blob: Blob, name: string): File => new File([blob], `${name}.pdf`, { type: blob.type })
const canShare = (file: File): boolean => navigator.canShare?.({ files: [file] }) ?? false

function Content({ name, note, company, order }: PdfSheetProps) {
  const made = usePdf({ company, order })
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
        {note}
      </Text>
      <div className={styles.actions}>
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

/** A document made on this device with no network, to open, print, save or share. */
export function PdfSheet(props: PdfSheetProps) {
  return (
    <Sheet opened onClose={props.onClose} title={props.title}>
      <Content {...props} />
    </Sheet>
  )
}
