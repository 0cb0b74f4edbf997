import { adminText } from '../../../text/admin/admin.ts'
import { Select } from '../../../ui/controls/choices.tsx'
import { type CompanyChoice, PLATFORM } from './use-company-choice.ts'

/** The company that a screen works in. */
export function CompanySelect({ choice, platform = false }: { choice: CompanyChoice; platform?: boolean }) {
  const { companies, chosen, choose } = choice
  const data = (companies.data ?? []).map(({ id, NOM, disabled }) => ({
    value: id,
    label: disabled ? adminText.disabledName(NOM) : NOM,
  }))
  return (
    <Select
      size="md"
      label={adminText.company}
      value={chosen}
      allowDeselect={false}
      searchable
      nothingFoundMessage={adminText.nothingFound}
      data={platform ? [{ value: PLATFORM, label: adminText.platform }, ...data] : data}
      onChange={(next) => next !== null && choose(next)}
    />
  )
}
