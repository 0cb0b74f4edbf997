import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, vi } from 'vitest'
import type { Values } from '../../schemas/merge.ts'
import type { Database } from '../../server/plugins/database/database.ts'
import type { LegacyPort } from '../../server/ports/legacy/legacy.ts'
import type { PushPort } from '../../server/ports/push/push.ts'
import type { OutgoingSms, SmsPort } from '../../server/ports/sms/sms.ts'
import { type Caller, callerOf } from './contract.ts'
import { plant, type StaffedCompany, staffedCompany } from './staffed-company.ts'
import { testApp } from './test-app.ts'

export const MOBILE = '0639980001'

export interface OutsideCompany extends StaffedCompany {
  key: string
  alice: Caller
  camille: Caller
}

/** The server of a test file. Its SMS, notification and legacy ports only record their calls. */
export function withOutsidePorts(db: () => Database) {
  let opened: FastifyInstance | undefined
  const sms = { providerOf: () => 'brevo', sends: () => true, send: vi.fn<SmsPort['send']>() } satisfies SmsPort
  const push = { publicKey: 'cle-publique', send: vi.fn<PushPort['send']>() } satisfies PushPort
  const legacy = { get: vi.fn<LegacyPort['get']>() } satisfies LegacyPort
  beforeAll(async () => {
    opened = await testApp(db(), { logLevel: 'fatal' }, { sms, push, legacy })
    await opened.ready()
  })
  afterAll(() => opened?.close())

  const app = (): FastifyInstance => {
    if (!opened) throw new Error('The server is open inside tests and hooks only')
    return opened
  }
  const as = async (
    companyId: string,
    accountId: string,
    kind: 'personnel' | 'client' = 'personnel',
  ): Promise<Caller> =>
    callerOf(app(), (await app().sessions.open({ kind, accountId, companyId, deviceId: null })).token)
  /** Makes a new company and clears the ports' records. */
  const company = async (): Promise<OutsideCompany> => {
    for (const port of [sms.send, push.send, legacy.get]) port.mockReset()
    sms.send.mockImplementation(async ({ id }: OutgoingSms) => ({ status: 'sent', providerId: id }))
    push.send.mockImplementation(async () => 'sent')
    const key = `c${randomUUID().slice(0, 8)}`
    const staffed = await staffedCompany(db(), key)
    return { ...staffed, key, alice: await as(staffed.id, 'alice'), camille: await as(staffed.id, 'camille') }
  }
  const addClient = (companyId: string, values: Values = {}): Promise<string> =>
    db().inTenant(companyId, (trx) =>
      plant(trx, 'client', {
        IDCLIENT: `cl-${randomUUID().slice(0, 8)}`,
        NOM: 'Durand',
        PORTABLE: '06 39 98 00 01',
        ...values,
      }),
    )
  return { app, sms, push, legacy, as, company, addClient }
}
