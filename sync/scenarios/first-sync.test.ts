import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { uuidv7 } from '../../schemas/uuid.ts'
import type { Device } from '../../tests/support/device-steps.ts'
import { FakeServer } from '../../tests/support/fake-server.ts'
import { openDevice } from '../../tests/support/local-device.ts'
import { apply } from '../apply/apply.ts'
import type { Transport } from '../net/transport.ts'
import { bootstrap } from '../replicate/bootstrap.ts'
import { startReplicator } from '../replicate/replicator.ts'
import type { ReplicationEvent } from '../replicate/status.ts'
import { LEFT } from '../store/local-record.ts'

/**
 * A first sync does not name rows that left before its first page (PULL-3). Records that the device held already, and that left just before, must be
 * removed all the same.
 */

let server: FakeServer
let device: Device
const line = () => server.transport()
const pull = (transport: Transport = line()) => device.pull(transport, ['client'])
const never = new AbortController().signal
const first = () => bootstrap({ db: device.db, transport: line(), signal: never })
const client = (NOM: string) => server.put('client', { IDCLIENT: uuidv7(), NOM }).id
const shown = async (id: string) => ((await device.shown('client', id))?.NOM as string | undefined) ?? null

/** Calls `happens` after each answer of the server. */
function after(transport: Transport, happens: (count: number) => unknown): Transport {
  let count = 0
  return {
    ...transport,
    call: async (call) => {
      const answer = await transport.call(call)
      await happens(++count)
      return answer
    },
  }
}

beforeEach(async () => {
  server = new FakeServer()
  device = await openDevice()
})
afterEach(() => device.close())

describe('between the first screen and the first page', () => {
  it('[PULL-8] [I4] records that leave are removed from the device, the others stay', async () => {
    const [gone, kept] = [client('Parti'), client('Resté')]
    await first()
    expect(await shown(gone)).toBe('Parti')
    server.remove(gone)
    await pull()
    expect([await shown(gone), await shown(kept)]).toEqual([null, 'Resté'])
  })

  it('[PULL-8] [I4] the same when the first page is cut off, and another tab begins again', async () => {
    const [gone, later] = [client('Parti'), client('Parti plus tard')]
    await first()
    server.remove(gone)
    server.pageSize = 1
    server.faults.push({ method: 'GET', fault: 'cut' })
    await expect(pull()).rejects.toThrow('not a page')
    expect(server.fired).toEqual(['cut'])
    server.remove(later)
    client('Nouveau')
    await pull()
    expect([await shown(gone), await shown(later)]).toEqual([null, null])
  })

  it('[PULL-8] [I2] a record that was edited here stays until the answer to that edit', async () => {
    const gone = client('Parti')
    await first()
    await device.commands.update('client', gone, { NOM: 'Mien' })
    server.rows.delete(gone)
    await pull()
    expect(await shown(gone)).toBe('Mien')
    server.refuse = () => ({ status: 404, code: 'NOT_FOUND' })
    await device.push(line())
    const [refused] = await device.entries()
    await device.resolver.abandon(String(refused?.id))
    expect(await shown(gone)).toBeNull()
  })

  it('[PULL-8] [I4] a record that was created here and deleted at once is removed too', async () => {
    const created = await device.commands.create('client', { NOM: 'Né ici' }, { skipDuplicateCheck: true })
    await device.push(line())
    const id = String(created)
    expect(await shown(id)).toBe('Né ici')
    server.remove(id)
    await pull()
    expect(await shown(id)).toBeNull()
  })
})

describe('the first screen is asked for again while a first sync is under way', () => {
  /** Ends after `pages` pages of one record each, as a tab that is reloaded does. */
  async function cutAfter(pages: number): Promise<void> {
    server.pageSize = 1
    let answered = 0
    const line = server.transport()
    const cut: Transport = {
      ...line,
      call: async (call) => {
        if (answered++ >= pages) throw new TypeError('no network')
        return line.call(call)
      },
    }
    await expect(pull(cut)).rejects.toThrow('no network')
  }

  it('[PULL-8] [I4] records that it had brought already stay', async () => {
    const [one, two, three] = [client('Un'), client('Deux'), client('Trois')]
    await first()
    await cutAfter(2)
    await first()
    await pull()
    expect([await shown(one), await shown(two), await shown(three)]).toEqual(['Un', 'Deux', 'Trois'])
  })

  it('[PULL-7] [I4] the same in a resync', async () => {
    const [one, two] = [client('Un'), client('Deux')]
    await first()
    await pull()
    server.scope = 'scope-2'
    // The refused checkpoint is an answer too.
    await cutAfter(2)
    await first()
    await pull()
    expect([await shown(one), await shown(two)]).toEqual(['Un', 'Deux'])
  })

  it('[PULL-7] a page of the former generation, applied late by a suspended tab, removes nothing from the present one', async () => {
    const id = client('Un')
    const row = server.rows.get(id)
    const state = { id, seq: row?.seq ?? 0, epoch: server.epoch, record: row?.record ?? null }
    const generation = async () =>
      (await device.db.of('client').storageInstance.findDocumentsById([id], false))[0]?.sync.gen
    await apply(device.db, 'client', { states: [state], gen: 3 })
    await apply(device.db, 'client', { states: [state], gen: 2 })
    expect(await generation()).toBe(3)
    await apply(device.db, 'client', { ids: [id], gen: LEFT })
    await apply(device.db, 'client', { states: [state], gen: 4 })
    expect(await generation()).toBe(4)
  })
})

it('[PULL-7] [PULL-8] a record that is written while the last page arrives is not swept', async () => {
  client('Ancien')
  await pull()
  let id = ''
  const write = async (): Promise<void> => {
    id = String(await device.commands.create('client', { NOM: 'Né ici' }, { skipDuplicateCheck: true }))
    await device.push(line())
  }
  server.scope = 'scope-2'
  const names: (string | null)[] = []
  // 410, then the only page.
  await pull(
    after(line(), async (count) => {
      if (count === 2) await write()
    }),
  )
  names.push(await shown(id))
  await pull()
  names.push(await shown(id))
  expect(names).toEqual(['Né ici', 'Né ici'])
})

describe('the first screen’s records were applied by the tab, which asked for them at the login', () => {
  const paths: string[] = []
  const heard = (): Transport => {
    const server_ = line()
    return {
      ...server_,
      call: (call) => {
        paths.push(call.path)
        return server_.call(call)
      },
      stream: () => Promise.reject(new TypeError('fetch failed')),
    }
  }
  beforeEach(() => paths.splice(0))

  async function replicate(bootstrapped: boolean): Promise<ReplicationEvent[]> {
    const events: ReplicationEvent[] = []
    const stop = new AbortController()
    const replicator = startReplicator({
      db: device.db,
      transport: heard(),
      signal: stop.signal,
      onEvent: (event) => events.push(event),
      bootstrapped,
    })
    await expect.poll(() => events.some(({ type }) => type === 'succeeded')).toBe(true)
    stop.abort()
    await replicator.stopped
    return events
  }

  it('[PULL-8] [SYN-07] the worker does not ask for them again; their number is asked for beside the first pages, once', async () => {
    client('Un')
    await first()
    await replicate(true)
    expect(paths).not.toContain('/sync/bootstrap')
    expect(paths.filter((path) => path === '/sync/total')).toHaveLength(1)
    paths.splice(0)
    // Synchronised: neither is of any use.
    await replicate(false)
    expect(paths.filter((path) => /bootstrap|total/.test(path))).toEqual([])
  })

  it('[PULL-8] otherwise the worker asks for them before anything else', async () => {
    client('Un')
    await replicate(false)
    expect(paths.find((path) => !path.startsWith('/sync/device'))).toBe('/sync/bootstrap')
  })

  it('[PULL-8] [I2] what is unsent here is shown above them', async () => {
    const id = client('Le leur')
    await first()
    await device.commands.update('client', id, { NOM: 'Mien' })
    await first()
    expect(await shown(id)).toBe('Mien')
  })
})

describe('a first sync takes a record for absent without reading it', () => {
  const stateOf = (id: string) => {
    const row = server.rows.get(id)
    return { id, seq: row?.seq ?? 0, epoch: server.epoch, record: row?.deleted ? null : (row?.record ?? null) }
  }
  const fresh = (...ids: string[]) => apply(device.db, 'client', { states: ids.map(stateOf), gen: 1, fresh: true })

  it('[PULL-5] what is not here is added in one write, and nothing is read', async () => {
    const ids = [client('Un'), client('Deux')]
    const { storageInstance } = device.db.of('client')
    const [read, write] = [vi.spyOn(storageInstance, 'findDocumentsById'), vi.spyOn(storageInstance, 'bulkWrite')]
    await fresh(...ids)
    expect([read.mock.calls.length, write.mock.calls.length]).toEqual([0, 1])
    expect(await Promise.all(ids.map(shown))).toEqual(['Un', 'Deux'])
  })

  it('[PULL-5] [PULL-6] [I2] what is here keeps its newer state and its unsent edit, and is taken away where it was deleted', async () => {
    const [newer, edited, deleted, gone] = ['Nouveau', 'Ancien', 'Effacé', 'Jamais venu'].map(client) as [
      string,
      string,
      string,
      string,
    ]
    const old = { ...stateOf(newer), record: { ...stateOf(newer).record, NOM: 'Ancien état' } }
    server.put('client', { IDCLIENT: newer, NOM: 'Nouveau' })
    await fresh(newer, edited, deleted)
    await device.commands.update('client', edited, { NOM: 'Mien' })
    server.put('client', { IDCLIENT: edited, NOM: 'Le leur', PRENOM: 'Zoé' })
    server.remove(deleted)
    server.remove(gone)
    const added = client('Ajouté')
    const states = [old, ...[edited, deleted, gone, added].map(stateOf)]
    await apply(device.db, 'client', { states, gen: 1, fresh: true })
    expect(await Promise.all([newer, edited, deleted, gone, added].map(shown))).toEqual([
      'Nouveau',
      'Mien',
      null,
      null,
      'Ajouté',
    ])
    expect((await device.shown('client', edited))?.PRENOM).toBe('Zoé')
    expect(await device.state('client', edited)).toBe('pending')
  })

  it('[PULL-5] [PULL-6] [I7] what was deleted since does not come back by an older state', async () => {
    const [gone, kept] = [client('Effacé'), client('Resté')]
    const old = [gone, kept].map(stateOf)
    await fresh(gone, kept)
    server.remove(gone)
    await fresh(gone)
    await apply(device.db, 'client', { states: old, gen: 1, fresh: true })
    expect(await Promise.all([gone, kept].map(shown))).toEqual([null, 'Resté'])
    const [tombstone] = await device.db.of('client').storageInstance.findDocumentsById([gone], true)
    expect([tombstone?._deleted, tombstone?.sync.seq]).toEqual([true, stateOf(gone).seq])
  })

  it('[PULL-5] what comes back by a newer state is shown again', async () => {
    const id = client('Effacé')
    await fresh(id)
    server.remove(id)
    await fresh(id)
    server.put('client', { IDCLIENT: id, NOM: 'Restauré' })
    await fresh(id)
    expect(await shown(id)).toBe('Restauré')
  })

  it('[PULL-5] the second sync reads what is here first', async () => {
    const id = client('Un')
    await pull()
    server.put('client', { IDCLIENT: id, NOM: 'Deux' })
    const write = vi.spyOn(device.db.of('client').storageInstance, 'bulkWrite')
    await pull()
    expect(await shown(id)).toBe('Deux')
    expect(write).toHaveBeenCalledTimes(1)
  })
})
