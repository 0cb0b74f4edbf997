import type { RoleName } from './entities/personnel.ts'

/** Who holds a right of the staff. */
export type Who = readonly RoleName[] | 'any' | 'nobody'

export const OFFICE = ['assistant', 'commercial_director'] as const
export const SALES = ['commercial', 'commercial_director', 'assistant'] as const
export const FIELD_SALES = ['commercial', 'commercial_director', 'assistant', 'metreur'] as const

/** Roles whose people go to appointments; the others make them for colleagues. */
const VISITORS: readonly RoleName[] = ['commercial', 'metreur', 'commercial_director']

export const goesToAppointments = (roles: readonly RoleName[]): boolean => roles.some((role) => VISITORS.includes(role))

/** People whose own agenda fills: with appointments, or with works (DAY-08). */
export const hasAgenda = (roles: readonly RoleName[]): boolean =>
  goesToAppointments(roles) || roles.includes('technician')
