import { notFound, redirect } from '@tanstack/react-router'
import { lastArea, sessionStore } from '../data/session/session-store.ts'
import type { Account } from '../data/session/stored-session.ts'
import { type ManagerRoute, mayOpen } from '../domain/navigation/manager-routes.ts'
import { paths } from '../ui/navigation/paths.ts'
import { safeRedirect } from '../ui/navigation/redirect.ts'
import { adminDomainHref } from './admin-domain.ts'

function signedIn(): Account | null {
  const { auth, company } = sessionStore.get()
  return company === null ? null : (auth?.account ?? null)
}

export const isSignedIn = (): boolean => signedIn() !== null

/** First page of an account's own area. */
const homeOf = ({ kind }: Account): string => (kind === 'client' ? paths.space.href() : paths.manager.href())

interface Entering {
  location: { href: string }
}

/**
 * Guard of one manager screen. It is set on the screens, never on their parent: a path that matches no screen is a 404 before
 * anybody is redirected to login (TEN-08). A screen that my roles may not open is the same 404 as one that does not exist.
 */
export const guardManager =
  (route: Pick<ManagerRoute, 'roles'>) =>
  ({ location }: Entering): void => {
    const account = signedIn()
    if (!account) throw redirect({ href: adminDomainHref(location.href) ?? paths.login.href(location.href) })
    if (account.kind !== 'personnel') throw redirect({ href: homeOf(account) })
    if (!mayOpen(route, account.roles)) throw notFound()
  }

/** Guard of one screen of the customer space, set on the screens for the same reason; staff stay in their own area (AUT-06). */
export function guardSpace({ location }: Entering): void {
  const account = signedIn()
  if (!account) throw redirect({ href: adminDomainHref(location.href) ?? paths.loginSpace.href(location.href) })
  if (account.kind !== 'client') throw redirect({ href: homeOf(account) })
}

/**
 * `/` redirects to the area of the signed-in account; else to the login of the area that this device was last used for, and of customers on a new one
 * (AUT-04).
 */
export function enterRoot(): never {
  const account = signedIn()
  if (account) throw redirect({ href: homeOf(account) })
  const login = lastArea() === 'manager' ? paths.login.href() : paths.loginSpace.href()
  throw redirect({ href: adminDomainHref() ?? login })
}

/** A signed-in visitor has nothing to do on the login page. */
export function skipLogin({ search }: { search: { redirect?: string } }): void {
  const account = signedIn()
  if (account) throw redirect({ href: safeRedirect(search.redirect) ?? homeOf(account) })
  // Staff and customers log in on their company's host.
  const elsewhere = adminDomainHref()
  if (elsewhere !== null) throw redirect({ href: elsewhere })
}
