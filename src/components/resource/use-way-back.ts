import type { RoleName } from '../../../schemas/entities/personnel.ts'
import { type ManagerPath, managerHref, managerRoute, mayOpen } from '../../app/manager-routes.ts'
import { useSession } from '../../app/session.tsx'

/** The first of these screens that these roles may open, else the dashboard: a way back never leads to a 404. */
export function firstOpen(roles: readonly RoleName[], wanted: readonly ManagerPath[]): string {
  const open = wanted.map(managerRoute).find((route) => mayOpen(route, roles))
  return managerHref(open ?? managerRoute(''))
}

/** Where my clients are listed. */
export const useClientsHref = (): string => firstOpen(useSession().account.roles, ['client', 'suivi-client'])

/** Where my appointments are listed. */
export const useRdvsHref = (): string => firstOpen(useSession().account.roles, ['agenda', 'suivi-client'])
