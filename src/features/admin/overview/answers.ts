import type { Static } from 'typebox'
import * as Type from 'typebox'
import { STATUSES } from '../../../domain/messages/use-outcome.ts'
import { instant, textOrNull } from '../../../domain/online/answers.ts'

export const Device = Type.Object({
  id: Type.String(),
  account: Type.String(),
  device_id: textOrNull,
  impersonator: textOrNull,
  created_at: instant,
  last_seen_at: instant,
  expires_at: instant,
  agent: textOrNull,
  synced_at: textOrNull,
  pending: Type.Union([Type.Integer(), Type.Null()]),
  refused: Type.Union([Type.Integer(), Type.Null()]),
})
export type Device = Static<typeof Device>

export type Status = (typeof STATUSES)[number]

export const Message = Type.Object({
  id: Type.String(),
  company_id: textOrNull,
  channel: Type.String(),
  recipient: Type.String(),
  summary: textOrNull,
  status: Type.Enum([...STATUSES]),
  attempts: Type.Integer(),
  error: textOrNull,
  created_by: textOrNull,
  created_at: instant,
  sent_at: textOrNull,
})
export type Message = Static<typeof Message>

export const Jobs = Type.Object({
  queues: Type.Array(
    Type.Object({
      company_id: textOrNull,
      channel: Type.String(),
      queued: Type.Integer(),
      sending: Type.Integer(),
      failed: Type.Integer(),
      unknown: Type.Integer(),
      oldest: textOrNull,
    }),
  ),
  dead_letters: Type.Array(Message),
})
export type Jobs = Static<typeof Jobs>

export const Backup = Type.Object({
  id: Type.String(),
  created_at: instant,
  engine: Type.String(),
  companies: Type.Integer(),
  rows: Type.Integer(),
  files: Type.Integer(),
  bytes: Type.Integer(),
  encrypted: Type.Boolean(),
  /** Files that the database names and that it lacks; a server of before does not say. */
  missing: Type.Optional(Type.Integer()),
})
export type Backup = Static<typeof Backup>

/** Whose key opens the next backup; null: it is not encrypted, and anybody who has it can read it. */
export const Protection = Type.Object({ encryption: textOrNull })

export const Storage = Type.Object({
  id: Type.String(),
  key: Type.String(),
  NOM: Type.String(),
  disabled: Type.Boolean(),
  used: Type.Integer(),
  quota: Type.Integer(),
})
export type Storage = Static<typeof Storage>

export const AuditLine = Type.Object({
  id: Type.String(),
  at: instant,
  actor: Type.String(),
  impersonator: textOrNull,
  action: Type.String(),
  target: textOrNull,
  ip: textOrNull,
  device: textOrNull,
  details: Type.Unsafe<Record<string, unknown>>({ type: 'object' }),
})
export type AuditLine = Static<typeof AuditLine>
