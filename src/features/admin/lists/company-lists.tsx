import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { isReferenceList, type ReferenceList } from '../../../../schemas/entities/reference.ts'
import { LIST_FIELDS } from '../../../../schemas/rules/lists.ts'
import { ListEntries } from '../../../domain/lists/list-entries.tsx'
import styles from '../../../domain/lists/lists.module.css'
import { LoadedView } from '../../../domain/online/loaded-view.tsx'
import { useLoad } from '../../../domain/online/use-load.ts'
import { listsText as text } from '../../../text/lists.ts'
import { Select } from '../../../ui/controls/choices.tsx'
import { adminPaths } from '../../../ui/navigation/admin-paths.ts'
import { useQuery } from '../../../ui/navigation/use-query.ts'
import { adminApi } from '../online/admin-api.ts'
import { EntryAnswer, PATH, readLists } from './entry.ts'

const LISTS = Object.keys(LIST_FIELDS) as ReferenceList[]

/** The lists of a company (SET-03), as its directors have them. */
export function CompanyLists({ companyId }: { companyId: string }) {
  const [query, setQuery] = useQuery()
  const list = isReferenceList(query.liste ?? '') ? (query.liste as ReferenceList) : 'AGENCES'
  const loaded = useLoad(`lists ${companyId}`, (signal) => readLists(companyId, signal))
  const change = async (id: string, body: object): Promise<void> => {
    const query = { company_id: companyId }
    await adminApi.write('PUT', `${PATH}/${encodeURIComponent(id)}`, { data: EntryAnswer, body, query })
    loaded.reload()
  }
  return (
    <div className={styles.panels}>
      <div className={styles.choice}>
        <Select
          size="md"
          label={text.list}
          allowDeselect={false}
          data={LISTS.map((name) => ({ value: name, label: text.of[name].title }))}
          value={list}
          onChange={(next) => setQuery({ liste: next ?? undefined })}
        />
        <Button
          component={Link}
          to={adminPaths.companyEntry.create(companyId, list)}
          size="md"
          leftSection={<IconPlus size={18} />}
        >
          {text.of[list].add}
        </Button>
      </div>
      <LoadedView loaded={loaded}>
        {(entries) => (
          <ListEntries
            list={list}
            entries={entries.filter((entry) => entry.LISTE === list)}
            hrefOf={(id) => adminPaths.companyEntry.edit(companyId, id)}
            onChange={change}
          />
        )}
      </LoadedView>
    </div>
  )
}
