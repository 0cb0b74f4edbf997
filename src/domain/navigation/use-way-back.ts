import type { RoleName } from '../../../schemas/entities/personnel.ts'
import { useSession } from '../../data/session/session.tsx'
import { type ManagerPath, managerHref, managerRoute, mayOpen } from './manager-routes.ts'

/** The first of these screens that these roles may open, else the dashboard: « Retour » must never lead to a 404. */
export function firstOpen(roles: readonly RoleName[], wanted: readonly ManagerPath[]): string {
  const open = wanted.map(managerRoute).find((route) => mayOpen(route, roles))
  return managerHref(open ?? managerRoute(''))
}

/** The screen that lists my clients. */
export const useClientsHref = (): string => firstOpen(useSession().account.roles, ['client', 'suivi-client'])

/** The screen that lists my appointments. */
export const useRdvsHref = (): string => firstOpen(useSession().account.roles, ['agenda', 'suivi-client'])
