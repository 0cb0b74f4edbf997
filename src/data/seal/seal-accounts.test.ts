import { beforeEach, expect, it, vi } from 'vitest'
import { sealAllAccounts } from './seal-accounts.ts'

const fake = vi.hoisted(() => ({ isAdminHost: false, sealed: [] as unknown[], marks: [] as unknown[] }))
vi.mock('../api/host.ts', () => ({ isAdminHost: () => fake.isAdminHost }))
vi.mock('../database/local-data.ts', () => ({ closeLocalData: async () => undefined }))
vi.mock('../database/storage-mark.ts', () => ({ keepStorageMark: (mark: unknown) => void fake.marks.push(mark) }))
vi.mock('../../../sync/device/seal.ts', () => ({
  sealOthers: async (present: unknown) => void fake.sealed.push(present),
}))
vi.mock('./seal-key.ts', () => ({ fetchSealKey: async () => undefined }))

beforeEach(() => Object.assign(fake, { isAdminHost: false, sealed: [], marks: [] }))

/** '' : every account here has left; null: those that have logged out. */
it.each([
  ['a session that ended by itself stays for its person', false, false, null],
  ['a customer has come: the staff have left', false, true, ''],
  ['an administrator’s place has ended, in any way: its account has left', true, false, ''],
])('[SEAL-1] [AUT-07] where nobody of the staff is logged in: %s', async (_, isAdminHost, isAnothers, present) => {
  fake.isAdminHost = isAdminHost
  await sealAllAccounts(isAnothers)
  expect(fake.sealed).toEqual([present])
  // WORK-11: what is sealed now is not lost.
  expect(fake.marks).toEqual(present === '' ? [null] : [])
})
