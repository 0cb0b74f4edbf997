import { notFound, redirect } from '@tanstack/react-router'
import { type ManagerRoute, mayOpen } from './manager-routes.ts'
import { paths } from './paths.ts'
import { safeRedirect } from './redirect.ts'
import { sessionStore } from './session-store.ts'

export function isSignedIn(): boolean {
  const { auth, company } = sessionStore.get()
  return auth !== null && company !== null
}

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
    if (!isSignedIn()) throw redirect({ href: paths.login.href(location.href) })
    const roles = sessionStore.get().auth?.account.roles ?? []
    if (!mayOpen(route, roles)) throw notFound()
  }

/** `/` leads to the area of who is signed in, else to login. */
export function enterRoot(): never {
  throw redirect({ href: isSignedIn() ? paths.manager.href() : paths.login.href() })
}

/** Somebody signed in has nothing to do on the login page. */
export function skipLogin({ search }: { search: { redirect?: string } }): void {
  if (isSignedIn()) throw redirect({ href: safeRedirect(search.redirect) ?? paths.manager.href() })
}
