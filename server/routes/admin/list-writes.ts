import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AuditAction, ContentDone } from '../../../schemas/audit.ts'
import { BASE } from '../../../schemas/protocol.ts'
import { audit } from '../../audit/audit.ts'
import type { StaffActor, WriteDeps } from '../../writes/write-types.ts'
import { writeDeps } from '../shared/resource-routes.ts'
import { bodyOf } from '../shared/staff-request.ts'
import { adminOf, companyNeeded } from './admin-request.ts'

/** The administrator, with the rights of a director of that company: the routes that use it write its lists and report forms, and nothing else. */
export async function listAuthor(app: FastifyInstance, request: FastifyRequest): Promise<StaffActor> {
  const { account } = adminOf(request)
  const staff = { id: account, roles: ['commercial_director'] as const, agences: [], toutesAgences: true }
  return { companyId: await companyNeeded(app, request), account, staff }
}

interface Told {
  /** What the trail calls an entry of this list. */
  name: 'reference' | 'rapport' | 'article' | 'label'
  done: ContentDone
  id: string
}

/** Notes the write in the trail, in its own transaction: both are committed, or none. A write that is sent again is noted once. */
export function toldWrites(app: FastifyInstance, request: FastifyRequest, { name, done, id }: Told): WriteDeps {
  const action: AuditAction = `${name}.${done}`
  const fields = Object.keys(bodyOf(request)).filter((field) => field !== BASE)
  const entry = { action, target: `${name}:${id}`, details: { fields } }
  return {
    ...writeDeps(app),
    database: {
      inTenant: (companyId, fn) =>
        app.db.inTenant(companyId, async (tx) => {
          const result = await fn(tx)
          // A write that is sent again, or changes nothing, has no hints.
          const { hints } = result as { hints?: unknown[] }
          if (hints === undefined || hints.length > 0) await audit(tx, request, entry)
          return result
        }),
    },
  }
}
