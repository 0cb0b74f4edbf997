import { ColorInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { DEBRIEF_CATEGORIES } from '../../../schemas/entities/rdv.ts'
import { NATURE_CODES, type ReferenceList } from '../../../schemas/entities/reference.ts'
import { messages } from '../../../schemas/messages.ts'
import { entityOf } from '../../../schemas/resources.ts'
import { DEBRIEF_LABELS } from '../../../schemas/rules/debrief.ts'
import { isFixed, LIST_FIELDS, NEEDED } from '../../../schemas/rules/lists.ts'
import { DecimalInput } from '../../forms/fields/decimal-input.tsx'
import { ResourceField } from '../../forms/fields/resource-field.tsx'
import type { FormValues } from '../../forms/payload.ts'
import styles from '../../forms/resource.module.css'
import { listsText as text } from '../../text/lists.ts'
import { Select } from '../../ui/controls/choices.tsx'

const entity = entityOf('reference')
const HUNDREDTHS = 100

/** Colours that white text reads on (4.5 to 1 and more). */
const ENTRY_COLORS = ['#1565c0', '#2e7d32', '#a84300', '#6a1b9a', '#ad1457', '#00695c', '#4e342e', '#37474f']

/** The values that the form of a new entry opens with. A colour that no entry has yet is easier to tell from the others. */
export function newEntry(list: ReferenceList, entries: readonly { CODECOULEUR: string | null }[]): FormValues {
  const taken = new Set(entries.map(({ CODECOULEUR }) => CODECOULEUR?.toLowerCase()))
  const color = ENTRY_COLORS.find((one) => !taken.has(one)) ?? ENTRY_COLORS[0]
  return {
    LISTE: list,
    ...(LIST_FIELDS[list].includes('CODECOULEUR') ? { CODECOULEUR: color } : {}),
    ...(list === 'CIVILITE' ? { TYPE: 'P' } : {}),
  }
}

/** A field of a form, whichever engine holds it. */
export interface BoundField {
  value?: unknown
  onChange: (value: unknown) => void
  onBlur?: (() => void) | undefined
  error?: string | undefined
}

/** Rule of the form besides the declaration's: what an entry of this list cannot do without. */
export const neededIn =
  (list: ReferenceList) =>
  (values: FormValues): Record<string, string> => {
    const name = NEEDED[list]
    return name === undefined || (values[name] !== '' && values[name] !== null) ? {} : { [name]: messages.required }
  }

interface EntryFieldsProps {
  list: ReferenceList
  /** As it is stored; null for a new one. */
  record: FormValues | null
  bind: (name: string) => BoundField
  /** Below a field: that somebody else has changed it too. */
  notice?: (name: string) => ReactNode
}

/** The inputs of an entry of a list: its label, then what this list has besides (SET-03). The same for directors and administrators. */
export function EntryFields({ list, record, bind, notice }: EntryFieldsProps) {
  return ['LIBELLE', ...LIST_FIELDS[list]].map((name) => (
    <div key={name} className={styles.field}>
      <EntryField name={name} field={bind(name)} fixed={record !== null && isFixed(record, name)} />
      {notice?.(name)}
    </div>
  ))
}

const asText = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

interface EntryFieldProps {
  name: string
  field: BoundField
  fixed: boolean
}

function EntryField({ name, field: { value, onChange, onBlur, error }, fixed }: EntryFieldProps) {
  const shared = { size: 'md' as const, error, ...(onBlur ? { onBlur } : {}) }
  const choice = (label: string, options: { value: string; label: string }[], description?: string) => (
    <Select
      {...shared}
      label={label}
      description={description}
      disabled={fixed}
      withAsterisk={name !== 'TYPE'}
      allowDeselect={false}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={options}
      value={asText(value) || null}
      onChange={(next) => onChange(name === 'TYPE_MOTIF' ? Number(next) : (next ?? ''))}
    />
  )
  switch (name) {
    case 'CODE': {
      const options = NATURE_CODES.map((code) => ({ value: code, label: text.codes[code] ?? code }))
      return choice(text.code, options, text.codeHints[asText(value)] ?? text.codeHints[''])
    }
    case 'TYPE_MOTIF':
      return choice(
        text.category,
        DEBRIEF_CATEGORIES.map((category) => ({ value: String(category), label: DEBRIEF_LABELS[category] })),
        fixed ? text.fixedCategory : undefined,
      )
    case 'TYPE':
      return choice(
        text.kind,
        Object.entries(text.kinds).map(([kind, label]) => ({ value: kind, label })),
      )
    case 'CODECOULEUR':
      return (
        <ColorInput
          {...shared}
          label={entity.fields.CODECOULEUR?.label}
          format="hex"
          swatches={ENTRY_COLORS}
          withEyeDropper={false}
          value={asText(value)}
          onChange={onChange}
        />
      )
    case 'DUREE':
      return (
        <DecimalInput
          {...shared}
          label={entity.fields.DUREE?.label}
          description={text.durationHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={typeof value === 'number' ? value : ''}
          onChange={onChange}
        />
      )
    case 'TAUX':
      return (
        <DecimalInput
          {...shared}
          label={text.rate}
          withAsterisk
          decimalScale={2}
          value={typeof value === 'number' ? value / HUNDREDTHS : ''}
          onChange={(percent) => onChange(percent === '' ? '' : Math.round(percent * HUNDREDTHS))}
        />
      )
    default:
      return (
        <ResourceField
          entity={entity}
          name={name}
          values={{ [name]: value }}
          onChange={onChange}
          {...(onBlur ? { onBlur } : {})}
          error={error}
        />
      )
  }
}
