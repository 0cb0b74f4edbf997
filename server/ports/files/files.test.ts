import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type StandInS3, startS3 } from '../../../tests/support/stand-ins/s3.ts'
import { startTcpProxy } from '../../../tests/support/tcp-proxy.ts'
import { companyFolder, type Files, fileKey, MissingFile } from './files.ts'
import { folderFiles } from './folder-files.ts'
import { s3Files } from './s3-files.ts'

const root = mkdtempSync(join(tmpdir(), 'lolapp-files-'))
const folder = join(root, 'files')
let s3: StandInS3
beforeAll(async () => {
  s3 = await startS3()
})
afterAll(async () => {
  await s3.stop()
  rmSync(root, { recursive: true, force: true })
})

const STORES: [string, () => Files][] = [
  ['a folder', () => folderFiles(folder)],
  ['an S3 server', () => s3Files(s3.settings)],
]

const allOf = async (files: Files, prefix?: string): Promise<string[]> => {
  const keys: string[] = []
  for await (const key of files.list(prefix)) keys.push(key)
  return keys.sort()
}

const HASH = 'ab'.repeat(32)

describe.each(STORES)('files in %s', (_, open) => {
  it.each([0, 1, 12, 70_000, 6_000_000])('gives back the %d bytes that were put', async (size) => {
    const files = open()
    const key = fileKey('company-a', HASH)
    const bytes = randomBytes(size)
    await files.put(key, bytes)
    expect(Buffer.compare(Buffer.from(await files.get(key)), bytes)).toBe(0)
  })

  it('deletes what is removed; removing twice changes nothing', async () => {
    const files = open()
    const key = fileKey('company-b', HASH)
    await files.put(key, Buffer.from('x'))
    await files.remove(key)
    await files.remove(key)
    await expect(files.get(key)).rejects.toThrow(MissingFile)
  })

  it('lists the files of one company', async () => {
    const files = open()
    const [here, there] = [`c-${randomUUID()}`, `c-${randomUUID()}`]
    const keys = [fileKey(here, HASH), fileKey(here, HASH), fileKey(there, HASH)]
    for (const key of keys) await files.put(key, Buffer.from(key))
    expect(await allOf(files, companyFolder(here))).toEqual(keys.slice(0, 2).sort())
    expect(await allOf(files)).toEqual(expect.arrayContaining(keys))
    expect(await allOf(files, companyFolder('nobody'))).toEqual([])
  })

  it.each(['../outside', 'a/../../outside', '/etc/passwd/../x', 'a\\..\\b', '../secret', 'a/../../secret'])(
    '[SEC] no key leads out of its folder (path traversal): « %s »',
    async (key) => {
      const files = open()
      const secret = join(folder, '..', 'secret')
      writeFileSync(secret, 'secret')
      await expect(files.put(key, Buffer.from('x'))).rejects.toThrow()
      // Refused for what it is, not because nothing is there.
      await expect(files.get(key)).rejects.not.toBeInstanceOf(MissingFile)
      await expect(files.remove(key)).rejects.toThrow()
      expect(readFileSync(secret, 'utf8')).toBe('secret')
      expect(readdirSync(join(folder, '..')).sort()).toEqual(['files', 'secret'])
    },
  )
})

it('keeps the bytes of a company apart under names that nobody chose', () => {
  expect(fileKey('company-a', HASH)).toMatch(/^company-a\/[0-9a-f-]{36}\.[0-9a-f]{64}$/)
  expect(fileKey('../a:b', HASH)).toMatch(/^___a_b\/[0-9a-f-]{36}\.[0-9a-f]{64}$/)
})

it('leaves nothing of a file that finds no room on the disk', async () => {
  const files = folderFiles(folder)
  const key = fileKey('company-full', HASH)
  mkdirSync(join(folder, companyFolder('company-full')))
  // What is written there finds no room (ENOSPC).
  symlinkSync('/dev/full', join(folder, key))
  await expect(files.put(key, Buffer.from('x'))).rejects.toThrow()
  expect(readdirSync(join(folder, companyFolder('company-full')))).toEqual([])
})

it('[SERVER-7] a store that takes connections and says nothing is an error in time, and serves again once it answers', async () => {
  const proxy = await startTcpProxy(Number(new URL(s3.settings.endpoint ?? '').port))
  const through = { ...s3.settings, endpoint: proxy.through(s3.settings.endpoint ?? '') }
  const files = s3Files(through, { connect: 5000, silence: 300 })
  const [kept, other] = [fileKey('company-a', HASH), fileKey('company-a', HASH)]
  await files.put(kept, Buffer.from('x'))
  proxy.freezeAll()
  const calls = [files.put(other, Buffer.from('y')), files.get(kept), files.remove(kept), allOf(files)]
  for (const call of await Promise.allSettled(calls)) {
    expect(call.status).toBe('rejected')
    expect((call as PromiseRejectedResult).reason).not.toBeInstanceOf(MissingFile)
  }
  await proxy.close()
  expect(Buffer.from(await s3Files(s3.settings).get(kept)).toString()).toBe('x')
})

it('refuses a wrong S3 key with an error, not with an empty file', async () => {
  const files = s3Files({ ...s3.settings, accessKeyId: 'SOMEBODY' })
  await expect(files.put(fileKey('company-a', HASH), Buffer.from('x'))).rejects.toThrow()
})
