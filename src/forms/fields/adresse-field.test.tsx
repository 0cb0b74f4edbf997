// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { type Entity, newRecord } from '../../../schemas/entity.ts'
import { entityOf } from '../../../schemas/resources.ts'
import { apply } from '../../../sync/apply/apply.ts'
import { openLocalDatabase } from '../../../sync/open.ts'
import type { LocalDatabase } from '../../../sync/store/local-database.ts'
import { theme } from '../../ui/theme.ts'
import { RefField } from './ref-field.tsx'

const held: { data?: { db: LocalDatabase } } = {}
vi.mock('../../data/database/local-data-provider.tsx', () => ({ useLocalData: () => held.data }))

const entity = entityOf('adresse') as unknown as Entity
const STREETS = [
  ['a1', '12 rue des Lilas', '44000', 'Nantes'],
  ['a2', '8 avenue Foch', '69003', 'Lyon'],
  ['a3', '3 chemin de Lyon', '42000', 'Saint-Étienne'],
] as const

beforeAll(async () => {
  const identity = { companyId: 'demo', account: 'personnel:p1', impersonator: '' }
  const db = await openLocalDatabase(identity, { multiInstance: false, storage: getRxStorageMemory() as never })
  held.data = { db }
  // More of one postcode than a list shows.
  const many = Array.from({ length: 40 }, (_, n) => [`n${n}`, `${n + 1} place Viarme`, '44100', 'Nantes'] as const)
  const states = [...STREETS, ...many, ['b1', '5 quai Z', '44100', 'Nantes'] as const].map(
    ([id, ADRESSE, CODE_POSTAL, VILLE], at) => {
      const words = { ADRESSE, CODE_POSTAL, VILLE }
      const ADRESSE_COMPLETE = `${ADRESSE}, ${CODE_POSTAL} ${VILLE}`
      const record = { ...newRecord(entity, words), ...words, ADRESSE_COMPLETE, IDADRESSE: id, VERSION: 1 }
      return { id, seq: at + 1, epoch: 'e', record: record as never }
    },
  )
  await apply(db, 'adresse', { states })
})
afterAll(() => held.data?.db.close())
beforeEach(cleanup)

const onChange = vi.fn()
async function typed(text: string): Promise<string[]> {
  render(
    <MantineProvider theme={theme} env="test">
      <RefField to="adresse" label="Adresse" value="" onChange={onChange} />
    </MantineProvider>,
  )
  await userEvent.click(screen.getByLabelText('Adresse', { selector: 'input' }))
  await userEvent.paste(text)
  return waitFor(() => {
    const options = screen.getAllByRole('option').map((one) => one.textContent ?? '')
    expect(options.length).toBeGreaterThan(0)
    return options
  })
}
const LILAS = '12 rue des Lilas, 44000 Nantes'

it.each(['lilas', '12 rue des lil', 'rue des Lilas, Nantes', '44000', '44000 nantes'])(
  '[MGR-20] an address is found by its street, its postcode and its town: « %s »',
  async (text) => {
    expect(await typed(text)).toEqual([LILAS])
    await userEvent.click(screen.getByRole('option', { name: LILAS }))
    expect(onChange).toHaveBeenLastCalledWith('a1')
  },
)

it('[MGR-20] as it is written, it is found among many of its postcode', async () => {
  expect(await typed('5 quai Z, 44100 Nantes')).toEqual(['5 quai Z, 44100 Nantes'])
})

it('[MGR-20] is listed once, those of the town first', async () => {
  expect(await typed('lyon')).toEqual(['8 avenue Foch, 69003 Lyon', '3 chemin de Lyon, 42000 Saint-Étienne'])
})
