import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Viewers } from '../../schemas/access.ts'
import type { Values } from '../../schemas/merge.ts'
import { DELETED, HEADER, type PullPage, SEQ } from '../../schemas/protocol.ts'
import { entityOf, SYNCED, type SyncedResource } from '../../schemas/resources.ts'
import { uuidv7 } from '../../schemas/uuid.ts'
import { updatePersonnel } from '../../server/accounts/personnels.ts'
import type { MarkStore } from '../../server/epoch/mark.ts'
import type { Database } from '../../server/plugins/database/database.ts'
import { assetValues } from '../../server/plugins/tenant/dress.ts'
import { fileKey } from '../../server/ports/files/files.ts'
import type { Ports } from '../../server/ports/ports.ts'
import type { OutboxEntry } from '../../sync/store/outbox-entry.ts'
import { statePapers } from '../support/company-papers.ts'
import { type PersonName, plant, type StaffedCompany, staffedCompany } from '../support/staffed-company.ts'
import { call, testApp } from '../support/test-app.ts'
import { NEXT } from './releases.ts'

/** Records by `resource/id`. */
export type Contents = Record<string, Values>

/** A mutation that took effect. */
export interface Effect {
  account: string
  id: string
  seq: number
  resource: string
  record: string
  /** VERSION of the record with this effect. */
  version: number
}

export interface Row {
  id: string
  deleted: boolean
  values: Values
}

/** The server's side of one run: a company of its own, and the changes made there without a phone. */
export interface ServerCompany {
  companyId: string
  openSession: (person: PersonName, impersonator?: string) => Promise<string>
  endSession: (token: string) => Promise<void>
  /** A write of the clerk, who sees every agency. */
  write: (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: Values) => Promise<number>
  /** A call of the clerk that is no write of one record, with its answer. */
  ask: (path: string, body: Values) => Promise<{ status: number; data: Values }>
  /** Inserts a row directly into the database. */
  plant: (resource: SyncedResource, values: Values, viewers?: Viewers) => Promise<void>
  /** Its customer signs a quote: money may be received for it since a fortnight. */
  sign: (quote: string) => Promise<void>
  /** An administrator changes somebody's roles or agencies. */
  changeRights: (person: PersonName, patch: Values) => Promise<void>
  /** The records that a new device of this person would get. */
  truth: (person: PersonName) => Promise<Contents>
  effects: () => Promise<Effect[]>
  rows: (resource: SyncedResource) => Promise<Row[]>
  /** Whether the server has noted that this person was taken off this record (PUSH-12). */
  wasTakenOff: (person: string, about: Pick<OutboxEntry, 'resource' | 'recordId'>) => Promise<boolean>
  /** The present epoch of its database. */
  epoch: () => Promise<string>
}

export interface Server {
  /** A restore replaces both, so read them each time. */
  db: Database
  app: FastifyInstance
  base: string
  /** Mutations and files on which the server always fails, each with a function to call at each failure. */
  poisoned: Map<string, () => void>
  openCompany: () => Promise<ServerCompany>
  close: () => Promise<void>
}

/** No payment is lawful before (schemas/rules/payments.ts). */
const SIGNED_AGO_MS = 60 * 86_400_000

/** Writes directly to the server, without a phone. */
const CLERK: PersonName = 'zoe'

/** What a server keeps outside its database. By default the mark is lost with the database, and files share the folder of other tests. */
export type Outside = Partial<Pick<Ports, 'files'>> & { marks?: MarkStore }

/** The key of a request in `poisoned`: its mutation, or the file that it uploads. */
const subjectOf = ({ headers, url }: IncomingMessage): string | undefined => {
  const key = headers[HEADER.mutation]
  return typeof key === 'string' ? key : url?.match(/\/drive\/upload\/([^/?]+)/)?.[1]
}

/** A server that fails on some mutations and files: it answers 500 to each of their requests and serves the others. */
export async function poisonableApp(
  db: Database,
  poisoned: Server['poisoned'],
  outside: Outside = {},
): Promise<FastifyInstance> {
  const subject = new AsyncLocalStorage<string | undefined>()
  const failing: Database = {
    ...db,
    inTenant: (companyId, work) => {
      const strike = poisoned.get(subject.getStore() ?? '')
      // What every request of the company reads, once in some seconds for all that come at once, is no part of this one.
      const isShared = (work as unknown) === assetValues
      if (!strike || isShared) return db.inTenant(companyId, work)
      strike()
      return Promise.reject(new Error('The server fails over this one'))
    },
  }
  const app = await testApp(failing, { checkAnswers: false, versions: NEXT }, outside)
  app.server.prependListener('request', (request: IncomingMessage) => subject.enterWith(subjectOf(request)))
  return app
}

/** @param port where it listens; one that the system chooses is for a server that stays */
export async function startServer(
  db: Database,
  { port = 0, ...outside }: Outside & { port?: number } = {},
): Promise<Server> {
  const poisoned: Server['poisoned'] = new Map()
  const app = await poisonableApp(db, poisoned, outside)
  const base = `${await app.listen({ port, host: '127.0.0.1' })}/api`
  const server: Server = {
    db,
    app,
    base,
    poisoned,
    openCompany: async () => {
      const company = await staffedCompany(server.db)
      // Without them the server sends none of its quotes.
      await statePapers(server.db, company.id)
      return companyOf(server, company)
    },
    close: () => {
      // Connections of dropped requests would stay open until their time-out.
      server.app.server.closeAllConnections()
      return server.app.close()
    },
  }
  return server
}

async function companyOf(server: Pick<Server, 'db' | 'app'>, company: StaffedCompany): Promise<ServerCompany> {
  const companyId = company.id
  const openSession = async (person: PersonName, impersonator?: string): Promise<string> => {
    const more = impersonator === undefined ? {} : { impersonator }
    const { token } = await server.app.sessions.open({
      kind: 'personnel',
      accountId: person,
      companyId,
      deviceId: null,
      ...more,
    })
    return token
  }
  const clerk = await openSession(CLERK)
  const headersOf = (token: string) => ({ authorization: `Bearer ${token}`, [HEADER.company]: companyId })

  return {
    companyId,
    openSession,
    endSession: async (token) => {
      const { sessions } = server.app
      const actor = await sessions.actorOf(token)
      if (actor) await sessions.revoke(actor)
    },
    write: async (method, path, body) => {
      const headers = { ...headersOf(clerk), [HEADER.mutation]: uuidv7() }
      const { status } = await call(server.app, {
        method,
        url: `/api${path}`,
        headers,
        ...(body ? { payload: body } : {}),
      })
      return status
    },
    ask: async (path, payload) => {
      const asked = { method: 'POST', url: `/api${path}`, headers: headersOf(clerk), payload } as const
      const { status, body } = await call(server.app, asked)
      return { status, data: (body.data ?? {}) as Values }
    },
    plant: async (resource, values, viewers) => {
      const key = resource === 'fichier' ? fileKey(companyId, String(values.SHA256)) : null
      // As on a server that took it: a backup is refused where most files that the rows name are missing.
      if (key !== null) await server.app.ports.files.put(key, Buffer.alloc(Number(values.TAILLE)))
      await server.db.inTenant(companyId, async (tx) => {
        const id = await plant(tx, resource, values, viewers)
        // A deleted file without bytes could not be restored by its new name (MERGE-4).
        if (key !== null)
          await sql`insert into stored_bytes (company_id, key, fichier_id, size)
            values (${companyId}, ${key}, ${id}, ${values.TAILLE})`.execute(tx)
      })
    },
    sign: async (quote) => {
      const signed = new Date(Date.now() - SIGNED_AGO_MS).toISOString()
      await server.db.inTenant(companyId, (tx) =>
        sql`update devis set "DEVIS_SIGNE" = 1, "DATE_TRANSMISSION" = ${signed}, "DATE_SIGNATURE" = ${signed},
          "SOLDE" = "PRIX_TTC", "VERSION" = "VERSION" + 1, seq = take_seq(1)
          where company_id = current_setting('app.company_id') and "IDDEVIS" = ${quote}`.execute(tx),
      )
    },
    changeRights: async (person, patch) => {
      const { hints } = await server.db.inTenant(companyId, (tx) =>
        updatePersonnel(tx, { id: person, seen: null, by: 'admin:rig', patch, passwordHash: '' }),
      )
      server.app.hints.publish(companyId, hints)
      await server.app.sessions.forget(`personnel:${person}`)
    },
    truth: async (person) => {
      const token = await openSession(person)
      const contents: Contents = {}
      for (const resource of SYNCED) {
        const { path, key, fields } = entityOf(resource)
        let since = ''
        for (let complete = false; !complete; ) {
          const url = `/api${path}?since=${encodeURIComponent(since)}&limit=1000`
          const { status, body } = await call<PullPage>(server.app, { method: 'GET', url, headers: headersOf(token) })
          if (status === 403) break
          if (status !== 200) throw new Error(`${url}: ${status}`)
          for (const { [DELETED]: deleted, [SEQ]: _seq, ...row } of body.data) {
            const name = `${resource}/${row[key]}`
            if (deleted) delete contents[name]
            else contents[name] = valuesOf(Object.keys(fields), row)
          }
          since = body.checkpoint
          complete = body.complete
        }
      }
      return contents
    },
    effects: () =>
      server.db.inTenant(companyId, async (tx) => {
        const { rows } =
          await sql<Effect>`select account, id, seq::integer as seq, resource, record_id as record, version from mutation
          where company_id = current_setting('app.company_id') and status <> 0 order by seq`.execute(tx)
        return rows
      }),
    wasTakenOff: (person, { resource, recordId }) =>
      server.db.inTenant(companyId, async (tx) => {
        // Ids are unique within one entity only.
        const about =
          resource === 'projet' ? sql`projet_id = ${recordId}` : sql`resource = ${resource} and record_id = ${recordId}`
        const { rows } = await sql`select 1 from taken_off where company_id = current_setting('app.company_id')
          and personnel_id = ${person} and ${about}`.execute(tx)
        return rows.length > 0
      }),
    epoch: () =>
      server.db.inTenant(companyId, async (tx) => {
        const row = await tx.selectFrom('company').select('epoch').where('id', '=', companyId).executeTakeFirstOrThrow()
        return row.epoch
      }),
    rows: (resource) =>
      server.db.inTenant(companyId, async (tx) => {
        const { table, key } = entityOf(resource)
        const { rows } = await sql<Values>`select * from ${sql.table(table)}
          where company_id = current_setting('app.company_id')`.execute(tx)
        return rows.map((values) => ({ id: String(values[key]), deleted: values.deleted === true, values }))
      }),
  }
}

/** The fields of a record, as both sides name them. */
export const valuesOf = (fields: readonly string[], record: Values): Values => ({
  ...Object.fromEntries(fields.map((name) => [name, record[name] ?? null])),
  VERSION: record.VERSION,
})
