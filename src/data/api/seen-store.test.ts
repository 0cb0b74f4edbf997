import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { describe, expect, it } from 'vitest'
import { openSeenStore, wipeSeen } from './seen-store.ts'

const MINE = { companyId: 'c1', clientId: 'k1' }
const THEIRS = { companyId: 'c1', clientId: 'k2' }

describe('the stored answers of a customer', () => {
  it('[SPA-06] only the last answer of a call is kept, unchanged', async () => {
    const store = openSeenStore(MINE)
    await store.write('/space/client', { NOM: 'Durand' })
    await store.write('/space/client', { NOM: 'Martin' })
    expect(await openSeenStore(MINE).read('/space/client')).toMatchObject({ value: { NOM: 'Martin' } })
    expect(await store.read('/space/rdv')).toBeUndefined()
    await store.forget('/space/client')
    expect(await store.read('/space/client')).toBeUndefined()
  })

  it('[SPA-06] [SEC] no other customer can read them; a logout removes them and the answers that still arrive', async () => {
    const store = openSeenStore(MINE)
    await store.write('/space/client', 'mine')
    expect(await openSeenStore(THEIRS).read('/space/client')).toBeUndefined()
    await wipeSeen(MINE)
    await store.write('/space/client', 'late')
    expect(await store.read('/space/client')).toBeUndefined()
    expect(await openSeenStore(MINE).read('/space/client')).toBeUndefined()
    await wipeSeen(MINE)
    expect(await Dexie.getDatabaseNames()).not.toContain('lolapp-space-c1-k1')
  })
})
