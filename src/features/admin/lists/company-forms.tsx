import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import styles from '../../../domain/lists/lists.module.css'
import { LoadedView } from '../../../domain/online/loaded-view.tsx'
import { useLoad } from '../../../domain/online/use-load.ts'
import { FormList } from '../../../domain/reports/form-list.tsx'
import { reportFormsText as text } from '../../../text/report-forms.ts'
import { adminPaths } from '../../../ui/navigation/admin-paths.ts'
import { adminApi } from '../online/admin-api.ts'
import { FormAnswer, PATH, readForms } from './report-form.ts'

/** The report forms of a company (SET-04), as its directors have them. */
export function CompanyForms({ companyId }: { companyId: string }) {
  const loaded = useLoad(`forms ${companyId}`, (signal) => readForms(companyId, signal))
  const change = async (id: string, body: object): Promise<void> => {
    const query = { company_id: companyId }
    await adminApi.write('PUT', `${PATH}/${encodeURIComponent(id)}`, { data: FormAnswer, body, query })
    loaded.reload()
  }
  return (
    <div className={styles.panels}>
      <div className={styles.choice}>
        <p className={styles.hint}>{text.hint}</p>
        <Button
          component={Link}
          to={adminPaths.companyForm.create(companyId)}
          size="md"
          leftSection={<IconPlus size={18} />}
        >
          {text.add}
        </Button>
      </div>
      <LoadedView loaded={loaded}>
        {({ forms, natures }) => (
          <FormList
            forms={forms}
            natures={natures}
            hrefOf={(id) => adminPaths.companyForm.edit(companyId, id)}
            onChange={change}
          />
        )}
      </LoadedView>
    </div>
  )
}
