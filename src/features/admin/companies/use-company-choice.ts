import { CompanyName } from '../../../domain/company/company-entity.ts'
import { type Loaded, useLoad } from '../../../domain/online/use-load.ts'
import { useQuery } from '../../../ui/navigation/use-query.ts'
import { adminApi } from '../online/admin-api.ts'

const REMEMBERED = 'lolapp.app.admin-entreprise'
/** The address's value for no company: data of the platform itself. */
export const PLATFORM = 'plateforme'

export const useCompanies = (): Loaded<CompanyName[]> =>
  useLoad('companies', (signal) =>
    adminApi.all('/admin/company', CompanyName, { query: { sortBy: 'NOM', sortDesc: false }, signal }),
  )

export interface CompanyChoice {
  companies: Loaded<CompanyName[]>
  /** The chosen company's id, PLATFORM, or null while the list loads and when it is empty. */
  chosen: string | null
  choose: (id: string) => void
}

const remembered = (): string | null => {
  try {
    return localStorage.getItem(REMEMBERED)
  } catch {
    return null
  }
}

function remember(id: string): void {
  try {
    localStorage.setItem(REMEMBERED, id)
  } catch {
    // Private mode or a full quota: only the address keeps the choice.
  }
}

/** The company that a screen works in: from the address (`?entreprise=`), else the last one chosen, else the first. */
export function useCompanyChoice({ platform = false }: { platform?: boolean } = {}): CompanyChoice {
  const companies = useCompanies()
  const [query, setQuery] = useQuery()
  const all = companies.data ?? []
  const known = (id: string | null | undefined): string | null =>
    all.some((one) => one.id === id) || (platform && id === PLATFORM) ? (id ?? null) : null
  const fallback = platform ? PLATFORM : (all.find(({ disabled }) => !disabled)?.id ?? all[0]?.id ?? null)
  const chosen =
    companies.state === 'ready'
      ? (known(query.entreprise) ?? (platform ? null : known(remembered())) ?? fallback)
      : null
  const choose = (id: string): void => {
    if (id !== PLATFORM) remember(id)
    setQuery({ entreprise: id, page: undefined })
  }
  return { companies, chosen, choose }
}

/** `company_id` of a call; nothing for the platform itself. */
export const companyQuery = (chosen: string | null): { company_id?: string } =>
  chosen === null || chosen === PLATFORM ? {} : { company_id: chosen }
