import { adminText } from '../../../text/admin/admin.ts'
import { Select } from '../../../ui/controls/choices.tsx'
import { useQuery } from '../../../ui/navigation/use-query.ts'

/** Value of the address → its label. */
type Options = Readonly<Record<string, string>>

/** The option that the address names; null for none. */
export function useQueryChoice(param: string, options: Options): string | null {
  const [query] = useQuery()
  const value = query[param]
  return value !== undefined && value in options ? value : null
}

export interface QuerySelectProps {
  param: string
  label: string
  /** Shown while nothing is chosen. */
  placeholder: string
  options: Options
}

/** A choice that is kept in the address and starts the list again at its first page. */
export function QuerySelect({ param, label, placeholder, options }: QuerySelectProps) {
  const [, setQuery] = useQuery()
  const value = useQueryChoice(param, options)
  return (
    <Select
      size="md"
      label={label}
      placeholder={placeholder}
      clearable
      clearButtonProps={{ 'aria-label': adminText.clear(label) }}
      value={value}
      onChange={(next) => setQuery({ [param]: next ?? undefined, page: undefined })}
      data={Object.entries(options).map(([one, name]) => ({ value: one, label: name }))}
    />
  )
}
