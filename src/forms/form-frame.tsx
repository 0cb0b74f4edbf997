import { Alert, Button } from '@mantine/core'
import { type FormEvent, type ReactNode, useRef } from 'react'
import { changeText } from '../text/form-changes.ts'
import { resourceText } from '../text/resource.ts'
import { useLeave } from '../ui/navigation/use-leave.ts'
import { notices } from '../ui/notices/notices.tsx'
import { useBusy } from '../ui/notices/use-busy.ts'
import { PageHeader } from '../ui/page/page-header.tsx'
import { type ChangingForm, changeLabel } from './field-change.tsx'
import { FormGuard } from './form-guard.tsx'
import { LostPictures } from './lost-pictures.tsx'
import styles from './resource.module.css'
import type { ResourceFormState } from './use-resource-form.ts'

const NO_PARTS: readonly never[] = []

/** The part of a form that a frame needs; a form over several entities gives the same. */
export type FramedForm = Pick<ResourceFormState, 'valid' | 'isDirty' | 'markSaved' | 'touchAll' | 'mode'> & {
  issues: Record<string, string>
  /** Whether it holds something that no draft keeps (`FormGuard`). */
  unkept?: () => boolean
  /** The server saves it, which may take a while: what is typed meanwhile would be in no save, and is not taken. */
  isSent?: boolean
  /** Its words were restored without its pictures (`useDraft`). */
  lost?: boolean
  /** Labels of the fields that keep it from being saved: said beside the disabled « Enregistrer ». */
  missing?: readonly string[]
  /** The changes of its records that need a choice; none where nothing is followed. */
  parts?: readonly (ChangingForm & { gone: boolean })[]
}

/** Always rendered, so that screen readers announce its content: which fields somebody else has changed, or that the record was deleted. */
function Told({ parts }: { parts: NonNullable<FramedForm['parts']> }) {
  const labels = parts.flatMap(({ entity, changes }) => changes.map((change) => changeLabel(entity, change)))
  return (
    <div role="status" aria-live="polite" className={styles.told}>
      {parts.some(({ gone }) => gone) ? <strong>{changeText.gone}</strong> : null}
      {labels.length > 0 ? (
        <>
          <strong>{changeText.summary(labels)}</strong>
          {changeText.summaryHint}
        </>
      ) : null}
    </div>
  )
}

export interface FormFrameProps {
  form: FramedForm
  title: string
  /** Title of the entity in « Création {title} réussie ». */
  entityTitle: string
  /** Where « Retour » leads when there is no former page. */
  back: string
  /** Writes to the local database. Resolves to false when the form must stay open (a question to the user). */
  onSave: () => Promise<boolean | undefined>
  /** Its success is said by `onSave`, with a way back. */
  said?: boolean | undefined
  /** Instead of going back. */
  onSaved?: (() => void) | undefined
  children: ReactNode
}

/**
 * Around every form: title, back, « Enregistrer » enabled only when the form is valid (RES-03), the guard of unsaved changes, the
 * success message and the way back (RES-04). Saving is local, so it does not wait for the network.
 */
export function FormFrame(props: FormFrameProps) {
  const { form, title, entityTitle, back, onSave, onSaved, children } = props
  const { busy: saving, whileBusy } = useBusy()
  const leave = useLeave(back)

  /** It is saved, and being left: a press while the next page loads must not make a second record. */
  const left = useRef(false)
  const save = async (): Promise<boolean> => {
    if (left.current && !form.isDirty()) return false
    if (!form.valid) {
      form.touchAll()
      return false
    }
    return whileBusy(async () => {
      if ((await onSave()) === false) return false
      form.markSaved()
      left.current = form.mode === 'create' || onSaved === undefined
      const done = form.mode === 'create' ? resourceText.createdNotice : resourceText.updatedNotice
      if (props.said !== true) notices.success(done(entityTitle))
      return true
    })
  }

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (await save()) {
      if (onSaved) onSaved()
      else leave()
    }
  }

  return (
    <div className={styles.page}>
      <PageHeader title={title} back={back} />
      <form noValidate aria-busy={saving} className={`surface ${styles.card}`} onSubmit={(event) => void submit(event)}>
        {form.issues._ ? (
          <Alert color="rouge" className={styles.error}>
            {form.issues._}
          </Alert>
        ) : null}
        <LostPictures lost={form.lost} />
        {form.isSent ? <div inert={saving}>{children}</div> : children}
        <div className={styles.bar} data-foot>
          <Told parts={form.parts ?? NO_PARTS} />
          {!form.valid && form.missing && form.missing.length > 0 ? (
            <p className={styles.toComplete}>{resourceText.toComplete(form.missing)}</p>
          ) : null}
          <Button variant="default" size="md" onClick={leave}>
            {resourceText.back}
          </Button>
          <Button type="submit" size="md" disabled={!form.valid} loading={saving}>
            {resourceText.save}
          </Button>
        </div>
      </form>
      <FormGuard isDirty={form.isDirty} saving={saving} unkept={form.unkept} canSave={form.valid} save={save} />
    </div>
  )
}

/** A titled part of a form. */
export function FormSection({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <section className={styles.section} {...(title === undefined ? {} : { 'aria-label': title })}>
      {title === undefined ? null : <h2 className={styles.sectionTitle}>{title}</h2>}
      <div className={styles.grid}>{children}</div>
    </section>
  )
}

/** Over the whole width of the form's two columns. */
export function Wide({ children }: { children: ReactNode }) {
  return <div className={styles.wide}>{children}</div>
}
