// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { useCommands } from '../records/use-commands.ts'
import { useFileCommands } from '../records/use-files.ts'
import { useIdentity } from './use-identity.ts'

const fake = vi.hoisted(() => ({
  open: vi.fn(),
  admin: null as { user: { id: string } } | null,
  isAdminHost: true,
}))
vi.mock('./session.tsx', () => ({ useSession: () => ({ company: { id: 'demo' }, account: { id: 'p1' } }) }))
vi.mock('./admin-session.ts', () => ({
  useAdminSession: () => fake.admin,
  adminSession: { get: () => fake.admin },
}))
vi.mock('../api/host.ts', () => ({ isAdminHost: () => fake.isAdminHost }))
vi.mock('../database/local-data.ts', async (original) => ({ ...(await original<object>()), openLocalData: fake.open }))
vi.mock('../database/local-data-provider.tsx', () => ({ useLocalData: () => null }))

const mine = { companyId: 'demo', account: 'personnel:p1', impersonator: '' }

beforeEach(() => {
  fake.open.mockReset().mockResolvedValue({
    commands: { remove: () => Promise.resolve() },
    db: { files: { bytes: { get: () => Promise.resolve(undefined) } } },
  })
})

/** The databases that a write of a record and a read of a file open. */
async function opened() {
  const { result } = renderHook(() => ({ identity: useIdentity(), commands: useCommands(), files: useFileCommands() }))
  await result.current.commands.remove('client', 'c1')
  await result.current.files.bytes('hash')
  return { identity: result.current.identity, used: fake.open.mock.calls.map(([identity]) => identity) }
}

it('[WORK-4] [AUT-07] an administrator who impersonates a person writes into the database that the screens read, never into that person’s', async () => {
  fake.admin = { user: { id: 'a1' } }
  fake.isAdminHost = true
  const { identity, used } = await opened()
  expect(identity).toEqual({ ...mine, impersonator: 'admin:a1' })
  expect(used).toEqual([identity, identity])
})

it.each([
  { admin: null, isAdminHost: true },
  { admin: { user: { id: 'a1' } }, isAdminHost: false },
])('[WORK-4] everybody else has their own database (%o)', async (who) => {
  Object.assign(fake, who)
  const { identity, used } = await opened()
  expect(identity).toEqual(mine)
  expect(used).toEqual([mine, mine])
})
