import { notFound, redirect } from '@tanstack/react-router'
import { adminDomainHref } from './admin-domain.ts'
import { type ManagerRoute, mayOpen } from './manager-routes.ts'
import { paths } from './paths.ts'
import { safeRedirect } from './redirect.ts'
import { type Account, sessionStore } from './session-store.ts'

function signedIn(): Account | null {
  const { auth, company } = sessionStore.get()
  return company === null ? null : (auth?.account ?? null)
}

export const isSignedIn = (): boolean => signedIn() !== null

interface Entering {
  location: { href: string }
}

/**
 * Guard of one manager screen. It stands on the screens, never on their parent: a path that matches no screen is a 404 before
 * anybody is sent to login (TEN-08). A screen that my roles may not open is the same 404 as one that does not exist.
 */
export const guardManager =
  (route: Pick<ManagerRoute, 'roles'>) =>
  ({ location }: Entering): void => {
    const account = signedIn()
    if (!account) throw redirect({ href: adminDomainHref(location.href) ?? paths.login.href(location.href) })
    if (account.kind !== 'personnel' || !mayOpen(route, account.roles)) throw notFound()
  }

/** `/` leads to the area of who is signed in, else to login. */
export function enterRoot(): never {
  throw redirect({ href: isSignedIn() ? paths.manager.href() : (adminDomainHref() ?? paths.login.href()) })
}

/** Somebody signed in has nothing to do on the login page. */
export function skipLogin({ search }: { search: { redirect?: string } }): void {
  if (isSignedIn()) throw redirect({ href: safeRedirect(search.redirect) ?? paths.manager.href() })
  // Staff log in on their company's host.
  const elsewhere = adminDomainHref()
  if (elsewhere !== null) throw redirect({ href: elsewhere })
}
