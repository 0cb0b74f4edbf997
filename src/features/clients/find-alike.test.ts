import { beforeEach, describe, expect, it, vi } from 'vitest'
import { client as entity } from '../../../schemas/entities/client.ts'
import { typedIn } from './client-form-values.ts'
import { findAlike, type Typed } from './find-alike.ts'

type Row = Record<string, unknown>
interface Query {
  selector: Record<string, string | { $gte: string; $lte: string } | { $in: string[] }>
}
const rows: Record<'client' | 'adresse', Row[]> = { client: [], adresse: [] }
const asked: string[] = []

/** A local database for these tests: the rows above, found by one field each, as an index finds them. */
vi.mock('../../data/records/ask-list.ts', () => ({
  askList: (_data: unknown, resource: 'client' | 'adresse', { selector }: Query) => {
    const [[field, wanted] = ['', '']] = Object.entries(selector)
    asked.push(field)
    const holds = (value: string): boolean => {
      if (typeof wanted === 'string') return value === wanted
      return '$in' in wanted ? wanted.$in.includes(value) : value >= wanted.$gte && value <= wanted.$lte
    }
    return Promise.resolve(rows[resource].filter((row) => holds(String(row[field]))))
  },
}))

const NOTHING: Typed = { NOM: '', PRENOM: null, PORTABLE: null, TELEPHONE: null, MAIL: null, CODE_POSTAL: null }
const person = (id: string, values: Row): void => {
  const row = { IDCLIENT: id, NOM: id, PRENOM: null, PORTABLE: null, TELEPHONE: null, MAIL: null, IDADRESSE: null }
  const client = { ...row, ...values }
  rows.client.push({ ...client, ...entity.local?.derived?.of(client as never) })
}
const find = async (typed: Partial<Typed>, self: string | null = null) =>
  (await findAlike({} as never, { ...NOTHING, ...typed }, self)).map(({ client, reason }) => [client.IDCLIENT, reason])

beforeEach(() => {
  rows.client.length = 0
  rows.adresse.length = 0
  asked.length = 0
  rows.adresse.push({ IDADRESSE: 'a1', CODE_POSTAL: '42000', VILLE: 'Saint-Étienne' })
  person('Girard', { PRENOM: 'Paul', PORTABLE: '06 39 98 00 01', TELEPHONE: '04 77 00 00 01', IDADRESSE: 'a1' })
  person('Petit', { TELEPHONE: '+33 4 77 00 00 02', MAIL: 'Zoe.Petit@Example.com' })
})

describe('somebody alike, while a client is typed', () => {
  it('is found by any of their numbers, however both are written', async () => {
    for (const PORTABLE of ['0639980001', '+33 6 39 98 00 01', '0033639980001', '04.77.00.00.01'])
      expect(await find({ PORTABLE })).toEqual([['Girard', 'telephone']])
    expect(await find({ TELEPHONE: '06 39 98 00 01' })).toEqual([['Girard', 'telephone']])
    expect(await find({ TELEPHONE: '0477000002' })).toEqual([['Petit', 'telephone']])
    expect(await find({ PORTABLE: '0639980' })).toEqual([])
  })

  it('is found by their mail, in capitals or not', async () => {
    expect(await find({ MAIL: 'zoe.petit@example.COM ' })).toEqual([['Petit', 'mail']])
    expect(await find({ MAIL: 'zoe.petit' })).toEqual([])
  })

  it('is found by their name, in either order, at the same postcode', async () => {
    expect(await find({ NOM: 'paul', PRENOM: 'GIRARD', CODE_POSTAL: '42000' })).toEqual([['Girard', 'nom']])
    expect(await find({ NOM: 'Girard', PRENOM: 'Paul', CODE_POSTAL: '69003' })).toEqual([])
    expect(await find({ NOM: 'Girard', PRENOM: 'Paul' })).toEqual([])
  })

  it('is named once, and never the client whose form it is', async () => {
    const typed = {
      PORTABLE: '0639980001',
      TELEPHONE: '0477000001',
      NOM: 'Girard',
      PRENOM: 'Paul',
      CODE_POSTAL: '42000',
    }
    expect(await find(typed)).toEqual([['Girard', 'telephone']])
    expect(await find(typed, 'Girard')).toEqual([])
  })

  it('is looked for by the local indexes alone', async () => {
    await find({ NOM: 'Girard', PRENOM: 'Paul', CODE_POSTAL: '42000', PORTABLE: '0639980001', MAIL: 'a@b.fr' })
    const indexed = new Set([...(entity.local?.indexes ?? []).flat(), 'IDADRESSE'])
    expect(asked.filter((field) => !indexed.has(field))).toEqual([])
  })
})

it('tells of an edit only what it changes: a couple’s common number is not told each time', () => {
  const client = { NOM: 'Girard', PRENOM: 'Paul', PORTABLE: '0639980001', TELEPHONE: null, MAIL: 'p@g.fr' } as never
  const adresse = { CODE_POSTAL: '42000' } as never
  const values = { NOM: 'Girard', PRENOM: 'Paul', PORTABLE: '0639980001', TELEPHONE: '', MAIL: 'p@g.fr' }
  const known = { client, adresse }
  const same = typedIn({ values, address: { CODE_POSTAL: '42000' }, known })
  expect(same).toMatchObject({ NOM: '', PORTABLE: null, TELEPHONE: null, MAIL: null })
  const edit = typedIn({ values: { ...values, MAIL: 'n@g.fr' }, address: { CODE_POSTAL: '42100' }, known })
  expect(edit).toMatchObject({ NOM: 'Girard', MAIL: 'n@g.fr', CODE_POSTAL: '42100' })
  const created = typedIn({ values, address: {}, known: { client: null, adresse: null } })
  expect(created).toMatchObject({ NOM: 'Girard', PORTABLE: '0639980001', CODE_POSTAL: null })
})
