import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { LRUCache } from 'lru-cache'
import type { KnownActor } from '../../actor.ts'
import type { Database, Tx } from '../database/database.ts'
import type { AccountKind } from '../database/tables.ts'
import { livingSessions, type Staff } from './living-sessions.ts'
import { type IdleLimits, loadActor } from './load-actor.ts'
import { hashToken, newToken } from './tokens.ts'

const HOUR_MS = 3_600_000
/**
 * How long a session lives, used or not. A rep's phone may be offline for weeks, and its outbox entries need the session to be sent; administrators log in
 * every day.
 */
const LIFE_MS: Readonly<Record<AccountKind, number>> = {
  personnel: 60 * 24 * HOUR_MS,
  client: 60 * 24 * HOUR_MS,
  admin: 12 * HOUR_MS,
}
/**
 * Without use an administrator's session ends within the working day, and a customer's after a day. The staff's sessions do not, because their app holds work
 * that exists nowhere else.
 */
const IDLE_MS: IdleLimits = { admin: 30 * 60_000, client: 24 * HOUR_MS, personnel: null }

/** How long another process may use rights that changed here, if the message between them is lost. */
const CACHE_MS = 5000
const CACHE_SIZE = 20_000
const CHANNEL = 'lolapp_sessions'
const ALONE = ' alone'

export interface NewSession {
  kind: AccountKind
  accountId: string
  /** Null for an administrator. */
  companyId: string | null
  deviceId: string | null
  /** « iPhone · Safari » */
  agent?: string
  /** « 203.0.113.x » */
  address?: string
  /** `admin:<id>` who acts as this account. */
  impersonator?: string
  /** `devis:<id>` that this session is limited to. */
  limitedTo?: string
  /** `tokenHash` of the session with which this one ends at the latest. */
  parentHash?: string
  /** ISO 8601 UTC; the kind's whole life by default. */
  expiresAt?: string
  /** Must set up a second factor before anything else. */
  settingUp?: boolean
  /** The password, or the second factor, was given just now. */
  proven?: boolean
}

/** What a session keeps of the request that opens it. */
export type Opening = Required<Pick<NewSession, 'deviceId' | 'agent' | 'address'>>

/** Written in the same transaction: a line of the audit trail. */
export type Also = (trx: Tx) => Promise<unknown>

/** The same, with the id of the session that is opened. */
export type AlsoOpened = (trx: Tx, id: string) => Promise<unknown>

export interface Sessions {
  open(session: NewSession, also?: AlsoOpened): Promise<{ token: string; expiresAt: string }>
  /**
   * Null for an unknown, expired or revoked token, and for an account that may no longer log in.
   * @param byPerson false for a call that a device makes by itself: it does not prolong an administrator's session
   */
  actorOf(token: string, byPerson?: boolean): Promise<KnownActor | null>
  /** Whether the session of this hash is valid and may read something of its company: only then is it told of anything. */
  mayHear(tokenHash: string): Promise<boolean>
  /** Notes that the password or the second factor was given again. */
  prove(actor: KnownActor, also?: Also): Promise<void>
  /** Call it when the second factor is set up: the session gets its full rights. After the commit `forget` its tokenHash. @returns when it ends now */
  complete(actor: KnownActor, trx: Tx): Promise<string>
  /** Logout: the token is invalid from now on, as are the sessions that depend on it. */
  revoke(actor: KnownActor, also?: Also): Promise<void>
  /** Call it after a write to a personnel's, client's or administrator's rights; `account` as in `actor.account`, or `company:<id>`. */
  forget(account: string): Promise<void>
  /** Calls back when the session ends or its rights change; call the answer to stop it. */
  onChange(actor: KnownActor, listener: () => void): () => void
  /** Hashes of those sessions, all of one company's staff, that are still valid with the same rights, read from the database now. */
  living(companyId: string, actors: readonly Staff[]): Promise<Set<string>>
  close(): Promise<void>
}

/** Names under which a change may end or change this session: an impersonation ends with its administrator's, all sessions end with their company. */
const namesOf = (actor: KnownActor): string[] => [
  actor.tokenHash,
  actor.account,
  ...(actor.impersonator === null ? [] : [actor.impersonator]),
  ...('companyId' in actor ? [`company:${actor.companyId}`] : []),
]

const endOf = (kind: AccountKind): string => new Date(Date.now() + LIFE_MS[kind]).toISOString()

const scopeOf = (companyId: string | null) => (companyId === null ? ({ platform: true } as const) : { companyId })

/** Sessions of the database, with a short cache of their actors that every process of the database empties on a change. */
export async function createSessions(db: Database, idle: Partial<IdleLimits> = {}): Promise<Sessions> {
  const limits = { ...IDLE_MS, ...idle }
  /** By hash, and by hash and ALONE for a device's own calls: what they bring here must not keep a person's call from being noted. */
  const cache = new LRUCache<string, Promise<KnownActor | null>>({ max: CACHE_SIZE, ttl: CACHE_MS })
  const changes = new EventEmitter().setMaxListeners(0)

  const drop = async (what: string): Promise<void> => {
    for (const [key, actor] of [...cache]) {
      const known = await actor.catch(() => null)
      if (key === what || key === `${what}${ALONE}` || (known && namesOf(known).includes(what))) cache.delete(key)
    }
    changes.emit(what)
  }
  /** Messages were lost, and nobody knows which: every stream is closed and its device connects again, so that no stream outlives its session. */
  const dropAll = (): void => {
    cache.clear()
    for (const what of changes.eventNames()) changes.emit(what)
  }
  const stop = await db.listen(CHANNEL, { onMessage: (what) => void drop(what), onGap: dropAll })

  const changed = async (what: string): Promise<void> => {
    // This process first: it must never answer with rights that it has revoked itself.
    await drop(what)
    await db.notify(CHANNEL, what)
  }

  const load = (tokenHash: string, byPerson: boolean): Promise<KnownActor | null> => {
    const key = byPerson ? tokenHash : `${tokenHash}${ALONE}`
    const known = cache.get(key)
    if (known) return known
    const actor = db.transaction({ tokenHash }, (trx) => loadActor(trx, tokenHash, { idle: limits, byPerson }))
    cache.set(key, actor)
    actor.catch(() => cache.delete(key))
    return actor
  }

  return {
    async open({ kind, accountId, companyId, deviceId, ...more }, also) {
      const token = newToken()
      const expiresAt = more.expiresAt ?? endOf(kind)
      const row = {
        id: randomUUID(),
        token_hash: hashToken(token),
        kind,
        account_id: accountId,
        company_id: companyId,
        device_id: deviceId,
        agent: more.agent ?? null,
        address: more.address ?? null,
        impersonator: more.impersonator ?? null,
        limited_to: more.limitedTo ?? null,
        parent_hash: more.parentHash ?? null,
        expires_at: expiresAt,
        setting_up: more.settingUp ?? false,
        proven_at: more.proven ? new Date() : null,
      }
      await db.transaction(scopeOf(companyId), async (trx) => {
        await trx.insertInto('session').values(row).execute()
        await also?.(trx, row.id)
      })
      return { token, expiresAt }
    },
    async actorOf(token, byPerson = true) {
      const actor = await load(hashToken(token), byPerson)
      return actor && Date.parse(actor.expiresAt) > Date.now() ? actor : null
    },
    async mayHear(tokenHash) {
      const actor = await load(tokenHash, false)
      if (actor === null || actor.settingUp) return false
      return actor.kind !== 'personnel' || (actor.staff.roles.length > 0 && !actor.sendsOnly)
    },
    async prove(actor, also) {
      await db.transaction(scopeOf('companyId' in actor ? actor.companyId : null), async (trx) => {
        await trx
          .updateTable('session')
          .set({ proven_at: new Date() })
          .where('token_hash', '=', actor.tokenHash)
          .execute()
        await also?.(trx)
      })
      await changed(actor.tokenHash)
    },
    async complete(actor, trx) {
      const expiresAt = endOf(actor.kind)
      await trx
        .updateTable('session')
        .set({ setting_up: false, expires_at: expiresAt })
        .where('token_hash', '=', actor.tokenHash)
        .execute()
      return expiresAt
    },
    async revoke(actor, also) {
      await db.transaction(scopeOf('companyId' in actor ? actor.companyId : null), async (trx) => {
        await trx
          .updateTable('session')
          .set({ revoked_at: new Date() })
          .where('token_hash', '=', actor.tokenHash)
          .execute()
        await also?.(trx)
      })
      await changed(actor.tokenHash)
      if (actor.kind === 'admin') await changed(actor.account)
    },
    forget: changed,
    onChange(actor, listener) {
      const names = namesOf(actor)
      for (const name of names) changes.on(name, listener)
      return () => {
        for (const name of names) changes.off(name, listener)
      }
    },
    living: (companyId, actors) => livingSessions(db, { companyId, actors, idle: limits }),
    close: stop,
  }
}
