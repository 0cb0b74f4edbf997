import type { ReactNode } from 'react'

/** What the form gives to each of its fields. */
export interface FieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  onBlur?: (() => void) | undefined
  error?: ReactNode
  required?: boolean | undefined
  disabled?: boolean | undefined
}
