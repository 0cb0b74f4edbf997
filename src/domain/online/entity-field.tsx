import { ColorInput, Switch, Textarea, TextInput } from '@mantine/core'
import type { Entity, Field } from '../../../schemas/entity.ts'
import { DecimalInput } from '../../forms/fields/decimal-input.tsx'
import type { Option } from '../../forms/fields/search-select.tsx'
import { adminText } from '../../text/admin/admin.ts'
import { MultiSelect, Select } from '../../ui/controls/choices.tsx'

export interface EntityFieldProps {
  entity: Entity
  name: string
  value: unknown
  onChange: (value: unknown) => void
  onBlur?: () => void
  error?: string | undefined
  hint?: string | undefined
  /** The options, where the declaration does not list them. */
  options?: readonly Option[] | undefined
  /** French labels of a choice's values. */
  choices?: Record<string, string> | undefined
}

/** Company colours with a good contrast; any other may be typed. */
const SWATCHES = ['#BD1734', '#C2570C', '#8A6D00', '#237032', '#0F766E', '#2F6FB5', '#4A5D73', '#7C4DBD', '#1C232B']

const TYPES = {
  email: { type: 'email', inputMode: 'email', autoCapitalize: 'none' },
  phone: { type: 'tel', inputMode: 'tel' },
  postcode: { inputMode: 'numeric', maxLength: 5 },
} as const

const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

function valuesOf(field: Field): (string | number)[] {
  const { enum: own, items } = field.schema as { enum?: (string | number)[]; items?: { enum?: (string | number)[] } }
  return own ?? items?.enum ?? []
}

/** An archived option stays where the record holds it. */
const isOffered = (option: Option, held: unknown): boolean =>
  option.archived !== true || (Array.isArray(held) ? held.includes(option.value) : held === option.value)

const choicesOf = (
  { options, choices, value: held }: EntityFieldProps,
  field: Field,
): { value: string; label: string }[] =>
  options?.filter((option) => isOffered(option, held)).map(({ value, label }) => ({ value, label })) ??
  valuesOf(field).map((value) => ({ value: String(value), label: choices?.[String(value)] ?? String(value) }))

/** The input of one declared field, by its kind; choices come from the declaration or from the server. */
export function EntityField(props: EntityFieldProps) {
  const { entity, name, value, onChange, onBlur, error, hint } = props
  const field = entity.fields[name]
  if (!field) return null
  const shared = {
    size: 'md' as const,
    label: field.label,
    error,
    description: hint,
    // So that two fields of a row are aligned, with or without a hint.
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[],
    withAsterisk: field.required && field.kind !== 'choices' && field.kind !== 'refs',
    ...(onBlur ? { onBlur } : {}),
  }
  const typed = { ...shared, value: asText(value), autoComplete: 'off' }
  const byEvent = (event: { currentTarget: { value: string } }): void => onChange(event.currentTarget.value)
  switch (field.kind) {
    case 'text':
      return props.options ? (
        <Select
          {...shared}
          data={choicesOf(props, field)}
          value={asText(value) || null}
          searchable
          allowDeselect={false}
          onChange={(next) => onChange(next ?? '')}
        />
      ) : (
        <TextInput {...typed} onChange={byEvent} />
      )
    case 'email':
    case 'phone':
    case 'postcode':
      return <TextInput {...typed} {...TYPES[field.kind]} onChange={byEvent} />
    case 'longtext':
      return <Textarea {...typed} autosize minRows={3} maxRows={16} onChange={byEvent} />
    case 'color':
      return <ColorInput {...typed} format="hex" swatches={SWATCHES} withEyeDropper={false} onChange={onChange} />
    case 'integer':
    case 'number':
      return <DecimalInput {...shared} value={typeof value === 'number' ? value : ''} onChange={onChange} />
    case 'flag':
      return (
        <Switch
          size="md"
          label={field.label}
          description={hint}
          checked={value === 1}
          onChange={(event) => onChange(event.currentTarget.checked ? 1 : 0)}
        />
      )
    case 'choices':
    case 'refs':
      return (
        <MultiSelect
          {...shared}
          searchable
          hidePickedOptions
          data={choicesOf(props, field)}
          value={(value as string[] | undefined) ?? []}
          onChange={onChange}
          nothingFoundMessage={adminText.nothingFound}
        />
      )
    case 'choice':
    case 'ref':
      return (
        <Select
          {...shared}
          data={choicesOf(props, field)}
          value={value === '' || value === undefined || value === null ? null : String(value)}
          onChange={(next) => onChange(next ?? '')}
          clearable={!field.required}
          clearButtonProps={{ 'aria-label': adminText.clear(field.label) }}
          nothingFoundMessage={adminText.nothingFound}
        />
      )
    default:
      return null
  }
}
