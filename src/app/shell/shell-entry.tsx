import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { type DrawerGroup, drawerGroups } from '../../domain/navigation/drawer-groups.ts'
import { type ManagerRoute, managerHref } from '../../domain/navigation/manager-routes.ts'
import { iconOf } from '../../domain/navigation/route-icons.ts'
import styles from './shell-navigation.module.css'

/** A part of a long menu, under its heading; a thin line where only icons stand. */
function ShellGroup({ title, routes, narrow }: DrawerGroup & { narrow: boolean }) {
  const entries = routes.map((route) => <ShellEntry key={route.path} route={route} narrow={narrow} />)
  if (title === null) return entries
  return (
    <div className={styles.group} data-narrow={narrow || undefined}>
      {narrow ? null : <span className={styles.groupTitle}>{title}</span>}
      {entries}
    </div>
  )
}

/** The entries of a menu, a long one in its parts. */
export function ShellEntries({ routes, narrow = false }: { routes: readonly ManagerRoute[]; narrow?: boolean }) {
  return drawerGroups(routes).map((group) => <ShellGroup key={group.title ?? ''} {...group} narrow={narrow} />)
}

/** A chunk of its own: only the narrow drawer needs it. */
export const NarrowTooltip = lazy(async () => ({ default: (await import('./narrow-tooltip.tsx')).NarrowTooltip }))

/** One destination: in the side drawer (icon only when narrow) or in the phone's menu. */
function ShellEntry({ route, narrow = false }: { route: ManagerRoute; narrow?: boolean }) {
  const { title } = route
  const Icon = iconOf(route)
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
