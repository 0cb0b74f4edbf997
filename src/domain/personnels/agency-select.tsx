import { useOffered } from '../../data/records/use-offered.ts'
import { useReferences } from '../../data/records/use-references.ts'
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

/** Whether a list of this agency leaves out those of others: of archived ones too, whose records keep their agency. */
export function useOtherAgencies(value: string | null): boolean {
  const agencies = useReferences('AGENCES')
  return value !== null && agencies.some(({ id }) => id !== value)
}

/** Nothing where the company never had another agency: the records of one that was archived are left out as those of any other. */
export function AgencySelect({
  value,
  onChange,
  className,
}: {
  value: string | null
  onChange: (agence: string | null) => void
  className: string
}) {
  const every = useReferences('AGENCES')
  const agencies = useOffered('AGENCES', value === null ? [] : [value]) ?? []
  if (every.length <= 1) return null
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
