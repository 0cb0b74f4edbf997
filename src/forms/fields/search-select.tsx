import type { ComboboxItem } from '@mantine/core'
import type { ReactNode } from 'react'
import { normalise } from '../../../schemas/search.ts'
import { resourceText } from '../../text/resource.ts'
import { Select } from '../../ui/controls/choices.tsx'
import type { FieldProps } from './field-props.ts'
import styles from './fields.module.css'

export interface Option {
  value: string
  label: string
  /** Second line: a town, a date, an agency. */
  hint?: string | undefined
  /** Only proposed where the record holds it. */
  archived?: boolean | undefined
}

export interface SearchSelectProps extends FieldProps {
  options: readonly Option[]
  /** Set when the caller searches the options for the typed text; otherwise they are filtered here. */
  onSearch?: ((text: string) => void) | undefined
  /** The caller's search has found more than these options. */
  more?: boolean | undefined
  /** The chosen option, when a search may not list it. */
  selected?: Option | undefined
  placeholder?: string | undefined
  description?: ReactNode
}

const holdsEveryWord = (option: Option, text: string): boolean => {
  const haystack = ` ${normalise(`${option.label} ${option.hint ?? ''}`)}`
  return normalise(text)
    .split(' ')
    .every((word) => haystack.includes(` ${word}`))
}

/** More are not rendered; typing shows the others. */
const LISTED = 60

/** The first options and, where there are others, a last line that says so. */
function firstOf(options: ComboboxItem[], more: boolean): ComboboxItem[] {
  const shown = options.slice(0, LISTED)
  if (!more && shown.length === options.length) return shown
  return [...shown, { value: '', label: resourceText.firstOptions(shown.length), disabled: true }]
}

/** One record among many, found by typing. Accents and case are ignored. */
export function SearchSelect(props: SearchSelectProps) {
  const { label, value, onChange, onBlur, options, onSearch, selected, error, required, disabled } = props
  const listed =
    selected && !options.some((option) => option.value === selected.value) ? [selected, ...options] : options
  const byValue = new Map(listed.map((option) => [option.value, option]))
  return (
    <Select
      size="md"
      label={label}
      description={props.description}
      placeholder={props.placeholder ?? resourceText.search}
      data={listed.map((option) => ({ value: option.value, label: option.label }))}
      value={value === '' ? null : value}
      onChange={(next) => onChange(next ?? '')}
      onBlur={onBlur}
      searchable
      {...(onSearch ? { onSearchChange: onSearch } : {})}
      filter={({ options: shown, search }) => {
        // When it is opened again on its value, the list shows everything.
        const isValue = search === byValue.get(value)?.label
        const items = shown.filter((item) => 'value' in item)
        if (onSearch || isValue || search.trim() === '') return firstOf(items, props.more === true)
        const fitting = items.filter((item) =>
          holdsEveryWord(byValue.get(item.value) ?? { value: '', label: '' }, search),
        )
        return firstOf(fitting, false)
      }}
      clearable={!required}
      clearButtonProps={{ 'aria-label': `${resourceText.clear} : ${label}` }}
      withAsterisk={required ?? false}
      disabled={disabled ?? false}
      error={error}
      nothingFoundMessage={resourceText.noResult}
      maxDropdownHeight={280}
      renderOption={({ option }) => {
        const hint = byValue.get(option.value)?.hint
        return (
          <span className={styles.option}>
            <span>{option.label}</span>
            {hint ? <span className={styles.hint}>{hint}</span> : null}
          </span>
        )
      }}
    />
  )
}
