import { isAdminHost } from '../data/api/host.ts'
import { adminSession } from '../data/session/admin-session.ts'
import { adminPaths } from '../ui/navigation/admin-paths.ts'
import { paths } from '../ui/navigation/paths.ts'

/**
 * Where the admin domain redirects a visitor who wants a page of another area (AUT-04, AUT-05): an administrator to the companies, anybody else to the
 * administrators' login. null on every other host.
 */
export function adminDomainHref(wanted?: string): string | null {
  if (!isAdminHost()) return null
  return adminSession.get() ? adminPaths.companies.href() : paths.loginAdmin.href(wanted)
}
