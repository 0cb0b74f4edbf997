import type { Static } from 'typebox'
import * as Type from 'typebox'
import { object } from './objects.ts'

const instant = Type.String({ format: 'lolapp-instant', maxLength: 24 })
const instantOrNull = Type.Union([instant, Type.Null()])
/** More than any device holds: a greater number is no count. */
const count = Type.Integer({ minimum: 0, maximum: 1_000_000 })

const waiting = {
  /** Entries that the server does not have yet. */
  pending: count,
  /** Entries, files and mails that it refused and nobody has resolved. */
  refused: count,
  /** Files and mails that it does not have yet. */
  files: count,
  /** When the oldest of them all was made, by the device's clock; null when there is none. */
  oldest: Type.Union([Type.String({ format: 'lolapp-written-instant', maxLength: 24 }), Type.Null()]),
}

/** The state of a staff device, as it reports it to the server (WORK-7). */
export const DeviceReport = object(
  {
    ...waiting,
    /** A complete round has ended since the last report. */
    complete: Type.Boolean(),
    /** Date of the app's build. */
    version: instantOrNull,
  },
  { additionalProperties: false },
)
export type DeviceReport = Static<typeof DeviceReport>

/** A device of the team, for those who follow it: everything as it was at `reported_at`. */
export const TeamDevice = object(
  {
    IDPERSONNEL: Type.String(),
    NOM_COMPLET: Type.Union([Type.String(), Type.Null()]),
    device_id: Type.String(),
    /** « iPhone · Safari » */
    agent: Type.String(),
    version: instantOrNull,
    /** Still logged in; otherwise its pending entries wait for the next login. */
    connected: Type.Boolean(),
    reported_at: instant,
    /** End of the last complete round; null: never. */
    synced_at: instantOrNull,
    ...waiting,
  },
  { additionalProperties: false },
)
export type TeamDevice = Static<typeof TeamDevice>
