import { adminPaths } from './admin-paths.ts'
import { adminSession } from './admin-session.ts'
import { isAdminHost } from './host.ts'
import { paths } from './paths.ts'

/**
 * Where the admin domain redirects a visitor who wants a page of another area (AUT-04, AUT-05): an administrator to the companies, anybody else to the
 * administrators' login. null on every other host.
 */
export function adminDomainHref(wanted?: string): string | null {
  if (!isAdminHost()) return null
  return adminSession.get() ? adminPaths.companies.href() : paths.loginAdmin.href(wanted)
}
