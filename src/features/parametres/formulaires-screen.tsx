import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useCommands } from '../../data/records/use-commands.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { SyncLink } from '../../domain/records/record-sync.tsx'
import { FormList } from '../../domain/reports/form-list.tsx'
import { reportFormsText as text } from '../../text/report-forms.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'

const mark = ({ id, sync }: LocalRecord<'rapport'>) => <SyncLink resource="rapport" id={id} mark={sync} />

/** /manager/formulaire: the report forms of the company (SET-04). */
export function FormulairesScreen() {
  const forms = useLiveList('rapport', {})
  const natures = useLiveList('reference', { selector: { LISTE: 'NATURE_RDV' } })
  const commands = useCommands()
  return (
    <>
      <PageHeader
        title={text.title}
        subtitle={text.hint}
        back={paths.parametres.href()}
        actions={
          <Button component={Link} to={paths.formulaire.create()} leftSection={<IconPlus size={18} />}>
            {text.add}
          </Button>
        }
      />
      {forms === undefined || natures === undefined ? null : (
        <FormList
          forms={forms}
          natures={natures}
          hrefOf={paths.formulaire.edit}
          onChange={(id, patch) => commands.update('rapport', id, patch)}
          mark={mark}
        />
      )}
    </>
  )
}
