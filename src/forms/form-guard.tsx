import { Button, getDefaultZIndex, Modal, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { dirtyForms } from '../data/version/dirty-forms.ts'
import { formRendered } from '../data/version/hidden-tab.ts'
import { guardForm } from '../data/version/unsaved-forms.ts'
import { leavingText } from '../text/leaving.ts'
import { useLayer } from '../ui/navigation/layers.ts'
import { useHeldNavigation } from '../ui/navigation/use-back.ts'
import { useBusy } from '../ui/notices/use-busy.ts'
import styles from './form-guard.module.css'
import './pasted-whole.ts'
import type { FormValues } from './payload.ts'
import type { FormEngine } from './use-form-engine.ts'

/** A form may stand in a sheet, which is a modal too. */
const ABOVE_SHEETS = getDefaultZIndex('modal') + 1

interface UnsavedDialogProps {
  opened: boolean
  /** False while the form is invalid: « Enregistrer » is disabled. */
  canSave: boolean
  /** Saves; resolves to true when the form may be left. */
  save: () => Promise<boolean>
  /** What saving is called here, if not « Enregistrer ». */
  label?: string | undefined
  onStay: () => void
  onLeave: () => void
}

/** « Modifications non enregistrées » (RES-03): save and leave, leave without saving, or stay. */
export function UnsavedDialog({ opened, canSave, save, label, onStay, onLeave }: UnsavedDialogProps) {
  const { whileBusy } = useBusy()
  const { unsaved } = leavingText
  /** A save may ask a question of its own: this one makes room, and stays away until the form is left or goes on. */
  const [saving, setSaving] = useState(false)
  useEffect(() => {
    if (!opened) setSaving(false)
  }, [opened])
  const saveAndLeave = async (): Promise<void> => {
    setSaving(true)
    if (await whileBusy(save)) onLeave()
    else onStay()
  }
  const shown = opened && !saving
  useLayer(shown, onStay)
  return (
    <Modal
      opened={shown}
      // The focus is the question's.
      returnFocus={!saving}
      onClose={onStay}
      title={unsaved.title}
      closeButtonProps={{ 'aria-label': unsaved.stay }}
      size="sm"
      zIndex={ABOVE_SHEETS}
    >
      <Text size="sm">{unsaved.text}</Text>
      <div className={styles.actions}>
        <Button variant="default" onClick={onLeave}>
          {unsaved.leave}
        </Button>
        <Button disabled={!canSave} onClick={() => void saveAndLeave()} data-autofocus>
          {label ?? unsaved.save}
        </Button>
      </div>
    </Modal>
  )
}

/**
 * Guards a form that differs from its initial snapshot (RES-03): leaving opens « Modifications non enregistrées » with leave
 * without saving or save, and the browser warns when the tab closes. After a save, reset the form's dirty state before leaving. « Précédent » during a save
 * (`saving`) asks nothing and goes nowhere: what is being saved is not lost, and the form is left by its save.
 */
export function FormGuard({
  isDirty,
  saving = false,
  unkept = () => false,
  canSave,
  save,
  label,
}: Pick<UnsavedDialogProps, 'canSave' | 'save' | 'label'> & {
  isDirty: () => boolean
  /** Whether « Enregistrer » was pressed and is at work. Only where it ends soon, and without the network. */
  saving?: boolean
  /** Whether it holds something that no draft keeps: a password, a picture. Then the browser asks before the reload of an update too. */
  unkept?: (() => boolean) | undefined
}) {
  const latest = useRef(isDirty)
  latest.current = isDirty
  useEffect(() => guardForm(() => latest.current()), [])
  const { held, proceed, stay } = useHeldNavigation(() => (!isDirty() ? null : saving ? 'refuse' : 'ask'), {
    enableBeforeUnload: () => isDirty() && (unkept() || !dirtyForms.isLeavingSafely()),
  })
  return <UnsavedDialog opened={held} canSave={canSave} save={save} label={label} onStay={stay} onLeave={proceed} />
}

/** The part of a form (Mantine's useForm has it) that drafts need. */
export interface DraftableForm<V> {
  isDirty: () => boolean
  getValues: () => V
  setValues: (values: V) => void
  /** What it makes does not exist yet: the draft is of this page of the history only. */
  isNew?: boolean
  /** Whether it holds pictures that this draft does not keep. */
  unkept?: (() => boolean) | undefined
  /** The draft is pictures: kept where there is room. */
  bulky?: boolean
}

/** In a stored draft, under a name that no field has: the form held pictures too. */
const UNKEPT = '#images'

/**
 * Keeps a dirty form across the reload of an update (PWA-02), and while this tab is hidden: its draft is saved before and applied again after.
 * `key` names form and record, e.g. `client/0192…` or `rdv/create`.
 * @returns whether the draft had pictures that are to be added again (`lost-pictures.tsx`)
 */
export function useDraft<V extends object>(key: string, form: DraftableForm<V>): boolean {
  const [lost, setLost] = useState(false)
  const latest = useRef(form)
  latest.current = form
  const { isNew = false, bulky = false } = form
  useEffect(() => {
    const draft = dirtyForms.takeDraft(key, isNew)
    if (draft !== undefined) {
      const { [UNKEPT]: unkept, ...values } = draft as V & { [UNKEPT]?: true }
      latest.current.setValues(values as unknown as V)
      setLost(unkept === true)
    }
    return dirtyForms.register(key, {
      isDirty: () => latest.current.isDirty(),
      values: () => {
        const { getValues, unkept } = latest.current
        return unkept?.() ? { ...getValues(), [UNKEPT]: true } : getValues()
      },
      isNew,
      bulky,
    })
  }, [key, isNew, bulky])
  useEffect(() => formRendered(key))
  return lost && form.unkept?.() !== true
}

/** The draft of a form that is nothing but its engine, and perhaps pictures (`unkept`). @returns as useDraft */
export const useEngineDraft = <V extends FormValues>(
  key: string,
  engine: FormEngine<V>,
  unkept: () => boolean = () => false,
): boolean =>
  useDraft(key, {
    isDirty: () => engine.isDirty() || unkept(),
    getValues: engine.held,
    setValues: engine.hold,
    unkept,
  })
