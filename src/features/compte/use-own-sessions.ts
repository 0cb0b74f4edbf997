import * as Type from 'typebox'
import { OwnSession } from '../../../schemas/account.ts'
import { shapeOf } from '../../../schemas/reads-as.ts'
import { type Reading, useReading } from '../../domain/online/use-reading.ts'
import type { AccountCall } from './account-call.ts'

const isSessions = shapeOf(Type.Array(OwnSession))

export type SessionsReading = Reading<OwnSession[]>

/** My sessions, read again after each change. */
export const useOwnSessions = (call: AccountCall, online: boolean): SessionsReading =>
  useReading(online, (signal) => call('/account/sessions', isSessions, { silent: true, ownRefusal: true, signal }))
