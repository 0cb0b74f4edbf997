import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { isReferenceList, type ReferenceList } from '../../../schemas/entities/reference.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { inOrder } from '../../data/records/list-order.ts'
import { useCommands } from '../../data/records/use-commands.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { ListEntries } from '../../domain/lists/list-entries.tsx'
import { SyncLink } from '../../domain/records/record-sync.tsx'
import { listsText as text } from '../../text/lists.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { NotFoundScreen } from '../../ui/page/not-found-screen.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'

/** /manager/liste/$id: a list of the company, by its name (NATURE_RDV). */
export function ListeScreen() {
  const { id } = useParams({ strict: false }) as { id: string }
  return isReferenceList(id) ? <List list={id} /> : <NotFoundScreen />
}

const mark = ({ id, sync }: LocalRecord<'reference'>) => <SyncLink resource="reference" id={id} mark={sync} />

function List({ list }: { list: ReferenceList }) {
  const rows = useLiveList('reference', { selector: { LISTE: list } })
  const commands = useCommands()
  const { title, hint, add } = text.of[list]
  return (
    <>
      <PageHeader
        title={title}
        subtitle={hint}
        back={paths.parametres.href()}
        actions={
          <Button component={Link} to={paths.liste.create(list)} leftSection={<IconPlus size={18} />}>
            {add}
          </Button>
        }
      />
      {rows === undefined ? null : (
        <ListEntries
          list={list}
          entries={inOrder(rows)}
          hrefOf={paths.liste.edit}
          onChange={(id, patch) => commands.update('reference', id, patch)}
          mark={mark}
        />
      )}
    </>
  )
}
