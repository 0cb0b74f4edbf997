import { adminPaths } from '../../../ui/navigation/admin-paths.ts'
import { useGo } from '../../../ui/navigation/use-leave.ts'
import { notices } from '../../../ui/notices/notices.tsx'
import { companyQuery } from '../companies/use-company-choice.ts'
import { adminApi } from '../online/admin-api.ts'
import { type AdminResource, keyIn, pathOf, withCompany } from './admin-resource.ts'

/** Asks, removes one record of a declared resource, and goes to its list. `onRemoved` runs before the page is left. */
export function useRemoval(resource: AdminResource, companyId: string | null) {
  const { entity, words, name } = resource
  const go = useGo()
  return async (record: Record<string, unknown>, onRemoved?: () => void): Promise<void> => {
    if (!(await notices.confirm({ message: words.confirmRemoval(entity.label(record as never)) }))) return
    try {
      const at = `${pathOf(resource)}/${encodeURIComponent(keyIn(resource, record))}`
      await adminApi.remove(at, companyQuery(companyId))
      onRemoved?.()
      notices.success(words.removed)
      go(withCompany(adminPaths.list(name), companyId), { replace: true })
    } catch (error) {
      notices.failure(error)
    }
  }
}
