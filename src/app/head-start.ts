import { staffIdentity } from '../data/session/identity.ts'
import { sessionStore } from '../data/session/session-store.ts'
import { paths } from '../ui/navigation/paths.ts'

/** The parts of the screens that people open first. */
const FIRST_SCREENS: Readonly<Record<string, () => Promise<unknown>>> = {
  [paths.manager.href()]: () => import('../features/dashboard/dashboard-screen.tsx'),
  [paths.agenda.href()]: () =>
    Promise.all([import('../features/agenda/agenda-screen.tsx'), import('../features/agenda/calendar/time-grid.tsx')]),
}

/**
 * Imported before all else: while the rest of the page is still being parsed, the screens of a member of the staff are loaded and their local
 * database opens. The router and React would begin each of these steps only after the one before has ended.
 */
function takeHeadStart(): void {
  const { auth, company } = sessionStore.get()
  if (auth?.account.kind !== 'personnel' || company === null) return
  const { pathname } = window.location
  const path = pathname === paths.root.href() ? paths.manager.href() : pathname
  if (path !== paths.manager.href() && !path.startsWith(`${paths.manager.href()}/`)) return
  const identity = staffIdentity(company.id, auth.account.id)
  const ahead = [
    import('../data/database/local-data.ts').then(({ openLocalData }) => openLocalData(identity)),
    import('./shell/manager-layout.tsx'),
    FIRST_SCREENS[path]?.(),
  ]
  // The code that needs each of them meets a failure again, and reports it.
  for (const one of ahead) one?.catch(() => undefined)
}

takeHeadStart()
