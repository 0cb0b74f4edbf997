import type { ReactNode } from 'react'
import { isDateTime } from '../../../schemas/dates.ts'
import type { Field } from '../../../schemas/entity.ts'
import { ResourceValue } from '../../forms/fields/resource-value.tsx'
import { EMPTY } from '../../text/words.ts'
import { formatDateTime } from '../../ui/format/format.ts'

interface StoredValueProps {
  name: string
  field: Field | undefined
  value: unknown
}

/** One value of an entry or a conflict. Structured values (lines, notes, planning) are no single line: the texts inside them are shown. */
export function StoredValue({ name, field, value }: StoredValueProps): ReactNode {
  if (field && field.kind !== 'json') return <ResourceValue name={name} field={field} value={value} />
  return structuredText(value) || EMPTY
}

/** The texts inside a structured value, one line for each item. */
export function structuredText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(structuredText).filter(Boolean).join('\n')
  if (typeof value === 'string') return isDateTime(value) ? formatDateTime(value) : value
  if (typeof value !== 'object') return String(value)
  return Object.entries(value)
    .filter(([name]) => !/^(id|ID[A-Z_]*)$/.test(name))
    .map(([, one]) => structuredText(one))
    .filter(Boolean)
    .join(' · ')
}
