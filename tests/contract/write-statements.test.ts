import { randomUUID } from 'node:crypto'
import type { KyselyPlugin, RawNode } from 'kysely'
import { expect, it } from 'vitest'
import type { Values } from '../../schemas/merge.ts'
import type { SyncedResource } from '../../schemas/resources.ts'
import type { Tx } from '../../server/plugins/database/database.ts'
import { writeDeps } from '../../server/routes/shared/resource-routes.ts'
import { applyMutation } from '../../server/writes/apply-mutation.ts'
import { describeContract } from '../support/contract.ts'
import { newClient, newRdv } from '../support/contract-records.ts'

/** Notes the text of each statement as it is run. */
function noting(): { plugin: KyselyPlugin; statements: string[] } {
  const statements: string[] = []
  return {
    statements,
    plugin: {
      transformQuery: ({ node }) => {
        statements.push((node as unknown as RawNode).sqlFragments?.join(' ? ') ?? node.kind)
        return node
      },
      transformResult: async ({ result }) => result,
    },
  }
}

describeContract('the statements of a write', (server) => {
  it('[SERVER-1] an edit takes its seq in its last statement: other writers of the company wait for that one only', async () => {
    const company = await server().company()
    const camille = company.as('camille')
    const { IDCLIENT } = await newClient(camille)
    const { IDRDV } = await newRdv(camille, { IDPERSONNELS: ['camille'] })
    const edits: [SyncedResource, unknown, Values][] = [
      ['client', IDCLIENT, { OBSERVATIONS: 'Sonner deux fois' }],
      ['client', IDCLIENT, { NOM: 'Le Goff', OBSERVATIONS: null }],
      ['rdv', IDRDV, { OBSERVATIONS: 'Code 12A' }],
    ]
    for (const [resource, id, patch] of edits) {
      const { plugin, statements } = noting()
      const database = {
        inTenant: <T>(to: string, fn: (tx: Tx) => Promise<T>) =>
          server().db.inTenant(to, (tx) => fn(tx.withPlugin(plugin) as Tx)),
      }
      const { seq, status } = await applyMutation({ ...writeDeps(server().app), database }, company.actor('camille'), {
        mutation: randomUUID(),
        action: 'update',
        resource,
        id: String(id),
        patch,
        base: null,
        seen: null,
        counter: null,
        skipDuplicateCheck: false,
      })
      const row = (await camille.pull(`/${resource}s`)).rows.find((one) => one._seq === seq)
      expect([status, row]).toEqual([200, expect.objectContaining(patch)])
      expect(statements.findIndex((text) => text.includes('take_seq'))).toBe(statements.length - 1)
    }
  })
})
