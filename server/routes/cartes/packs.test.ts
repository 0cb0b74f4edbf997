import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findPack, listPacks, partOf } from './packs.ts'

describe('the part of a file that is asked for', () => {
  it.each([
    [undefined, null],
    ['bytes=0-', { start: 0, end: 999 }],
    ['bytes=500-', { start: 500, end: 999 }],
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=990-2000', { start: 990, end: 999 }],
    ['bytes=1000-', 'none'],
    ['bytes=20-10', 'none'],
    // Not served in parts: the whole file is a right answer to each of them.
    ['bytes=0-10,20-30', null],
    ['bytes=-100', null],
    ['lignes=1-2', null],
  ] as const)('%s', (header, part) => {
    expect(partOf(header, 1000)).toEqual(part)
  })
})

describe('the folder of the maps', () => {
  let root: string
  let folder: string
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'lolapp-cartes-'))
    folder = join(root, 'cartes')
    await mkdir(join(folder, 'a'), { recursive: true })
    // Each could be opened if its name were let through.
    for (const name of ['../secret', '..', 'a/b', 'a\\b']) await writeFile(join(folder, `${name}.pmtiles`), name)
    for (const name of [
      '85 Vendée.pmtiles',
      '9 Ariège.pmtiles',
      "22 Côtes-d'Armor.pmtiles",
      'notes.txt',
      '.cachee.pmtiles',
    ])
      await writeFile(join(folder, name), name)
    await writeFile(join(folder, '44 vide.pmtiles'), '')
  })
  afterAll(() => rm(root, { recursive: true, force: true }))

  it('[GEO-06] is listed in the order that people expect, without files that are no map', async () => {
    const packs = await listPacks(folder)
    expect(packs.map(({ NOM, TAILLE }) => [NOM, TAILLE])).toEqual([
      ['9 Ariège', 17],
      ["22 Côtes-d'Armor", 25],
      ['85 Vendée', 18],
    ])
    expect(await listPacks(null)).toEqual([])
  })

  it('[GEO-06] another file of the same name has another version', async () => {
    const before = await findPack(folder, '85 Vendée')
    await writeFile(join(folder, '85 Vendée.pmtiles'), 'une autre')
    expect((await findPack(folder, '85 Vendée'))?.VERSION).not.toBe(before?.VERSION)
  })

  it.each(['../secret', '..', '.cachee', 'a/b', 'a\\b', 'a\u0000', '', 'absente', 'x'.repeat(200)])(
    '[SEC] gives nothing for « %s »',
    async (name) => {
      expect(await findPack(folder, name)).toBeNull()
    },
  )
})
