import type { Identity } from '../../sync/identity.ts'
import { readFirst } from '../data/database/stored-first.ts'
import { staffIdentity } from '../data/session/identity.ts'
import { sessionStore } from '../data/session/session-store.ts'
import { quiet } from '../data/version/free-line.ts'
import { paths } from '../ui/navigation/paths.ts'
import { safeRedirect } from '../ui/navigation/redirect.ts'

/** The parts of the screens that people open first. */
const FIRST_SCREENS: Readonly<Record<string, () => Promise<unknown>>> = {
  [paths.manager.href()]: () => import('../features/dashboard/dashboard-screen.tsx'),
  [paths.agenda.href()]: () =>
    Promise.all([import('../features/agenda/agenda-screen.tsx'), import('../features/agenda/calendar/time-grid.tsx')]),
}

const areaOf = (pathname: string): string => (pathname === paths.root.href() ? paths.manager.href() : pathname)
const isManager = (path: string): boolean =>
  path === paths.manager.href() || path.startsWith(`${paths.manager.href()}/`)

/** Code that needs each of them meets a failure again, and reports it. */
const ignored = (ahead: readonly (Promise<unknown> | undefined)[]): void => {
  for (const one of ahead) one?.catch(() => undefined)
}

/**
 * Imported before all else: while the rest of the page is still being parsed, the screens of a member of the staff are loaded and their local
 * database opens. The router and React would begin each of these steps only after the one before has ended.
 */
function takeHeadStart(): void {
  const { auth, company } = sessionStore.get()
  if (auth?.account.kind !== 'personnel' || company === null) return
  const path = areaOf(window.location.pathname)
  if (!isManager(path)) return
  const identity = staffIdentity(company.id, auth.account.id)
  // The agenda is drawn from IndexedDB itself; the code of the local database comes after it (WORK-12).
  const isReadFirst = path === paths.agenda.href()
  if (isReadFirst) readFirst(identity)
  ignored([
    import('./shell/manager-layout.tsx'),
    FIRST_SCREENS[path]?.(),
    ...(isReadFirst ? [] : openedAhead(identity)),
  ])
}

const openedAhead = (identity: Identity): Promise<unknown>[] => [
  import('../data/database/local-data.ts').then(({ openLocalData }) => openLocalData(identity)),
  import('../data/database/database-code.ts'),
]

/** On the staff's login page: while a person types their password, the screens come that they are about to see. */
async function prepareLogin(): Promise<void> {
  const { pathname, search } = window.location
  if (pathname !== paths.login.href() || sessionStore.get().auth !== null) return
  const wanted = safeRedirect(new URLSearchParams(search).get('redirect') ?? undefined) ?? paths.manager.href()
  const path = areaOf(new URL(wanted, window.location.origin).pathname)
  await quiet()
  ignored([
    import('./shell/manager-layout.tsx'),
    FIRST_SCREENS[path]?.(),
    import('../data/database/local-data.ts'),
    import('../data/database/database-code.ts'),
    import('../data/seal/seal-key.ts'),
    import('../../sync/device/migrate.ts'),
  ])
}

takeHeadStart()
void prepareLogin()
