import { redirect } from '@tanstack/react-router'
import { isAdminHost } from '../data/api/host.ts'
import { adminSession } from '../data/session/admin-session.ts'
import { adminPaths } from '../ui/navigation/admin-paths.ts'
import { paths } from '../ui/navigation/paths.ts'
import { safeRedirect } from '../ui/navigation/redirect.ts'
import { isSignedIn } from './guards.ts'

/**
 * Guard of one admin screen. On a company's host nobody is an administrator: a signed-in visitor is redirected to their own area, anybody else
 * to the customers' login (AUT-04, AUT-06). On the admin domain a person whom an administrator impersonates stays in their area too (AUT-05).
 */
export function guardAdmin({ location }: { location: { href: string } }): void {
  // `/` redirects everybody to their own area.
  if (isSignedIn()) throw redirect({ href: paths.root.href() })
  if (!isAdminHost()) throw redirect({ href: paths.loginSpace.href(location.href) })
  if (!adminSession.get()) throw redirect({ href: paths.loginAdmin.href(location.href) })
}

/** An administrator who is signed in has nothing to do on the login page. */
export function skipAdminLogin({ search }: { search: { redirect?: string } }): void {
  if (!isAdminHost()) return
  if (isSignedIn()) throw redirect({ href: paths.root.href() })
  if (adminSession.get()) throw redirect({ href: safeRedirect(search.redirect) ?? adminPaths.companies.href() })
}
