import type { Static, TSchema } from 'typebox'
import * as Type from 'typebox'
import { object } from './objects.ts'
import { NOTICE_KINDS } from './rules/notices.ts'

/** What the server tells a person about their own account: shapes for both sides. */

const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])
const instant = Type.String({ format: 'lolapp-instant', maxLength: 24 })

/** One of my open sessions. */
export const OwnSession = object(
  {
    id: Type.String(),
    /** « iPhone · Safari »; null: opened before it was noted. */
    agent: orNull(Type.String()),
    /** The network that it was opened from, « 203.0.113.x », without a place: no service is asked for one. */
    address: orNull(Type.String()),
    created_at: instant,
    /** Exact to some minutes. */
    last_seen_at: instant,
    expires_at: instant,
    /** True for the session that asks. */
    current: Type.Boolean(),
    /** True when an administrator acts in the person's place in it. */
    by_admin: Type.Boolean(),
  },
  { additionalProperties: false },
)
export type OwnSession = Static<typeof OwnSession>

/** How many other sessions have ended. */
export const EndedSessions = object({ ended: Type.Integer({ minimum: 0 }) }, { additionalProperties: false })

/** What I want to be told of (DAY-07). */
export const NoticeChoices = object(
  {
    /** Kinds that I turned off. */
    SANS: Type.Array(Type.Enum([...NOTICE_KINDS]), { maxItems: 40 }),
    /** Whether my lock screen may show names. */
    NOMS: Type.Boolean(),
  },
  { additionalProperties: false },
)
export type NoticeChoices = Static<typeof NoticeChoices>
