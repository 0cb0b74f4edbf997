import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { type ManagerRoute, managerHref } from '../../domain/navigation/manager-routes.ts'
import styles from './shell-navigation.module.css'

/** A chunk of its own: only the narrow drawer needs it. */
export const NarrowTooltip = lazy(async () => ({ default: (await import('./narrow-tooltip.tsx')).NarrowTooltip }))

/** One destination: in the side drawer (icon only when narrow) or in the phone's menu. */
export function ShellEntry({ route, narrow = false }: { route: ManagerRoute; narrow?: boolean }) {
  const { icon: Icon, title } = route
  const entry = (
    <Link
      to={managerHref(route)}
      className={styles.entry}
      activeOptions={{ exact: route.path === '' }}
      {...(narrow ? { 'aria-label': title } : {})}
    >
      <Icon size={20} stroke={1.7} aria-hidden />
      {!narrow && <span>{title}</span>}
    </Link>
  )
  if (!narrow) return entry
  return (
    <Suspense fallback={entry}>
      <NarrowTooltip label={title}>{entry}</NarrowTooltip>
    </Suspense>
  )
}
