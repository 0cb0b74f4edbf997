import { Button, Modal, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { dirtyForms } from '../data/version/dirty-forms.ts'
import { appText } from '../text/app.ts'
import styles from './form-guard.module.css'

/**
 * Guards a form that differs from its initial snapshot (RES-03): leaving opens « Modifications non enregistrées » with leave
 * without saving or save, and the browser warns when the tab closes. After a save, reset the form's dirty state before leaving.
 */
export function FormGuard({
  isDirty,
  canSave,
  save,
}: {
  isDirty: () => boolean
  /** False while the form is invalid: « Enregistrer » is disabled. */
  canSave: boolean
  /** Saves; resolves to true when the form may be left. */
  save: () => Promise<boolean>
}) {
  const [saving, setSaving] = useState(false)
  const mustAsk = (): boolean => isDirty() && !dirtyForms.isLeavingSafely()
  const blocker = useBlocker({ shouldBlockFn: mustAsk, enableBeforeUnload: mustAsk, withResolver: true })
  const { unsaved } = appText
  const saveAndLeave = async (): Promise<void> => {
    setSaving(true)
    try {
      if (await save()) blocker.proceed?.()
      else blocker.reset?.()
    } finally {
      setSaving(false)
    }
  }
  return (
    <Modal
      opened={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={unsaved.title}
      closeButtonProps={{ 'aria-label': unsaved.stay }}
      size="sm"
    >
      <Text size="sm">{unsaved.text}</Text>
      <div className={styles.actions}>
        <Button variant="default" onClick={() => blocker.proceed?.()}>
          {unsaved.leave}
        </Button>
        <Button disabled={!canSave} loading={saving} onClick={() => void saveAndLeave()} data-autofocus>
          {unsaved.save}
        </Button>
      </div>
    </Modal>
  )
}

/** The part of a form (Mantine's useForm has it) that drafts need. */
export interface DraftableForm<V> {
  isDirty: () => boolean
  getValues: () => V
  setValues: (values: V) => void
}

/**
 * Keeps a dirty form across the reload of an update (PWA-02): its draft is saved before and applied again after.
 * `key` names form and record, e.g. `client/0192…` or `rdv/create`.
 */
export function useDraft<V>(key: string, form: DraftableForm<V>): void {
  const latest = useRef(form)
  latest.current = form
  useEffect(() => {
    const draft = dirtyForms.takeDraft(key)
    if (draft !== undefined) latest.current.setValues(draft as V)
    return dirtyForms.register(key, {
      isDirty: () => latest.current.isDirty(),
      values: () => latest.current.getValues(),
    })
  }, [key])
}
