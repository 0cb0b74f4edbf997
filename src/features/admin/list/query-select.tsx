import { Select } from '@mantine/core'
import { useQuery } from '../../../components/resource/use-query.ts'
import { adminText } from '../../../text/admin.ts'

/** Value of the address → what it is called. */
type Options = Readonly<Record<string, string>>

/** What the address chooses among the options; null for none of them. */
export function useQueryChoice(param: string, options: Options): string | null {
  const [query] = useQuery()
  const value = query[param]
  return value !== undefined && value in options ? value : null
}

export interface QuerySelectProps {
  param: string
  label: string
  /** Said while nothing is chosen. */
  placeholder: string
  options: Options
}

/** A choice that stands in the address and begins the list anew. */
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
