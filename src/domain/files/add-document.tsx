import { Button } from '@mantine/core'
import { IconFilePlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { type FileType, MAX_FILE_SIZE } from '../../../schemas/entities/fichier.ts'
import { useFileCommands } from '../../data/records/use-files.ts'
import { filesText as text } from '../../text/files.ts'
import { photosText } from '../../text/photos.ts'
import { fileSize } from '../../ui/format/bytes.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { fileNameOf, wordsOf } from './file-name.ts'
import styles from './files.module.css'
import { NameSheet } from './name-sheet.tsx'
import { shrinkPhoto } from './shrink-photo.ts'
import type { PhotoTarget } from './use-photo.ts'

type Target = Omit<PhotoTarget, 'origin'>

const isPdf = (file: File): boolean => file.type === 'application/pdf' || /\.pdf$/i.test(file.name)

/** A PDF as it is; a photographed page made small, like any picture. */
async function contentOf(file: File): Promise<{ type: FileType; bytes: Uint8Array }> {
  if (isPdf(file)) return { type: 'application/pdf', bytes: new Uint8Array(await file.arrayBuffer()) }
  return { type: 'image/jpeg', bytes: await shrinkPhoto(file) }
}

/** « Ajouter un document »: a PDF or a photographed page, with its name. It joins the queue of this device, with or without a network. */
export function AddDocument({ target }: { target: Target }) {
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const commands = useFileCommands()
  const keep = async (chosen: File, words: string): Promise<void> => {
    const content = await contentOf(chosen)
    await commands.add({ ...target, ...content, origin: 'document', name: fileNameOf(words, content.type) })
  }
  const choose = (chosen: File): void => {
    // A photographed page is made small; a PDF stays as it is.
    if (isPdf(chosen) && chosen.size > MAX_FILE_SIZE) notices.error(photosText.tooLarge(fileSize(MAX_FILE_SIZE)))
    else if (isPdf(chosen) || chosen.type.startsWith('image/')) setFile(chosen)
    else notices.error(text.notADocument)
  }
  return (
    <>
      <input
        ref={input}
        className={styles.picker}
        type="file"
        accept="application/pdf,image/*"
        tabIndex={-1}
        aria-label={text.addDocument}
        onChange={(event) => {
          const [chosen] = event.currentTarget.files ?? []
          // Emptied, so that the same file may be chosen again.
          event.currentTarget.value = ''
          if (chosen) choose(chosen)
        }}
      />
      <Button
        variant="default"
        size="md"
        leftSection={<IconFilePlus size={18} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {text.addDocument}
      </Button>
      {file ? (
        <NameSheet
          title={text.documentTitle}
          words={wordsOf(file.name)}
          placeholder={text.documentNamePlaceholder}
          action={text.keepDocument}
          done={text.documentKept}
          // The words are about this file: another one begins with its own name.
          draftKey={`document/${target.recordId}/${file.name}`}
          more
          keep={(words) => keep(file, words)}
          onClose={() => setFile(null)}
        />
      ) : null}
    </>
  )
}
