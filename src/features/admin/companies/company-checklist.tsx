import { ChecklistEntry, type ChecklistItem } from '../../../../schemas/checklist.ts'
import { Checklist } from '../../../domain/company/checklist.tsx'
import { LoadedView } from '../../../domain/online/loaded-view.tsx'
import { useLoad } from '../../../domain/online/use-load.ts'
import { adminPaths } from '../../../ui/navigation/admin-paths.ts'
import { adminApi } from '../online/admin-api.ts'

type Tab = 'listes' | 'formulaires' | 'tarifs' | 'personnel' | 'clients' | 'services'
/** The tab of the company's page on which an item is set up; its own form for the others. */
const TABS: Partial<Record<ChecklistItem, Tab>> = {
  agences: 'listes',
  listes: 'listes',
  rapports: 'formulaires',
  tarifs: 'tarifs',
  personnel: 'personnel',
  import: 'clients',
  mail: 'services',
  sms: 'services',
  paiements: 'services',
}

/** What a company has set up, for administrators (SET-02). */
export function CompanyChecklist({ companyId }: { companyId: string }) {
  const path = `/admin/company/${encodeURIComponent(companyId)}/mise_en_route`
  const loaded = useLoad(path, async (signal) => (await adminApi.list(path, ChecklistEntry, { signal })).data)
  const hrefOf = (item: ChecklistItem): string => {
    const tab = TABS[item]
    return tab === undefined
      ? adminPaths.companyEdit.href(companyId)
      : `${adminPaths.company.href(companyId)}?onglet=${tab}`
  }
  return <LoadedView loaded={loaded}>{(entries) => <Checklist entries={entries} hrefOf={hrefOf} />}</LoadedView>
}
