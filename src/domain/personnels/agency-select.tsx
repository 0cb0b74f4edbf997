import { useOffered } from '../../data/records/use-offered.ts'
import { useAgencyFilter } from '../../data/session/agency-filter.ts'
import { appText } from '../../text/app.ts'
import { Select } from '../../ui/controls/choices.tsx'
import { useQuery } from '../../ui/navigation/use-query.ts'

/** The value of the address for all agencies, whatever the workspace is. */
const ALL = '*'

/** The agency whose records a list shows, and the way to change it: chosen in the address, else the workspace's (TEN-07). null = every agency. */
export function useAgencyChoice(): [string | null, (agence: string | null) => void] {
  const { agence } = useAgencyFilter()
  const [query, setQuery] = useQuery()
  return [query.agence === ALL ? null : (query.agence ?? agence), (next) => setQuery({ agence: next ?? ALL })]
}

/** Every agency that may be chosen, also the one that is. */
const useAgencies = (value: string | null) => useOffered('AGENCES', value === null ? [] : [value]) ?? []

/** Whether a list of this agency leaves out those of others. */
export function useOtherAgencies(value: string | null): boolean {
  const agencies = useAgencies(value)
  return value !== null && agencies.length > 1
}

/** Nothing where the company has only one agency. */
export function AgencySelect({
  value,
  onChange,
  className,
}: {
  value: string | null
  onChange: (agence: string | null) => void
  className: string
}) {
  const agencies = useAgencies(value)
  if (agencies.length <= 1) return null
  return (
    <Select
      size="md"
      className={className}
      aria-label={appText.agencies.one}
      value={value ?? ALL}
      allowDeselect={false}
      onChange={(next) => onChange(next === null || next === ALL ? null : next)}
      data={[
        { value: ALL, label: appText.agencies.every },
        ...agencies.map(({ id, LIBELLE }) => ({ value: id, label: LIBELLE })),
      ]}
    />
  )
}
