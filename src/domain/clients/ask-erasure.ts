import * as Type from 'typebox'
import type { RoleName } from '../../../schemas/entities/personnel.ts'
import type { ErasureMotive } from '../../../schemas/privacy.ts'
import { shapeOf } from '../../../schemas/reads-as.ts'
import { callApi } from '../../data/api/api.ts'
import { erasureText as text } from '../../text/erasure.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { managerRoute, mayOpen } from '../navigation/manager-routes.ts'

const isAsked = shapeOf(Type.Object({ id: Type.String() }))

/** Whoever may see the requests may make one; the server has the same rule. */
export const mayAskErasure = (roles: readonly RoleName[]): boolean =>
  mayOpen(managerRoute('donnees-personnelles'), roles)

/**
 * Asks the administrators to erase a client, after a confirmation. A second request for the same client is the first one.
 * @returns whether the request exists now
 */
export async function askErasure({
  id,
  name,
  why,
}: {
  id: string
  name: string
  why: ErasureMotive
}): Promise<boolean> {
  if (!(await notices.confirm({ title: text.confirmTitle(name), message: text.confirm[why] }))) return false
  try {
    await callApi('/privacy/requests', isAsked, { method: 'POST', body: { kind: 'client', id, why } })
    notices.success(text.done)
    return true
  } catch (error) {
    notices.failure(error)
    return false
  }
}
