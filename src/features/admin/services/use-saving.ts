import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { AppError } from '../../../../schemas/errors.ts'
import { notices } from '../../../ui/notices/notices.tsx'

export interface Saving {
  busy: boolean
  /** @returns whether it succeeded; what the server refuses stands beside its field, anything else in a dialog */
  run: (call: () => Promise<unknown>, done?: string) => Promise<boolean>
}

/** The calls of a form. */
export function useSaving<V extends Record<string, unknown>>(form: UseFormReturnType<V>): Saving {
  const [busy, setBusy] = useState(false)
  const run: Saving['run'] = async (call, done) => {
    setBusy(true)
    try {
      await call()
      if (done !== undefined) notices.success(done)
      return true
    } catch (error) {
      const errors = error instanceof AppError ? Object.entries(error.errors ?? {}) : []
      form.setErrors(Object.fromEntries(errors.map(([name, all]) => [name, all.join(' ')])))
      if (!errors.some(([name]) => name in form.getValues())) notices.failure(error)
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, run }
}
