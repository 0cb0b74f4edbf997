import type { Call } from '../../data/api/api.ts'
import type { Shape } from '../../data/api/shape.ts'

/** How the panels ask the server: as the member of the staff, or as the administrator who is signed in. */
export type AccountCall = <T>(path: string, shape: Shape<T>, call?: Call) => Promise<T>

export interface PanelProps {
  call: AccountCall
  /** Whether there is a network to ask with. */
  online: boolean
  /** True for an administrator who impersonates the owner: they may not change the account. */
  readOnly: boolean
}
