import { expect, it } from 'vitest'
import { entityOf, SYNCED, type SyncedResource } from '../../schemas/resources.ts'
import type { Device } from '../../tests/support/device-steps.ts'
import { FakeServer } from '../../tests/support/fake-server.ts'
import { openDevice } from '../../tests/support/local-device.ts'
import type { Call, Reply, Transport } from '../net/transport.ts'
import { ARTICLE_IMPORTS_DOC } from '../store/article-imports.ts'
import { RANKING_DOC, readRankingFigures } from './ranking.ts'
import { startReplicator } from './replicator.ts'
import type { ReplicationEvent } from './status.ts'

const isList = (call: Call): boolean => call.method === 'GET' && call.query?.since !== undefined

/** The server's lists answer as `instead` says; null leaves the answer as it is. `fired` counts. */
function withLists(server: FakeServer, instead: (call: Call) => Partial<Reply> | null) {
  const line = server.transport()
  const state = { fired: 0 }
  const transport: Transport = {
    ...line,
    call: async (call) => {
      const change = isList(call) ? instead(call) : null
      if (!change) return line.call(call)
      state.fired += 1
      return { ...(await line.call(call)), ...change }
    },
  }
  return { transport, state }
}
const NO_RIGHT = { status: 403, body: { code: 'UNAUTHORIZED', message: 'Vous n’êtes pas autorisé.' } }

/** Replicates until `seen` is true. @returns every event */
async function replicate(device: Device, transport: Transport, seen: (events: ReplicationEvent[]) => boolean) {
  const events: ReplicationEvent[] = []
  const stop = new AbortController()
  const replicator = startReplicator({ db: device.db, transport, signal: stop.signal, onEvent: (e) => events.push(e) })
  await expect.poll(() => seen(events)).toBe(true)
  stop.abort()
  await replicator.stopped
  return events
}
const has = (events: ReplicationEvent[], type: ReplicationEvent['type']): boolean => events.some((e) => e.type === type)
const refusedAccess = (events: ReplicationEvent[]): boolean =>
  events.some((e) => e.type === 'paused' && e.reason === 'no-access')

it('[PULL-11] [I10] a person whose rights were all removed keeps open entries and nothing else; with the rights, everything comes back', async () => {
  const [device, server] = [await openDevice(), new FakeServer()]
  server.put('client', { IDCLIENT: 'seen', NOM: 'Vu' })
  server.put('client', { IDCLIENT: 'edited', NOM: 'Modifié' })
  await replicate(device, server.transport(), (events) => has(events, 'succeeded'))
  await device.db.rx.upsertLocal(RANKING_DOC, { since: '2026-01-01', at: new Date().toISOString(), days: [] })
  await device.db.rx.upsertLocal(ARTICLE_IMPORTS_DOC, { imports: [] })
  await device.files.cache('a'.repeat(64), new Uint8Array([1]))
  await device.commands.update('client', 'edited', { NOM: 'En attente' })

  const { transport, state } = withLists(server, () => NO_RIGHT)
  const held: Transport = {
    ...transport,
    call: (call) => (isList(call) ? transport.call(call) : Promise.reject(new TypeError())),
  }
  const events = await replicate(device, held, refusedAccess)
  expect(state.fired).toBeGreaterThanOrEqual(SYNCED.length)
  expect(has(events, 'succeeded')).toBe(false)
  expect(await device.shown('client', 'seen')).toBeNull()
  expect(await device.shown('client', 'edited')).toMatchObject({ NOM: 'En attente' })
  expect(await readRankingFigures(device.db)).toBeNull()
  expect(await device.db.rx.getLocal(ARTICLE_IMPORTS_DOC)).toBeNull()
  expect(await device.files.bytes('a'.repeat(64))).toBeNull()
  expect((await device.entries()).map(({ recordId }) => recordId)).toEqual(['edited'])

  await replicate(device, server.transport(), (after) => has(after, 'succeeded'))
  expect(await device.shown('client', 'seen')).toMatchObject({ NOM: 'Vu' })
  expect(await device.entries()).toEqual([])
  await device.close()
})

it('[PULL-11] [HEAL-1] such a person keeps nothing after a restore either, even if an older server refuses to name the epochs', async () => {
  const [device, server] = [await openDevice(), new FakeServer()]
  server.put('client', { IDCLIENT: 'seen', NOM: 'Vu' })
  const made = await device.commands.create('client', { NOM: 'Nouveau' })
  await replicate(device, server.transport(), (events) => server.applied.length > 0 && has(events, 'succeeded'))
  await expect.poll(() => device.entries()).toEqual([])
  for (const id of ['seen', made]) expect(await device.shown('client', id)).not.toBeNull()
  server.epoch = 'epoch-2'
  const line = server.transport()
  const refusing: Transport = { ...line, call: async (call) => ({ ...(await line.call(call)), ...NO_RIGHT }) }
  const events = await replicate(device, refusing, refusedAccess)
  expect(has(events, 'succeeded')).toBe(false)
  expect(await device.shown('client', 'seen')).toBeNull()
  expect(await device.shown('client', made)).toBeNull()
  await device.close()
})

it('[PULL-11] a removed right to one list empties that list alone', async () => {
  const [device, server] = [await openDevice(), new FakeServer()]
  server.put('client', { IDCLIENT: 'c', NOM: 'Reste' })
  server.put('devis', { IDDEVIS: 'd', IDPROJET: 'p', IDCLIENT: 'c', OBJET: 'Part' })
  await device.pull(server.transport())
  expect(await device.shown('devis', 'd')).not.toBeNull()
  const { transport, state } = withLists(server, ({ path }) => (path === '/devis' ? NO_RIGHT : null))
  const events = await replicate(device, transport, (all) => has(all, 'succeeded'))
  expect(state.fired).toBeGreaterThan(0)
  expect(refusedAccess(events)).toBe(false)
  expect(await device.shown('devis', 'd')).toBeNull()
  expect(await device.shown('client', 'c')).toMatchObject({ NOM: 'Reste' })
  await device.close()
})

it.each([
  ['a portal’s page', { status: 200, body: null, epoch: null }],
  ['a gateway’s 502', { status: 502, body: null, epoch: null }],
  ['a proxy’s 403', { status: 403, body: { message: 'blocked' }, epoch: null }],
  ['a proxy’s 401', { status: 401, body: null, epoch: null }],
  ['our own 500', { status: 500, body: { code: 'INTERNAL', message: '' } }],
])('[WORK-6] [PULL-11] %s to every list is no successful round, and removes nothing', async (_name, answer) => {
  const [device, server] = [await openDevice(), new FakeServer()]
  server.put('client', { IDCLIENT: 'c', NOM: 'Reste' })
  await device.pull(server.transport())
  const { transport, state } = withLists(server, () => answer)
  const events = await replicate(device, transport, (all) => has(all, 'failed'))
  expect(state.fired).toBeGreaterThan(0)
  expect(events.map(({ type }) => type).filter((type) => type !== 'started')).toEqual(
    expect.arrayContaining(['failed']),
  )
  expect(has(events, 'succeeded') || has(events, 'paused')).toBe(false)
  expect(await device.shown('client', 'c')).toMatchObject({ NOM: 'Reste' })
  await device.close()
})

it('[I11] a list of which our server never has a page holds back none of the others', async () => {
  const [device, server] = [await openDevice(), new FakeServer()]
  const [first] = SYNCED
  server.put('devis', { IDDEVIS: 'd', IDPROJET: 'p', IDCLIENT: 'c', OBJET: 'Arrive' })
  const broken = { status: 500, body: { code: 'INTERNAL', message: '' } }
  const { transport, state } = withLists(server, (call) =>
    call.path === entityOf(first as SyncedResource).path ? broken : null,
  )
  await replicate(device, transport, (all) => has(all, 'failed'))
  expect(state.fired).toBeGreaterThan(0)
  expect(await device.shown('devis', 'd')).toMatchObject({ OBJET: 'Arrive' })
  await device.close()
})
