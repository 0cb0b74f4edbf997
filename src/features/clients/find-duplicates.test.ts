import { beforeEach, expect, it, vi } from 'vitest'
import { client as entity } from '../../../schemas/entities/client.ts'
import { findDuplicates } from './find-duplicates.ts'

interface Query {
  selector: { CLE_NOM?: { $gte: string; $lte: string }; IDADRESSE?: { $in: string[] } }
}
const clients: Record<string, unknown>[] = []
const adresses: Record<string, unknown>[] = []
const asked: string[] = []

/** A local database for these tests: the rows above, read by indexes as in the real one. */
vi.mock('../../data/records/use-live.ts', () => ({
  watchList: (_data: unknown, resource: string, { selector }: Query, onRows: (rows: unknown[]) => void) => {
    asked.push(resource)
    const name = selector.CLE_NOM
    queueMicrotask(() =>
      onRows(
        resource === 'client'
          ? clients.filter((row) => name && String(row.CLE_NOM) >= name.$gte && String(row.CLE_NOM) <= name.$lte)
          : adresses.filter((row) => selector.IDADRESSE?.$in.includes(String(row.IDADRESSE))),
      ),
    )
    return () => undefined
  },
}))

const person = (id: string, values: Record<string, unknown>) => {
  const row = { IDCLIENT: id, PRENOM: null, PORTABLE: null, TELEPHONE: null, VILLE: null, IDADRESSE: null, ...values }
  return { ...row, ...entity.local?.derived?.of(row as never) }
}
const candidate = { NOM: 'durand', PRENOM: 'Hélène', PORTABLE: '+33 6 39 98 00 01', TELEPHONE: null, IDADRESSE: null }
const find = (address: Parameters<typeof findDuplicates>[1]['address'] = null, who = candidate) =>
  findDuplicates({} as never, { candidate: who, address })

beforeEach(() => {
  clients.length = 0
  adresses.length = 0
  asked.length = 0
})

it('[RES-10] finds on the device the same name with the same phone, whatever the accents and the order', async () => {
  clients.push(person('1', { NOM: 'DURAND', PRENOM: 'Helene', PORTABLE: '0639980001' }))
  clients.push(person('2', { NOM: 'Hélène', PRENOM: 'Durand', TELEPHONE: '06 39 98 00 01' }))
  clients.push(person('3', { NOM: 'Durand', PRENOM: 'Hélène', PORTABLE: '0639980099' }))
  const found = await find()
  expect(found.map(({ client, reasons }) => [client.IDCLIENT, reasons])).toEqual([
    ['1', ['telephone']],
    ['2', ['telephone']],
  ])
})

it('[RES-10] finds the same name at the same address', async () => {
  clients.push(person('1', { NOM: 'Durand', PRENOM: 'Hélène', IDADRESSE: 'a1' }))
  adresses.push({ IDADRESSE: 'a1', ADRESSE: '3, av. des Lilas', CODE_POSTAL: '69003', VILLE: 'Lyon' })
  const found = await find(
    { ADRESSE: '3 avenue des lilas', CODE_POSTAL: '69003', VILLE: 'LYON' },
    { ...candidate, PORTABLE: '' },
  )
  expect(found.map(({ client, reasons, address }) => [client.IDCLIENT, reasons, address?.VILLE])).toEqual([
    ['1', ['adresse'], 'Lyon'],
  ])
})

it('reads no address when no client has the name', async () => {
  expect(await find()).toEqual([])
  expect(asked).toEqual(['client', 'client'])
})
