import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Values } from '../../schemas/merge.ts'
import { DELETED, HEADER, type PullPage, SEQ } from '../../schemas/protocol.ts'
import { entityOf, SYNCED, type SyncedResource } from '../../schemas/resources.ts'
import { updatePersonnel } from '../../server/accounts/personnels.ts'
import type { Database } from '../../server/plugins/database/database.ts'
import { uuidv7 } from '../../sync/ids.ts'
import { type PersonName, plant, type StaffedCompany, staffedCompany } from '../support/staffed-company.ts'
import { call, testApp } from '../support/test-app.ts'

/** Records by `resource/id`. */
export type Contents = Record<string, Values>

/** A mutation that took effect. */
export interface Effect {
  account: string
  id: string
  seq: number
}

export interface Row {
  id: string
  deleted: boolean
  values: Values
}

/** The server's side of one run: a company of its own, and who there does what phones learn of later. */
export interface Office {
  companyId: string
  openSession: (person: PersonName, impersonator?: string) => Promise<string>
  endSession: (token: string) => Promise<void>
  /** A write of the office, which sees every agency. */
  write: (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: Values) => Promise<number>
  /** Puts a row there as if it had always been. */
  plant: (resource: SyncedResource, values: Values) => Promise<void>
  /** An administrator changes who somebody is. */
  changeRights: (person: PersonName, patch: Values) => Promise<void>
  /** What a new device of this person would get. */
  truth: (person: PersonName) => Promise<Contents>
  effects: () => Promise<Effect[]>
  rows: (resource: SyncedResource) => Promise<Row[]>
}

export interface Server {
  db: Database
  app: FastifyInstance
  base: string
  openOffice: () => Promise<Office>
  close: () => Promise<void>
}

/** Who writes for the office, and has no phone. */
const CLERK: PersonName = 'zoe'

export async function startServer(db: Database): Promise<Server> {
  const app = await testApp(db, { checkAnswers: false })
  const base = `${await app.listen({ port: 0, host: '127.0.0.1' })}/api`
  return {
    db,
    app,
    base,
    openOffice: async () => officeOf(db, app, await staffedCompany(db)),
    close: () => {
      // Of requests that were dropped on their way, some connections would stay open until their time is up.
      app.server.closeAllConnections()
      return app.close()
    },
  }
}

async function officeOf(db: Database, app: FastifyInstance, company: StaffedCompany): Promise<Office> {
  const companyId = company.id
  const openSession = async (person: PersonName, impersonator?: string): Promise<string> => {
    const more = impersonator === undefined ? {} : { impersonator }
    const { token } = await app.sessions.open({
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
      const actor = await app.sessions.actorOf(token)
      if (actor) await app.sessions.revoke(actor)
    },
    write: async (method, path, body) => {
      const headers = { ...headersOf(clerk), [HEADER.mutation]: uuidv7() }
      const { status } = await call(app, { method, url: `/api${path}`, headers, ...(body ? { payload: body } : {}) })
      return status
    },
    plant: async (resource, values) => {
      await db.inTenant(companyId, (tx) => plant(tx, resource, values))
    },
    changeRights: async (person, patch) => {
      const { hints } = await db.inTenant(companyId, (tx) =>
        updatePersonnel(tx, { id: person, seen: null, by: 'admin:rig', patch, passwordHash: '' }),
      )
      app.hints.publish(companyId, hints)
      await app.sessions.forget(`personnel:${person}`)
    },
    truth: async (person) => {
      const token = await openSession(person)
      const contents: Contents = {}
      for (const resource of SYNCED) {
        const { path, key, fields } = entityOf(resource)
        let since = ''
        for (let complete = false; !complete; ) {
          const url = `/api${path}?since=${encodeURIComponent(since)}&limit=1000`
          const { status, body } = await call<PullPage>(app, { method: 'GET', url, headers: headersOf(token) })
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
      db.inTenant(companyId, async (tx) => {
        const { rows } = await sql<Effect>`select account, id, seq::integer as seq from mutation
          where company_id = current_setting('app.company_id') and status <> 0 order by seq`.execute(tx)
        return rows
      }),
    rows: (resource) =>
      db.inTenant(companyId, async (tx) => {
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
