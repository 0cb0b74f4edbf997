import type { FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { addCompany, describeEngines } from '../../tests/support/engines.ts'
import { audit } from './audit.ts'

const request = { actor: { kind: 'anonymous' }, ip: '192.0.2.7', headers: { 'lolapp-device': 'phone' } }

describeEngines('audit trail', (db) => {
  it('keeps who did what, seen by its company only, and never changes', async () => {
    const [a, b] = [await addCompany(db()), await addCompany(db())]
    const entry = { action: 'login.refused' as const, target: 'personnel:p1', details: { why: 'password' } }
    await db().inTenant(a, (tx) => audit(tx, request as unknown as FastifyRequest, entry))
    await db().transaction({ platform: true }, (tx) =>
      audit(tx, request as unknown as FastifyRequest, { action: 'company.created' }),
    )
    const lines = (companyId: string) => db().inTenant(companyId, (tx) => tx.selectFrom('audit').selectAll().execute())
    expect(await lines(a)).toMatchObject([
      {
        company_id: a,
        actor: 'anonymous',
        action: 'login.refused',
        ip: '192.0.2.7',
        device: 'phone',
        details: { why: 'password' },
      },
    ])
    expect(await lines(b)).toEqual([])
    const platform = await db().transaction({ platform: true }, (tx) =>
      tx.selectFrom('audit').select('action').execute(),
    )
    expect(platform).toEqual([{ action: 'company.created' }])
    await expect(
      db().inTenant(a, (tx) => tx.updateTable('audit').set({ action: 'x' }).execute()),
    ).rejects.toMatchObject({ code: 'LO003' })
    await expect(db().inTenant(a, (tx) => tx.deleteFrom('audit').execute())).rejects.toMatchObject({ code: 'LO003' })
  })
})
