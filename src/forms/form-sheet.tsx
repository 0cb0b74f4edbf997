import { type ReactNode, useState } from 'react'
import { Sheet } from '../ui/page/sheet.tsx'
import { FormGuard, UnsavedDialog, useEngineDraft } from './form-guard.tsx'
import { LostPictures } from './lost-pictures.tsx'
import type { FormValues } from './payload.ts'
import type { FormEngine } from './use-form-engine.ts'

export interface FormSheetProps<V extends FormValues> {
  engine: FormEngine<V>
  /** Names form and record, for the draft that an update of the app keeps. */
  draftKey: string
  title: ReactNode
  /** Whether something that the values do not hold was chosen: a picture. */
  more?: boolean
  canSave: boolean
  /** Whether it saves, on this device (`FormGuard`). */
  saving?: boolean
  /** Whether another sheet lies over this one: Escape closes that one alone. */
  covered?: boolean
  /** Saves and closes the sheet. @returns whether it is saved */
  save: () => Promise<boolean>
  /** What saving does here, in the question about unsaved words, if not « Enregistrer ». */
  label?: string
  onClose: () => void
  /** What stands in the sheet; its « Annuler » closes as the cross does. */
  children: (close: () => void) => ReactNode
}

/** A form in a sheet, guarded like one on a page (RES-03): a tap beside it, the cross, Escape and « Précédent » ask before words are lost. */
export function FormSheet<V extends FormValues>({
  engine,
  draftKey,
  title,
  more = false,
  canSave,
  saving = false,
  covered = false,
  save,
  label,
  onClose,
  children,
}: FormSheetProps<V>) {
  const [asking, setAsking] = useState(false)
  const lost = useEngineDraft(draftKey, engine, () => more)
  const isDirty = (): boolean => more || engine.isDirty()
  const close = (): void => (isDirty() ? setAsking(true) : onClose())
  return (
    <>
      <Sheet opened onClose={close} closeOnEscape={!asking && !covered} title={title}>
        <LostPictures lost={lost} />
        {children(close)}
      </Sheet>
      {/* Not there before it asks: it would take the Escape of the sheet for its own, and close at once. */}
      {asking ? (
        <UnsavedDialog
          opened
          canSave={canSave}
          save={save}
          label={label}
          onStay={() => setAsking(false)}
          onLeave={onClose}
        />
      ) : null}
      <FormGuard isDirty={isDirty} saving={saving} unkept={() => more} canSave={canSave} save={save} label={label} />
    </>
  )
}
