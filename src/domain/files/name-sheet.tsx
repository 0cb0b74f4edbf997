import { Button, TextInput } from '@mantine/core'
import type { FileType } from '../../../schemas/entities/fichier.ts'
import type { FileView } from '../../data/records/use-files.ts'
import { FormSheet } from '../../forms/form-sheet.tsx'
import { useFormEngine } from '../../forms/use-form-engine.ts'
import { filesText as text } from '../../text/files.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { useBusy } from '../../ui/notices/use-busy.ts'
import { fileNameOf, givenWords } from './file-name.ts'
import styles from './files.module.css'
import { sayNotKept } from './keep-photos.ts'
import type { FileNaming } from './use-name-file.ts'

interface NameSheetProps {
  title: string
  /** What the field begins with. */
  words: string
  placeholder: string
  /** The button's word, and what is said once the name is kept. */
  action: string
  done: string
  draftKey: string
  /** Whether a file was chosen that would be lost with the sheet. */
  more?: boolean
  /** What it throws is shown; the sheet then stays, with the words. */
  keep: (words: string) => Promise<void>
  onClose: () => void
}

/** Asks for the words under which everybody will find a file. */
export function NameSheet({ words, keep, onClose, ...sheet }: NameSheetProps) {
  const engine = useFormEngine({ values: { name: words }, validate: () => ({}) })
  const name = engine.values.name.trim()
  const { busy, whileBusy } = useBusy()
  const save = () =>
    whileBusy(async () => {
      try {
        await keep(name)
      } catch (error) {
        sayNotKept(error)
        return false
      }
      notices.success(sheet.done)
      engine.markSaved()
      onClose()
      return true
    })
  return (
    <FormSheet
      engine={engine}
      draftKey={sheet.draftKey}
      title={sheet.title}
      more={sheet.more ?? false}
      canSave={name !== ''}
      saving={busy}
      save={save}
      onClose={onClose}
    >
      {() => (
        <form
          className={styles.naming}
          onSubmit={(event) => {
            event.preventDefault()
            // The sheet may stand in another form's.
            event.stopPropagation()
            if (name !== '') void save()
          }}
        >
          <TextInput
            size="md"
            label={text.documentName}
            placeholder={sheet.placeholder}
            maxLength={120}
            data-autofocus
            {...engine.form.getInputProps('name')}
          />
          <Button size="md" type="submit" disabled={name === ''} loading={busy}>
            {sheet.action}
          </Button>
        </form>
      )}
    </FormSheet>
  )
}

/** Names a file that is there already: on the drive, or waiting on this device. */
export function RenameSheet({
  file,
  naming,
  onClose,
}: {
  file: Pick<FileView, 'id' | 'name' | 'type'>
  naming: FileNaming
  onClose: () => void
}) {
  return (
    <NameSheet
      title={text.nameTitle}
      words={givenWords(file)}
      placeholder={text.photoNamePlaceholder}
      action={text.keepName}
      done={text.named}
      draftKey={`nom/${file.id}`}
      keep={(words) => naming.name(file.id, fileNameOf(words, file.type as FileType))}
      onClose={onClose}
    />
  )
}
