import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { newRecord } from '../../schemas/entity.ts'
import { entityOf, SYNCED } from '../../schemas/resources.ts'
import { apply } from '../apply/apply.ts'
import { openLocalDatabase } from '../open.ts'
import { readStored } from './read.ts'

it('[PULL-3] no read of any collection finds a record that the server removed', async () => {
  const db = await openLocalDatabase(
    { companyId: 'demo', account: 'personnel:p1', impersonator: '' },
    { multiInstance: false },
  )
  for (const resource of SYNCED) {
    const entity = entityOf(resource)
    // Two resources may share a collection.
    const id = `of ${resource}`
    // An index leaves null out.
    const indexed = Object.fromEntries((entity.local?.indexes ?? []).flat().map((name) => [name, 'RAPPORT']))
    const record = { ...newRecord(entity, {}), ...indexed, [entity.key]: id, VERSION: 1 }
    await apply(db, resource, { states: [{ id, seq: 1, epoch: 'e', record }] })
    expect(await readStored(db.of(resource), { selector: {} }), resource).toHaveLength(1)
    await apply(db, resource, { states: [{ id, seq: 2, epoch: 'e', record: null }] })
    expect(await readStored(db.of(resource), { selector: {} }), resource).toEqual([])
  }
  await db.close()
})
