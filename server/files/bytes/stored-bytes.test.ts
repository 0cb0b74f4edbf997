import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { AppError } from '../../../schemas/errors.ts'
import { StatementRefused } from '../../plugins/database/unavailable.ts'
import { folderFiles } from '../../ports/files/folder-files.ts'
import { storeBytes } from './stored-bytes.ts'

it.each([
  ['go when the transaction that names them has failed', new AppError('CONFLICT', 'Non'), 0],
  [
    'go when the database refused a statement (its disk is full): each try would leave them again',
    new StatementRefused(),
    0,
  ],
  ['stay when it may have been a commit: a row may name them', new AppError('UNAVAILABLE', 'Peut-être'), 1],
])('[SYN-09] [I1] bytes %s', async (_, error, left) => {
  const folder = await mkdtemp(join(tmpdir(), 'lolapp-bytes-'))
  const store = { files: folderFiles(folder), companyId: 'company-1', bytes: Buffer.from('photo') }
  const stored = async (): Promise<number> =>
    (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length
  await expect(
    storeBytes(store, async ({ size }) => {
      expect([size, await stored()]).toEqual([5, 1])
      throw error
    }),
  ).rejects.toBe(error)
  expect(await stored()).toBe(left)
  await rm(folder, { recursive: true })
})
