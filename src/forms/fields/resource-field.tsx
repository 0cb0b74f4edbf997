import { ColorInput, Switch, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ReferenceList } from '../../../schemas/entities/reference.ts'
import type { Entity } from '../../../schemas/entity.ts'
import { useOffered } from '../../data/records/use-offered.ts'
import { listsText } from '../../text/lists.ts'
import { resourceText } from '../../text/resource.ts'
import { MultiSelect, Select } from '../../ui/controls/choices.tsx'
import type { FormValues } from '../payload.ts'
import { DateField } from './date-field.tsx'
import { DateTimeField } from './datetime-field.tsx'
import { DecimalInput } from './decimal-input.tsx'
import styles from './fields.module.css'
import { RefField, usePersonnelOptions } from './ref-field.tsx'

export interface ResourceFieldProps {
  entity: Entity
  name: string
  /** Instead of the declaration's label. */
  label?: string | undefined
  values: FormValues
  onChange: (value: unknown) => void
  onBlur?: () => void
  error?: string | undefined
  disabled?: boolean | undefined
  /** False hides the mark of a required field (an address that may be empty as a whole). */
  marked?: boolean | undefined
}

interface MultiProps {
  label: string
  value: string[]
  onChange: (value: string[]) => void
  onBlur?: (() => void) | undefined
  error?: string | undefined
  disabled?: boolean | undefined
  /** Why there is nothing to choose. */
  description?: string | undefined
}

function Multi({ label, value, onChange, data, ...rest }: MultiProps & { data: { value: string; label: string }[] }) {
  return (
    <MultiSelect
      size="md"
      label={label}
      data={data}
      value={value}
      onChange={onChange}
      onBlur={rest.onBlur}
      error={rest.error}
      disabled={rest.disabled ?? false}
      description={rest.description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      searchable
      hidePickedOptions
      placeholder={value.length === 0 ? resourceText.search : ''}
      nothingFoundMessage={resourceText.noResult}
      maxDropdownHeight={280}
    />
  )
}

function PersonnelMulti(props: MultiProps) {
  const [opened] = useState(props.value)
  const options = usePersonnelOptions([...opened, ...props.value])
  // A person who is not on this device yet stays chosen, under a general label.
  const unknown = props.value.filter((id) => !options.some((option) => option.value === id))
  const data = [
    ...options.map(({ value, label }) => ({ value, label })),
    ...unknown.map((value) => ({ value, label: resourceText.missing })),
  ]
  return <Multi {...props} data={data} />
}

function ListMulti({ list, ...props }: MultiProps & { list: ReferenceList }) {
  const [opened] = useState(props.value)
  const entries = useOffered(list, [...opened, ...props.value])
  return (
    <Multi
      {...props}
      description={entries?.length === 0 ? listsText.of[list].none : undefined}
      data={(entries ?? []).map(({ id, LIBELLE }) => ({ value: id, label: LIBELLE }))}
    />
  )
}

const listOf = (to: string): ReferenceList => to.slice('liste:'.length) as ReferenceList

/** Values of a `choice` or `choices` field, read from its own schema. */
export function choiceValues(entity: Entity, name: string): (string | number)[] {
  const schema = entity.fields[name]?.schema as { enum?: (string | number)[]; items?: { enum?: (string | number)[] } }
  return schema?.enum ?? schema?.items?.enum ?? []
}

export const choiceLabel = (name: string, value: unknown): string =>
  resourceText.choices[name]?.[String(value)] ?? String(value)

const maxLength = (entity: Entity, name: string): number | undefined =>
  (entity.fields[name]?.schema as { maxLength?: number } | undefined)?.maxLength

const CENTS = 100

/** The input of one declared field, by its kind (RES-01). Kinds without a generic input give nothing. */
export function ResourceField({
  entity,
  name,
  label: given,
  values,
  onChange,
  onBlur,
  error,
  disabled,
  marked,
}: ResourceFieldProps) {
  const field = entity.fields[name]
  if (!field) return null
  const label = given ?? field.label
  const value = values[name] ?? ''
  const text = typeof value === 'string' ? value : ''
  const required = marked !== false && field.required && field.kind !== 'flag' && field.kind !== 'refs'
  const shared = { label, error, disabled: disabled ?? false, ...(onBlur ? { onBlur } : {}) }
  const asText = { ...shared, size: 'md', value: text, withAsterisk: required } as const
  switch (field.kind) {
    case 'longtext':
      return (
        <Textarea
          {...asText}
          autosize
          minRows={3}
          maxRows={12}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
    case 'text':
    case 'email':
    case 'phone':
    case 'postcode': {
      const input = {
        text: {},
        email: { type: 'email', inputMode: 'email', autoCapitalize: 'none' },
        phone: { type: 'tel', inputMode: 'tel' },
        postcode: { inputMode: 'numeric', maxLength: 5 },
      } as const
      return (
        <TextInput
          {...asText}
          {...input[field.kind]}
          // One character past the limit, so that the message can name the limit.
          {...(field.kind === 'text' ? { maxLength: (maxLength(entity, name) ?? 400) + 1 } : {})}
          autoComplete="off"
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
    }
    case 'color':
      return <ColorInput {...asText} format="hex" onChange={onChange} />
    case 'date':
      return <DateField {...shared} value={text} required={required} onChange={onChange} />
    case 'datetime':
      return <DateTimeField {...shared} value={text} required={required} onChange={onChange} />
    case 'cents':
      return (
        <DecimalInput
          {...shared}
          size="md"
          withAsterisk={required}
          value={typeof value === 'number' ? value / CENTS : ''}
          onChange={(euros) => onChange(euros === '' ? '' : Math.round(euros * CENTS))}
          thousandSeparator=" "
          decimalScale={2}
          suffix=" €"
        />
      )
    case 'number':
    case 'integer':
      return (
        <DecimalInput
          {...shared}
          size="md"
          withAsterisk={required}
          value={typeof value === 'number' ? value : ''}
          onChange={onChange}
        />
      )
    case 'flag':
      return (
        <div className={styles.flag}>
          <Switch
            {...shared}
            size="md"
            checked={value === 1}
            onChange={(event) => onChange(event.currentTarget.checked ? 1 : 0)}
          />
        </div>
      )
    case 'choice': {
      const options = choiceValues(entity, name)
      return (
        <Select
          {...shared}
          size="md"
          withAsterisk={required}
          data={options.map((option) => ({ value: String(option), label: choiceLabel(name, option) }))}
          value={value === '' ? null : String(value)}
          onChange={(next) => onChange(options.find((option) => String(option) === next) ?? '')}
          clearable={!required}
          placeholder={resourceText.unchosen[name]}
        />
      )
    }
    case 'choices':
      return (
        <Multi
          {...shared}
          value={Array.isArray(value) ? value : []}
          onChange={onChange}
          data={choiceValues(entity, name).map((option) => ({
            value: String(option),
            label: choiceLabel(name, option),
          }))}
        />
      )
    case 'ref':
      return (
        <RefField
          {...shared}
          to={field.ref ?? ''}
          value={text}
          required={required}
          onChange={onChange}
          values={values}
        />
      )
    case 'refs': {
      const several = { ...shared, value: Array.isArray(value) ? (value as string[]) : [], onChange }
      if (field.ref?.startsWith('liste:')) return <ListMulti {...several} list={listOf(field.ref)} />
      return <PersonnelMulti {...several} />
    }
    default:
      return null
  }
}
