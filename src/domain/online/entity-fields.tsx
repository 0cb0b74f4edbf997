import type { Entity } from '../../../schemas/entity.ts'
import type { Option } from '../../forms/fields/search-select.tsx'
import { Wide } from '../../forms/form-frame.tsx'
import { EntityField } from './entity-field.tsx'
import type { OnlineFormState } from './use-online-form.ts'

export interface EntityFieldsProps {
  entity: Entity
  names: readonly string[]
  form: OnlineFormState['form']
  options?: Record<string, Option[]> | undefined
  choices?: Record<string, Record<string, string>> | undefined
  hints?: Record<string, string> | undefined
}

const WIDE = new Set(['longtext', 'choices', 'refs'])

/** Inputs of the named fields, in that order; long ones over the whole width. */
export function EntityFields({ entity, names, form, options, choices, hints }: EntityFieldsProps) {
  return names.map((name) => {
    const { value, error, onChange, onBlur } = form.getInputProps(name)
    const input = (
      <EntityField
        key={name}
        entity={entity}
        name={name}
        value={value}
        onChange={onChange}
        onBlur={onBlur}
        error={error}
        options={options?.[name]}
        choices={choices?.[name]}
        hint={hints?.[name]}
      />
    )
    return WIDE.has(entity.fields[name]?.kind ?? '') ? <Wide key={name}>{input}</Wide> : input
  })
}
