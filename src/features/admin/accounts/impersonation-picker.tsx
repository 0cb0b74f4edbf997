import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { LoadedView } from '../../../domain/online/loaded-view.tsx'
import { useLoad } from '../../../domain/online/use-load.ts'
import { nameOf } from '../../../domain/personnels/staff-account.ts'
import { accountsText as text } from '../../../text/admin/accounts.ts'
import { adminText } from '../../../text/admin/admin.ts'
import { Select } from '../../../ui/controls/choices.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import { adminApi } from '../online/admin-api.ts'
import styles from './accounts.module.css'
import { ImpersonateButton } from './impersonate-button.tsx'
import { PersonnelRow } from './personnel.ts'

const TYPING_MS = 250
/** People shown at once; a name that is not among them is found by typing it. */
const SHOWN = 100

/** People by company, in the server's order: companies by label, then names. Two companies may have the same name, so the label tells them apart. */
export function byCompany(people: readonly PersonnelRow[]) {
  const groups = new Map<string, { group: string; items: { value: string; label: string }[] }>()
  for (const person of people) {
    const { id, key, NOM } = person.company
    const group = groups.get(id) ?? { group: `${NOM} (${key})`, items: [] }
    group.items.push({ value: optionOf(person), label: nameOf(person) })
    groups.set(id, group)
  }
  return [...groups.values()]
}

/** Ids of people are unique within their company only. */
const optionOf = ({ company, IDPERSONNEL }: PersonnelRow): string => `${company.id}/${IDPERSONNEL}`

/** Whose place to take, in any company: those with a mail and a role, grouped by company (ADM-02). */
export function ImpersonationPicker() {
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed, TYPING_MS)
  const [chosen, setChosen] = useState<PersonnelRow | null>(null)
  const people = useLoad(`impersonable ${q}`, async (signal) => {
    const query = { limit: SHOWN, ...(q === '' ? {} : { q }) }
    return adminApi.list('/admin/personnels', PersonnelRow, { query, signal })
  })
  const rows = people.data?.data ?? []
  const isCut = (people.data?.total ?? 0) > rows.length
  return (
    <Panel title={text.picker}>
      {people.state === 'failed' ? <LoadedView loaded={people}>{() => null}</LoadedView> : null}
      <div className={styles.picker}>
        <Select
          size="md"
          label={text.pickerLabel}
          placeholder={text.pickerHint}
          description={isCut ? text.pickerCut(SHOWN) : undefined}
          className={styles.pick}
          searchable
          // The server has searched: what it found stays, whatever its words are.
          filter={({ options }) => options}
          data={byCompany(rows)}
          // The field only searches; who is chosen stands beside it, so that a new search does not forget them.
          value={null}
          onChange={(value) => setChosen(rows.find((row) => optionOf(row) === value) ?? chosen)}
          searchValue={typed}
          onSearchChange={setTyped}
          nothingFoundMessage={people.state === 'loading' ? adminText.loading : adminText.nothingFound}
          maxDropdownHeight={360}
        />
        {chosen ? (
          <div className={styles.picked}>
            <span>
              {nameOf(chosen)} · {chosen.company.NOM}
            </span>
            <ImpersonateButton
              target={{
                kind: 'personnel',
                id: chosen.IDPERSONNEL,
                companyId: chosen.company.id,
                name: nameOf(chosen),
              }}
            />
          </div>
        ) : null}
      </div>
    </Panel>
  )
}
