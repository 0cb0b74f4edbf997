import type { Staff } from '../../schemas/access.ts'
import type { Entity } from '../../schemas/entity.ts'
import { inOneHistory, type Stamp, type Values } from '../../schemas/merge.ts'
import type { Action, Hint } from '../../schemas/protocol.ts'
import type { SyncedResource } from '../../schemas/resources.ts'
import type { CanalReponse } from '../../schemas/rules/demandes.ts'
import type { KnownUses } from '../../schemas/uses.ts'
import type { ContactUrl } from '../contacts/contact-link.ts'
import type { Database, Tx } from '../plugins/database/database.ts'
import type { Services } from '../ports/delivery.ts'
import type { Changes } from './changes.ts'

/** A staff member in a company, as the session knows them. */
export interface StaffActor {
  companyId: string
  /** `personnel:<id>`: mutations are remembered by account (PUSH-6). */
  account: string
  staff: Staff
  /** Has left: their device only sends what it still holds (SET-12). */
  sendsOnly?: boolean | undefined
}

/** One write as it arrives, from a form or from a device's outbox. */
export interface Mutation {
  /** Mutation id: the idempotency key. */
  mutation: string
  action: Action
  resource: SyncedResource
  id: string
  patch: Values
  /** What the device last knew of the patched fields; null: a plain replacement. */
  base: Values | null
  /** VERSION that the device had seen (If-Match). */
  seen: number | null
  /** Lamport counter of the edit. */
  counter: number | null
  /** The caller's own clock when it sent the write, ISO 8601; null where it did not say (PUSH-14). */
  sentAt?: string | null
  /** VERSIONs that the server had given to it before a restore lost it (HEAL-8). */
  made?: readonly number[]
  skipDuplicateCheck: boolean
  /** For a deletion: what its author knew of the records that use the deleted one; absent when the caller did not say (MERGE-7). */
  uses?: KnownUses | undefined
  /** The body as an older app sent it, where it differs from the fields above: its replays are recognised by it (PUSH-6). */
  sent?: Pick<Mutation, 'patch' | 'base'>
  /** What an older app says of removed fields: kept for its author as a conflict (VER-2). */
  dropped?: Values
}

/** The address at which a quote's customer reads it without login, as it was transmitted, while they have the address or number to which it is sent. */
export type PublicUrl = (
  company: { id: string; key: string },
  quote: {
    IDDEVIS: string
    IDCLIENT: string
    DATE_TRANSMISSION: string | null
    sentTo: { mail: string } | { sms: string }
  },
) => string

export interface WriteDeps {
  database: Pick<Database, 'inTenant'>
  /** Tells the company's devices, after the commit. */
  publish: (companyId: string, hints: Hint[]) => void
  publicUrl: PublicUrl
  contactUrl: ContactUrl
  /** The ways by which a company's messages leave, by its services. */
  canaux: (services: Services) => readonly CanalReponse[]
  /** After the commit: the sessions of these accounts have ended. */
  forget: (account: string) => void
  /** After the commit: pushes of the company may be sent in so many seconds. */
  wake: (companyId: string, seconds: number) => void
  now?: () => Date
}

/** An accepted write. A refusal is an AppError. */
export interface Verdict {
  status: 200 | 201 | 204
  /** The record as the actor may see it now, with VERSION; null when it is deleted or they may not see it any more. */
  record: Values | null
  /** Rows of `conflits` that keep what this write lost, so that the device knows which of its fields lost. */
  conflits: Values[]
  /** Fields of the write on which the record holds another edit: they lost, or, where this is a replay, were written since (PUSH-7). */
  overwritten: string[]
  version: number
  seq: number
}

/** What the steps of one write share, inside its transaction. */
export interface WriteContext {
  tx: Tx
  actor: StaffActor
  mutation: Mutation
  entity: Entity
  /** The company's time zone. */
  zone: string
  now: Date
  changes: Changes
  publicUrl: PublicUrl
  contactUrl: ContactUrl
  canaux: WriteDeps['canaux']
}

/** What is needed to lock a record after its projects. */
export interface LockContext {
  tx: Tx
  mutation: Pick<Mutation, 'resource' | 'id'>
}

/** What is needed to compute states and viewers once rows are staged. */
export type ScopeContext = Pick<WriteContext, 'tx' | 'changes'>

/** The record's next VERSION (SERVER-3). A counter far ahead of the record comes from a faulty clock: it is cut. */
export function nextVersion(version: number, counter: number | null): number {
  return Math.max(version + 1, Math.min(counter ?? 0, version + MAX_COUNTER_LEAD))
}
const MAX_COUNTER_LEAD = 1_000_000

/** Stamp of this mutation on a record that had `version`. */
export function stampOf({ mutation, actor }: Pick<WriteContext, 'mutation' | 'actor'>, version: number): Stamp {
  const next = nextVersion(version, mutation.counter)
  const counter =
    mutation.counter === null
      ? Math.min(mutation.seen ?? version, version) + 1
      : Math.min(mutation.counter, version + MAX_COUNTER_LEAD)
  const { mutation: id, seen, made = [] } = mutation
  const author = actor.staff.id
  return seen === null || inOneHistory(seen, version)
    ? [counter, id, author, next]
    : [counter, id, author, next, { seen, made }]
}

/**
 * Whether the write's author had seen a deletion that was made before the restore too, whichever of the two arrives again first: such a deletion had made the VERSION of its
 * counter, because it had known all edits (HEAL-8).
 */
export const knewDeletion = (seen: number, deletion: { seen: number; counter: number }): boolean =>
  inOneHistory(seen, deletion.seen) && seen >= deletion.counter
