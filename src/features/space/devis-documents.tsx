import { Button } from '@mantine/core'
import { IconDownload, IconFileTypePdf } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import * as Type from 'typebox'
import { SpaceFile } from '../../../schemas/space/devis.ts'
import { callApi, fetchBytes } from '../../data/api/api.ts'
import { isPdf } from '../../data/api/shape.ts'
import { spaceText } from '../../text/space.ts'
import { fileSize } from '../../ui/format/bytes.ts'
import styles from './space.module.css'
import { type Space, useSpace } from './space-context.ts'
import { Section } from './space-page.tsx'
import { useSeen } from './use-seen.ts'

const text = spaceText.quotePage
const FILES = Type.Array(SpaceFile)

interface Wanted {
  /** Its key in the store. */
  key: string
  fetch: () => Promise<Blob>
}

/** From the server; without a network, from this device's store. @throws AppError when neither has it */
async function load({ store }: Space, { key, fetch }: Wanted): Promise<Blob> {
  try {
    const blob = await fetch()
    await store?.write(key, blob)
    return blob
  } catch (error) {
    const kept = (await store?.read(key))?.value
    if (kept instanceof Blob) return kept
    throw error
  }
}

/**
 * One document. The first tap fetches it, the second shows it: phones block a tab that opens long after its tap, and the customer
 * would see nothing.
 */
function DocumentButton({ label, name, wanted }: { label: string; name: string; wanted: Wanted }) {
  const space = useSpace()
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const [href, setHref] = useState<string | null>(null)
  useEffect(() => () => (href === null ? undefined : URL.revokeObjectURL(href)), [href])
  const open = async (): Promise<void> => {
    setBusy(true)
    setFailed(false)
    try {
      setHref(URL.createObjectURL(await load(space, wanted)))
    } catch {
      setFailed(true)
    } finally {
      setBusy(false)
    }
  }
  if (href === null) {
    return (
      <>
        <Button
          variant="default"
          leftSection={<IconFileTypePdf size={24} aria-hidden />}
          loading={busy}
          onClick={() => void open()}
        >
          {label}
        </Button>
        {failed ? <p role="alert">{text.pdfOffline}</p> : null}
      </>
    )
  }
  return (
    <div className={styles.card}>
      <p role="status">
        {text.pdfReady} {name}
      </p>
      <Button component="a" href={href} target="_blank" rel="noreferrer">
        {text.show}
      </Button>
      <Button
        component="a"
        href={href}
        download={name}
        variant="default"
        leftSection={<IconDownload size={22} aria-hidden />}
      >
        {text.save}
      </Button>
    </div>
  )
}

/** The quote as a PDF, and its files: the signed quote, the PV of its works. */
export function DevisDocuments({ id, number }: { id: string; number: string | null }) {
  const { token } = useSpace()
  const path = `/space/devis/${encodeURIComponent(id)}`
  const files = useSeen(`${path}/files`, FILES)
  const pdf = { key: `${path}/pdf`, fetch: () => callApi(`${path}/pdf`, isPdf, token ? { token } : {}) }
  const bytesOf = async (file: SpaceFile): Promise<Blob> =>
    new Blob([(await fetchBytes(file.url, ({ length }) => length === file.TAILLE)) as Uint8Array<ArrayBuffer>], {
      type: file.TYPE_MIME,
    })
  return (
    <Section title={text.documents}>
      <DocumentButton label={text.pdf} name={`${spaceText.quote(number)}.pdf`} wanted={pdf} />
      {(files.data ?? []).map((file) => (
        <DocumentButton
          key={file.IDFICHIER}
          label={`${file.NOM} (${fileSize(file.TAILLE)})`}
          name={file.NOM}
          wanted={{ key: `fichier:${file.IDFICHIER}`, fetch: () => bytesOf(file) }}
        />
      ))}
    </Section>
  )
}
