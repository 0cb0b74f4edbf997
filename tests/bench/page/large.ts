import { adresse } from '../../../schemas/entities/adresse.ts'
import { type Entity, newRecord } from '../../../schemas/entity.ts'
import { encodeCheckpoint, PAGE_SIZE } from '../../../schemas/protocol.ts'
import { entityOf } from '../../../schemas/resources.ts'
import type { Transport } from '../../../sync/net/transport.ts'
import { pullResource } from '../../../sync/replicate/pull.ts'
import { idOf, type Maker, makeClient, makeRdv } from '../records.ts'
import { localData } from './device.ts'

/** Fills the signed-in account's own database, in the app's origin, with more than the demo could seed in reasonable time. */

const makeAddress: Maker = (i) => ({
  ...newRecord(adresse as unknown as Entity, {
    IDADRESSE: idOf(i),
    ADRESSE: `${1 + (i % 90)} rue des Tanneurs`,
    CODE_POSTAL: '44000',
    VILLE: 'Nantes',
    // Over the whole of France, each client in another place.
    LATITUDE: 43 + ((i * 7919) % 7000) / 1000,
    LONGITUDE: -1.5 + ((i * 104_729) % 7500) / 1000,
  }),
  VERSION: 1,
})

const unused = (): never => {
  throw new Error('Only pulls')
}

/** Pages made on the spot: what is filled goes the way of every synchronised record, without a network. */
const pagesOf = (path: string, make: Maker, count: number): Transport => ({
  stream: unused,
  call: async ({ path: asked, query }) => {
    if (asked !== path) return unused()
    const from = Number(query?.since?.split('~')[1] ?? 0)
    const to = Math.min(count, from + PAGE_SIZE)
    const data = Array.from({ length: to - from }, (_, i) => ({
      ...make(from + i),
      _deleted: false,
      _seq: from + i + 1,
    }))
    const checkpoint = encodeCheckpoint({ epoch: 'bench', seq: to, start: count, scope: 's' })
    const body = { data, checkpoint, complete: to === count }
    return { status: 200, body, mutation: null, epoch: null, seq: null, retryAfter: null, overwritten: [] }
  },
})

/** n clients with an address each and 2 n appointments, spread over the company's people. Call `signIn` first. */
export async function fillLarge(n: number): Promise<void> {
  const { db } = localData()
  const people = (await db.of('personnel').find().exec()).map((doc) => String(doc.get('IDPERSONNEL')))
  const known = await db.of('rdv').findOne().exec()
  const person = (i: number): string => people[i % people.length] ?? ''
  const makers = {
    adresse: [makeAddress, n],
    client: [(i) => ({ ...makeClient(i), IDPERSONNEL: person(i), IDADRESSE: idOf(i) }), n],
    rdv: [
      (i) => ({
        ...makeRdv(i),
        IDPROJET: idOf(i % n),
        IDADRESSE: idOf(i % n),
        IDPERSONNELS: [person(i)],
        IDNATURE_RDV: String(known?.get('IDNATURE_RDV')),
      }),
      2 * n,
    ],
  } satisfies Record<string, [Maker, number]>
  const { signal } = new AbortController()
  for (const resource of ['adresse', 'client', 'rdv'] as const) {
    const [make, count] = makers[resource]
    await pullResource({ db, transport: pagesOf(entityOf(resource).path, make, count), resource, signal })
  }
}
