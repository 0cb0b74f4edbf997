import { expect, it } from 'vitest'
import { type Caller, callerOf, describeContract } from '../support/contract.ts'

describeContract('the key that seals an account’s data on a device', (server) => {
  it('[SEC] [SEAL-2] each account has its own key; its impersonator, its namesake in another company and its colleague have others', async () => {
    const { app } = server()
    const [mine, theirs] = [await server().company(), await server().company()]
    const who = { kind: 'personnel', accountId: 'camille', companyId: mine.id, deviceId: null } as const
    const admin = callerOf(app, (await app.sessions.open({ ...who, impersonator: 'admin:root' })).token)
    const again = callerOf(app, (await app.sessions.open(who)).token)
    const keyOf = async (caller: Caller) => (await caller.get('/sync/seal_key')).data.key
    const key = await keyOf(mine.as('camille'))
    expect(key).toMatch(/^[0-9a-f]{64}$/)
    expect(await keyOf(again)).toBe(key)
    const others = [mine.as('alice'), theirs.as('camille'), admin]
    expect(new Set([key, ...(await Promise.all(others.map(keyOf)))]).size).toBe(4)
    expect((await app.inject({ method: 'GET', url: '/api/sync/seal_key' })).statusCode).toBe(401)
  })
})
