import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { ActionButton } from '../../../domain/online/action-button.tsx'
import { FormGuard } from '../../../forms/form-guard.tsx'
import { servicesText as text } from '../../../text/admin/services.ts'
import styles from './services.module.css'

interface ServiceFormProps {
  form: { isDirty: () => boolean; isValid: () => boolean }
  busy: boolean
  /** @returns whether it is saved */
  save: () => Promise<boolean>
  /** Buttons beside « Enregistrer ». */
  more?: ReactNode
  children: ReactNode
}

/** Settings that are saved on their own, guarded like any form. */
export function ServiceForm({ form, busy, save, more, children }: ServiceFormProps) {
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {children}
      <div className={styles.actions}>
        <Button type="submit" size="md" loading={busy} disabled={!form.isDirty()}>
          {text.save}
        </Button>
        {more}
      </div>
      {/* Keys and passwords are stored nowhere. */}
      <FormGuard isDirty={() => form.isDirty()} unkept={() => true} canSave={form.isValid()} save={save} />
    </form>
  )
}

/** Removes a key or an account, after a question. */
export function RemoveButton({ of, run }: { of: string; run: () => Promise<void> }) {
  return <ActionButton label={text.remove} of={of} run={run} variant="subtle" color="rouge" size="md" />
}
