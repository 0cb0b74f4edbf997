import { unauthorized } from '../../schemas/errors.ts'
import { notices } from '../components/notices.tsx'
import { paths } from './paths.ts'
import { router } from './router.tsx'

/** The server refused a foreground call: back to login with the wanted page, and the blocking message (ERR-01). */
export function showSessionEnded(wanted: string): void {
  void router.navigate({ href: paths.login.href(wanted) })
  notices.failure(unauthorized())
}
