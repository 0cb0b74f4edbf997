import { Button } from '@mantine/core'
import { IconDownload, IconFileTypePdf } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import * as Type from 'typebox'
import { AppError, notFound } from '../../../schemas/errors.ts'
import { SpaceFile } from '../../../schemas/space/devis.ts'
import { callApi, fetchBytes, isOffline } from '../../data/api/api.ts'
import { isPdf } from '../../data/api/shape.ts'
import { spaceText } from '../../text/space.ts'
import { fileSize } from '../../ui/format/bytes.ts'
import { askSpace } from './ask-space.ts'
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

/** Why a document did not open. */
function refusalOf(error: unknown): string {
  if (isOffline(error)) return text.pdfOffline
  return error instanceof AppError && error.code === 'NOT_FOUND' ? text.pdfMissing : text.pdfFailed
}

/**
 * One document. The first tap fetches it, the second shows it: phones block a tab that opens long after its tap, and the customer
 * would see nothing.
 */
function DocumentButton({ label, name, wanted }: { label: string; name: string; wanted: Wanted }) {
  const space = useSpace()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [href, setHref] = useState<string | null>(null)
  useEffect(() => () => (href === null ? undefined : URL.revokeObjectURL(href)), [href])
  const open = async (): Promise<void> => {
    setBusy(true)
    setFailure(null)
    try {
      setHref(URL.createObjectURL(await load(space, wanted)))
    } catch (error) {
      setFailure(refusalOf(error))
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
        {failure === null ? null : <p role="alert">{failure}</p>}
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

const bytesAt = ({ url, TAILLE }: SpaceFile): Promise<Uint8Array> => fetchBytes(url, ({ length }) => length === TAILLE)

/** The files of a list, `path` is where. */
function useFiles(path: string): { list: readonly SpaceFile[]; bytesOf: (file: SpaceFile) => Promise<Blob> } {
  const { token } = useSpace()
  const call = token ? { token } : {}
  const files = useSeen(path, FILES)
  /** At an address of this moment: those that came with the page expire after minutes. */
  const again = async ({ IDFICHIER }: SpaceFile): Promise<Uint8Array> => {
    const file = (await askSpace(FILES, path, call)).find((one) => one.IDFICHIER === IDFICHIER)
    if (!file) throw notFound()
    return bytesAt(file)
  }
  const bytesOf = async (file: SpaceFile): Promise<Blob> => {
    const bytes = await bytesAt(file).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'GONE') return again(file)
      throw error
    })
    return new Blob([bytes as Uint8Array<ArrayBuffer>], { type: file.TYPE_MIME })
  }
  return { list: files.data ?? [], bytesOf }
}

function Files({ list, bytesOf }: ReturnType<typeof useFiles>) {
  return list.map((file) => (
    <DocumentButton
      key={file.IDFICHIER}
      label={`${file.NOM} (${fileSize(file.TAILLE)})`}
      name={file.NOM}
      wanted={{ key: `fichier:${file.IDFICHIER}`, fetch: () => bytesOf(file) }}
    />
  ))
}

interface DevisDocumentsProps {
  id: string
  number: string | null
  /** Hash of the quote that is shown: once it has changed, its former PDF is not offered under it. */
  version: string
}

/** The quote as a PDF, and its files: the signed quote, the PV of its works. */
export function DevisDocuments({ id, number, version }: DevisDocumentsProps) {
  const { token } = useSpace()
  const path = `/space/devis/${encodeURIComponent(id)}`
  const files = useFiles(`${path}/files`)
  const pdf = { key: `${path}/pdf`, fetch: () => callApi(`${path}/pdf`, isPdf, token ? { token } : {}) }
  return (
    <Section title={text.documents}>
      <DocumentButton key={version} label={text.pdf} name={`${spaceText.quote(number)}.pdf`} wanted={pdf} />
      <Files {...files} />
    </Section>
  )
}

/** The signed PVs of a project's works; nothing while there is none. */
export function ProjectDocuments({ id }: { id: string }) {
  const files = useFiles(`/space/project/${encodeURIComponent(id)}/files`)
  if (files.list.length === 0) return null
  return (
    <Section title={text.documents}>
      <Files {...files} />
    </Section>
  )
}
