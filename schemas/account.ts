import type { Static, TSchema } from 'typebox'
import * as Type from 'typebox'

/** What the server tells somebody of their own account, for both sides. */

const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])
const instant = Type.String({ format: 'lolapp-instant', maxLength: 24 })

/** One of my open sessions. */
export const OwnSession = Type.Object(
  {
    id: Type.String(),
    /** « iPhone · Safari »; null: opened before it was noted. */
    agent: orNull(Type.String()),
    /** The network that it was opened from, « 203.0.113.x »: no service tells where that is. */
    address: orNull(Type.String()),
    created_at: instant,
    /** To some minutes. */
    last_seen_at: instant,
    expires_at: instant,
    /** The session that asks. */
    current: Type.Boolean(),
    /** An administrator acts in my place in it. */
    by_admin: Type.Boolean(),
  },
  { additionalProperties: false },
)
export type OwnSession = Static<typeof OwnSession>

/** How many other sessions have ended. */
export const EndedSessions = Type.Object({ ended: Type.Integer({ minimum: 0 }) }, { additionalProperties: false })
