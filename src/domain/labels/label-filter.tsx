import { Button } from '@mantine/core'
import { useCallback } from 'react'
import { useOffered } from '../../data/records/use-offered.ts'
import { useReferences } from '../../data/records/use-references.ts'
import { labelsText as text } from '../../text/labels.ts'
import { Select } from '../../ui/controls/choices.tsx'
import { useQuery } from '../../ui/navigation/use-query.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'

/** The label whose records a list shows, kept in the address; undefined for all. */
export function useLabelChoice(): [string | undefined, (label: string | undefined) => void] {
  const [query, setQuery] = useQuery()
  const choose = useCallback((etiquette: string | undefined) => setQuery({ etiquette }), [setQuery])
  return [query.etiquette || undefined, choose]
}

/** Whether a record passes the filter. */
export const hasLabel = (record: { IDLABELS: readonly string[] }, label: string | undefined): boolean =>
  label === undefined || record.IDLABELS.includes(label)

interface LabelFilterProps {
  value: string | undefined
  onChange: (label: string | undefined) => void
  className: string
}

/** A choice among the company's labels; nothing while it has none. An archived one stays while it is chosen. */
export function LabelFilter({ value, onChange, className }: LabelFilterProps) {
  const labels = useOffered('LABEL', value === undefined ? [] : [value]) ?? []
  if (labels.length === 0) return null
  return (
    <Select
      size="md"
      className={className}
      aria-label={text.filter}
      value={labels.some(({ id }) => id === value) ? (value ?? '') : ''}
      allowDeselect={false}
      onChange={(next) => onChange(next || undefined)}
      data={[
        { value: '', label: text.all },
        ...labels.map(({ id, LIBELLE, ARCHIVE }) => ({
          value: id,
          label: ARCHIVE === 1 ? text.archived(LIBELLE) : LIBELLE,
        })),
      ]}
    />
  )
}

/** A list that is empty under its filter: says so, and takes the filter away. */
export function NothingLabelled({ label, onChange }: Pick<LabelFilterProps, 'onChange'> & { label: string }) {
  const name = useReferences('LABEL').find(({ id }) => id === label)?.LIBELLE ?? ''
  return (
    <EmptyState
      text={text.emptyFilter(name)}
      action={<Button onClick={() => onChange(undefined)}>{text.clearFilter}</Button>}
    />
  )
}
