import { Button } from '@mantine/core'
import { IconDownload, IconFileTypePdf } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import * as Type from 'typebox'
import { AppError, notFound } from '../../../schemas/errors.ts'
import { type QuoteView, SpaceFile } from '../../../schemas/space/devis.ts'
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
  /** What the stored document must be of, where its content changes under one key. */
  version?: string
  fetch: () => Promise<Blob>
}

/** A document as this device stores it. */
interface Stored {
  blob: Blob
  version: string | undefined
}

/** The stored document, if it is of this version. Former apps stored the file alone: which version that is, nobody knows. */
function storedOf(value: unknown, version: string | undefined): Blob | null {
  if (value instanceof Blob) return version === undefined ? value : null
  const stored = value as Partial<Stored> | undefined
  return stored?.blob instanceof Blob && stored.version === version ? stored.blob : null
}

const isMissing = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'NOT_FOUND' || error.code === 'GONE')

/**
 * From the server; when it cannot be asked, from this device's store: only the version that is shown, because whoever signs must have read what
 * they sign. @throws AppError when neither has it, and when the server says that it does not exist any more
 */
async function load({ store }: Space, { key, version, fetch }: Wanted): Promise<Blob> {
  try {
    const blob = await fetch()
    await store?.write(key, { blob, version } satisfies Stored)
    return blob
  } catch (error) {
    if (isMissing(error)) {
      await store?.forget(key)
      throw error
    }
    const kept = storedOf((await store?.read(key))?.value, version)
    if (kept) return kept
    throw error
  }
}

/** Why a document did not open. */
function refusalOf(error: unknown): string {
  if (isOffline(error)) return text.pdfOffline
  return isMissing(error) ? text.pdfMissing : text.pdfFailed
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
  quote: Pick<QuoteView, 'IDDEVIS' | 'NUMERO_DEVIS' | 'sha256' | 'etat'>
}

/** The quote as a PDF, and its files: the signed quote, the PV of its works. */
export function DevisDocuments({ quote }: DevisDocumentsProps) {
  const { token } = useSpace()
  const path = `/space/devis/${encodeURIComponent(quote.IDDEVIS)}`
  const files = useFiles(`${path}/files`)
  // A signature leaves the hash as it was, but only the PDF after it has the signature and its proof.
  const version = `${quote.sha256} ${quote.etat}`
  const pdf = { key: `${path}/pdf`, version, fetch: () => callApi(`${path}/pdf`, isPdf, token ? { token } : {}) }
  return (
    <Section title={text.documents}>
      <DocumentButton key={version} label={text.pdf} name={`${spaceText.quote(quote.NUMERO_DEVIS)}.pdf`} wanted={pdf} />
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
