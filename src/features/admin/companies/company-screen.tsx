import { Button, Tabs } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { type Company, CompanyAnswer, company } from '../../../domain/company/company-entity.ts'
import { ActionButton } from '../../../domain/online/action-button.tsx'
import { LoadedView } from '../../../domain/online/loaded-view.tsx'
import { useLoad } from '../../../domain/online/use-load.ts'
import { companiesText as text } from '../../../text/admin/companies.ts'
import { adminPaths } from '../../../ui/navigation/admin-paths.ts'
import { useQuery } from '../../../ui/navigation/use-query.ts'
import { notices } from '../../../ui/notices/notices.tsx'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { CompanyArticles } from '../articles/company-articles.tsx'
import { CompanyForms } from '../lists/company-forms.tsx'
import { CompanyLists } from '../lists/company-lists.tsx'
import { adminApi } from '../online/admin-api.ts'
import { CompanyServices } from '../services/company-services.tsx'
import styles from './companies.module.css'
import { CompanyChecklist } from './company-checklist.tsx'
import { CompanyClients } from './company-clients.tsx'
import { CompanyFacts } from './company-facts.tsx'
import { CompanyPersonnel } from './company-personnel.tsx'

const TABS = ['fiche', 'listes', 'formulaires', 'tarifs', 'personnel', 'clients', 'services'] as const
type Tab = (typeof TABS)[number]
const isTab = (value: string | undefined | null): value is Tab => TABS.includes(value as Tab)

/**
 * `/admin/company/{id}`: the company's data and checklist (SET-02), its people, who can be impersonated (ADM-02), its lists (SET-03), its report forms (SET-04), its price
 * list (SET-08) and its services (SET-07).
 */
export function CompanyScreen() {
  const { id } = useParams({ strict: false }) as { id: string }
  const path = `${company.path}/${encodeURIComponent(id)}`
  const loaded = useLoad(path, (signal) => adminApi.one(path, CompanyAnswer, { signal }))
  const name = loaded.data?.NOM ?? text.one
  return (
    <>
      <PageHeader
        title={name}
        back={adminPaths.companies.href()}
        {...(loaded.data
          ? { subtitle: loaded.data.key, actions: <CompanyActions company={loaded.data} changed={loaded.reload} /> }
          : {})}
      />
      <LoadedView loaded={loaded}>{(data) => <CompanyTabs company={data} changed={loaded.reload} />}</LoadedView>
    </>
  )
}

function CompanyActions({ company: { id, NOM, disabled }, changed }: { company: Company; changed: () => void }) {
  const path = `${company.path}/${encodeURIComponent(id)}`
  const enable = async (): Promise<void> => {
    await adminApi.write('PUT', path, { data: CompanyAnswer, body: { disabled: false } })
    changed()
  }
  const disable = async (): Promise<void> => {
    if (!(await notices.confirm({ message: text.confirmDisable(NOM) }))) return
    await adminApi.remove(path)
    notices.success(text.disabledNotice)
    changed()
  }
  return (
    <>
      <Button
        component={Link}
        to={adminPaths.companyEdit.href(id)}
        variant="default"
        leftSection={<IconPencil size={16} />}
      >
        {text.change}
      </Button>
      {disabled ? (
        <ActionButton label={text.enable} run={enable} />
      ) : (
        <ActionButton label={text.disable} run={disable} variant="subtle" color="rouge" />
      )}
    </>
  )
}

function CompanyTabs({ company: data, changed }: { company: Company; changed: () => void }) {
  const [query, setQuery] = useQuery()
  const tab = isTab(query.onglet) ? query.onglet : 'fiche'
  const open = (next: string | null): void =>
    setQuery({
      onglet: isTab(next) && next !== 'fiche' ? next : undefined,
      liste: undefined,
      famille: undefined,
      archives: undefined,
      q: undefined,
      page: undefined,
      sortBy: undefined,
      sortDesc: undefined,
    })
  return (
    <Tabs value={tab} onChange={open} keepMounted={false} className={styles.tabs ?? ''}>
      <Tabs.List>
        {TABS.map((one) => (
          <Tabs.Tab key={one} value={one}>
            {text.tabs[one]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="fiche" className={styles.panel ?? ''}>
        <div className={styles.stack}>
          <CompanyChecklist companyId={data.id} />
          <CompanyFacts company={data} />
        </div>
      </Tabs.Panel>
      <Tabs.Panel value="listes" className={styles.panel ?? ''}>
        <CompanyLists companyId={data.id} />
      </Tabs.Panel>
      <Tabs.Panel value="formulaires" className={styles.panel ?? ''}>
        <CompanyForms companyId={data.id} />
      </Tabs.Panel>
      <Tabs.Panel value="tarifs" className={styles.panel ?? ''}>
        <CompanyArticles companyId={data.id} />
      </Tabs.Panel>
      <Tabs.Panel value="personnel" className={styles.panel ?? ''}>
        <CompanyPersonnel companyId={data.id} />
      </Tabs.Panel>
      <Tabs.Panel value="clients" className={styles.panel ?? ''}>
        <CompanyClients companyId={data.id} />
      </Tabs.Panel>
      <Tabs.Panel value="services" className={styles.panel ?? ''}>
        <CompanyServices company={data} changed={changed} />
      </Tabs.Panel>
    </Tabs>
  )
}
