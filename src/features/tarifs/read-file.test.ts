import { beforeEach, expect, it, vi } from 'vitest'
import { readFile } from './read-file.ts'

const fake = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('../../data/api/api.ts', () => ({ callApi: fake.call }))

const read = (...parts: BlobPart[]) => readFile(new File(parts, 'Tarifs'), {})
const NOTHING = { articles: [], rates: [], undone: new Set<string>() }
beforeEach(() => fake.call.mockReset())

it('[SET-09 import] (catalogue) a workbook is read by the server, and its rows keep their numbers in the sheet', async () => {
  fake.call.mockResolvedValue({
    feuille: 'Prix 2027',
    lignes: [
      { numero: 3, cellules: ['Référence', 'Libellé', 'Prix HT'] },
      { numero: 6, cellules: ['FEN-1', 'Fenêtre', '1250.5'] },
    ],
  })
  const { detected, plan, proposed } = await read(new Uint8Array([0x50, 0x4b, 3, 4]))
  expect(detected).toBe('Feuille : Prix 2027')
  expect(plan(proposed, NOTHING).rows).toMatchObject([
    { line: 6, fate: 'create', values: { REFERENCE: 'FEN-1', PRIX_HT: 125_050 } },
  ])
  expect(fake.call).toHaveBeenCalledExactlyOnceWith('/articles/tableau', expect.anything(), expect.anything())
})

it('[SET-08 csv] a text is read on the device, also one that begins like an archive', async () => {
  const { detected, plan, proposed } = await read('PK;Référence;Libellé\nx;FEN-1;Fenêtre\n')
  expect(detected).toBe('Séparateur : point-virgule · encodage : UTF-8')
  expect(plan(proposed, NOTHING).rows).toMatchObject([{ line: 2, reference: 'FEN-1' }])
  expect(fake.call).not.toHaveBeenCalled()
})
