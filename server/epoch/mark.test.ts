import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { folderFiles } from '../ports/files/folder-files.ts'
import { advance, bucketMark, type CompanyMark, EMPTY_MARK, folderMark, MARK_FILE, mergeMarks } from './mark.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lolapp-mark-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const one = (changes: Partial<CompanyMark> = {}) => ({
  format: 1 as const,
  companies: { c: { epoch: 'e1', number: 1, seq: 10, numbers: { 'devis-2026': 4 }, ...changes } },
})

it.each([
  ['a greater seq of the same epoch', one({ seq: 11 }), { epoch: 'e1', seq: 11 }],
  ['a lower seq of a later epoch', one({ epoch: 'e2', number: 2, seq: 3 }), { epoch: 'e2', seq: 3 }],
  ['a greater seq of an earlier epoch', one({ epoch: 'e0', number: 0, seq: 99 }), { epoch: 'e1', seq: 10 }],
])('[SERVER-7] of two marks the later one counts: %s', (_, other, expected) => {
  for (const merged of [mergeMarks(one(), other), mergeMarks(other, one())])
    expect(merged.companies.c).toMatchObject(expected)
})

it('[SERVER-6] of each number the highest is kept, whichever mark it comes from', () => {
  const merged = mergeMarks(one(), one({ seq: 99, numbers: { 'devis-2026': 2, 'devis-2027': 1 } }))
  expect(merged.companies.c).toMatchObject({ seq: 99, numbers: { 'devis-2026': 4, 'devis-2027': 1 } })
})

it.each([
  ['folder', () => folderMark(dataDir)],
  ['object store', () => bucketMark(folderFiles(dataDir))],
])('[SERVER-7] keeps the mark in the %s, never an older one over a later one', async (_, open) => {
  expect(await open().read()).toEqual(EMPTY_MARK)
  await advance(open(), one({ seq: 20 }))
  await advance(open(), one({ seq: 15, numbers: { 'devis-2026': 9 } }))
  expect(await open().read()).toEqual(one({ seq: 20, numbers: { 'devis-2026': 9 } }))
})

it('[SERVER-7] a damaged mark proves nothing, and is written anew', async () => {
  await advance(folderMark(dataDir), one())
  const path = join(dataDir, MARK_FILE)
  writeFileSync(path, readFileSync(path, 'utf8').slice(0, -5))
  expect(await folderMark(dataDir).read()).toEqual(EMPTY_MARK)
  await advance(folderMark(dataDir), one())
  expect(await folderMark(dataDir).read()).toEqual(one())
})
