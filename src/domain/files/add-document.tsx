import { Button, TextInput } from '@mantine/core'
import { IconFilePlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { FileType } from '../../../schemas/entities/fichier.ts'
import { useFileCommands } from '../../data/records/use-files.ts'
import { FormSheet } from '../../forms/form-sheet.tsx'
import { useFormEngine } from '../../forms/use-form-engine.ts'
import { filesText as text } from '../../text/files.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { useBusy } from '../../ui/notices/use-busy.ts'
import styles from './files.module.css'
import { shrinkPhoto } from './shrink-photo.ts'
import { type PhotoTarget, sayNotKept } from './use-photo.ts'

type Target = Omit<PhotoTarget, 'origin'>

const isPdf = (file: File): boolean => file.type === 'application/pdf' || /\.pdf$/i.test(file.name)

/** The words before the ending; the server adds the ending of what it recognises. */
const wordsOf = (name: string): string => name.replace(/\.[a-z0-9]{1,5}$/i, '')

/** A PDF as it is; a photographed page made small, like any picture. */
async function contentOf(file: File): Promise<{ type: FileType; bytes: Uint8Array; ending: string }> {
  if (isPdf(file)) return { type: 'application/pdf', bytes: new Uint8Array(await file.arrayBuffer()), ending: '.pdf' }
  return { type: 'image/jpeg', bytes: await shrinkPhoto(file), ending: '.jpg' }
}

/** Asks for the name under which everybody will find it, then adds it to the queue of this device, with or without a network. */
function NameSheet({ file, target, onClose }: { file: File; target: Target; onClose: () => void }) {
  const commands = useFileCommands()
  const engine = useFormEngine({ values: { name: wordsOf(file.name) }, validate: () => ({}) })
  const name = engine.values.name.trim()
  const { busy, whileBusy } = useBusy()
  const save = () =>
    whileBusy(async () => {
      try {
        const { ending, ...content } = await contentOf(file)
        await commands.add({ ...target, ...content, origin: 'document', name: `${name}${ending}` })
      } catch (error) {
        sayNotKept(error)
        return false
      }
      notices.success(text.documentKept)
      engine.markSaved()
      onClose()
      return true
    })
  return (
    <FormSheet
      engine={engine}
      draftKey={`document/${target.recordId}`}
      title={text.documentTitle}
      more
      canSave={name !== ''}
      save={save}
      onClose={onClose}
    >
      {() => (
        <form
          className={styles.naming}
          onSubmit={(event) => {
            event.preventDefault()
            if (name !== '') void save()
          }}
        >
          <TextInput
            size="md"
            label={text.documentName}
            placeholder={text.documentNamePlaceholder}
            maxLength={120}
            data-autofocus
            {...engine.form.getInputProps('name')}
          />
          <Button size="md" type="submit" disabled={name === ''} loading={busy}>
            {text.keepDocument}
          </Button>
        </form>
      )}
    </FormSheet>
  )
}

/** « Ajouter un document »: a PDF or a photographed page, with its name. */
export function AddDocument({ target }: { target: Target }) {
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const choose = (chosen: File): void => {
    if (isPdf(chosen) || chosen.type.startsWith('image/')) setFile(chosen)
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
      {file ? <NameSheet file={file} target={target} onClose={() => setFile(null)} /> : null}
    </>
  )
}
