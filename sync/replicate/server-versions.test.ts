import 'fake-indexeddb/auto'
import { afterEach, expect, it } from 'vitest'
import { HEADER } from '../../schemas/protocol.ts'
import { createVersions } from '../../schemas/versions.ts'
import { type Device, deviceOn } from '../../tests/support/device-steps.ts'
import { FakeServer } from '../../tests/support/fake-server.ts'
import type { Call, Reply, Transport } from '../net/transport.ts'
import { openLocalDatabase } from '../open.ts'
import { readPullState } from '../store/checkpoints.ts'

/** This app's version. Until it is updated, its server has no « VILLE », and « OBSERVATIONS » under another name. */
const versions = createVersions([
  {
    date: '2027-01-10',
    resources: { client: { renamed: { REMARQUE: 'OBSERVATIONS' }, added: { VILLE: null } } },
  },
])
const OLDER = '0-0'
const UPDATED = '0-1'
const ONLY = ['client'] as const

let open: Device | undefined
afterEach(() => open?.close())
let accounts = 0
async function device(): Promise<Device> {
  const identity = { companyId: 'demo', account: `personnel:skew-${++accounts}`, impersonator: '' }
  open = deviceOn(await openLocalDatabase(identity, { multiInstance: false, versions }))
  return open
}

/** The transport of a server that names the versions that it serves. */
function served(server: FakeServer, range: string | null, answer?: (call: Call) => Partial<Reply> | null): Transport {
  const line = server.transport()
  return {
    ...line,
    call: async (call) => {
      const other = answer?.(call)
      const mutation = call.headers?.[HEADER.mutation] ?? null
      const none = { status: 0, body: null, seq: null, retryAfter: null, overwritten: [] }
      const reply = other ? { ...none, epoch: server.epoch, mutation, ...other } : await line.call(call)
      return { ...reply, versions: range }
    },
  }
}
const writes = (server: FakeServer) => server.calls.filter((call) => call.method !== 'GET')
const state = async (one: Device) => (await one.entries()).map((e) => [e.state, e.schemaVersion])

it.each([OLDER, null])(
  '[VER-5] a server that serves %s gets an edit in its own version, with the same body at every send',
  async (range) => {
    const [phone, server] = [await device(), new FakeServer()]
    server.put('client', { IDCLIENT: 'c', NOM: 'Durand', REMARQUE: 'chien' })
    await phone.pull(served(server, range), ONLY)
    expect(await phone.shown('client', 'c')).toMatchObject({ OBSERVATIONS: 'chien', VILLE: null })
    server.faults.push({ method: 'PUT', fault: 'drop-answer' })
    await phone.commands.update('client', 'c', { OBSERVATIONS: 'deux chiens' })
    expect((await phone.push(served(server, range))).kind).toBe('retry')
    expect(await state(phone)).toEqual([['sent', 0]])
    expect(await phone.shown('client', 'c')).toMatchObject({ OBSERVATIONS: 'deux chiens' })

    // The server is updated before the answer comes: the body that was sent does not change.
    expect((await phone.push(served(server, UPDATED))).kind).toBe('idle')
    const [first, again] = writes(server)
    expect(first?.body).toEqual({ REMARQUE: 'deux chiens', _base: { REMARQUE: 'chien' } })
    expect(again?.body).toEqual(first?.body)
    expect([first, again].map((call) => call?.headers?.[HEADER.bodyVersion])).toEqual(['0', '0'])
    expect(server.applied).toHaveLength(1)
  },
)

it('[VER-5] [I2] an entry with a field that the older server lacks waits for its update, and holds back no other', async () => {
  const [phone, server] = [await device(), new FakeServer()]
  server.put('client', { IDCLIENT: 'c', NOM: 'Durand' })
  server.put('client', { IDCLIENT: 'd', NOM: 'Petit' })
  await phone.pull(served(server, OLDER), ONLY)
  await phone.commands.update('client', 'c', { VILLE: 'Nantes' })
  await phone.commands.update('client', 'd', { NOM: 'Grand' })
  expect((await phone.push(served(server, OLDER))).kind).toBe('retry')
  expect(await state(phone)).toEqual([['pending', 1]])
  expect(server.rows.get('d')?.record).toMatchObject({ NOM: 'Grand' })
  expect(await phone.shown('client', 'c')).toMatchObject({ VILLE: 'Nantes' })

  expect((await phone.push(served(server, UPDATED))).kind).toBe('retry')
  await phone.pull(served(server, UPDATED), ONLY)
  expect((await phone.push(served(server, UPDATED))).kind).toBe('idle')
  expect(server.rows.get('c')?.record).toMatchObject({ VILLE: 'Nantes' })
})

it('[VER-5] a creation whose new field has its default value is sent at once', async () => {
  const [phone, server] = [await device(), new FakeServer()]
  await phone.pull(served(server, OLDER), ONLY)
  const id = await phone.commands.create('client', { NOM: 'Durand', OBSERVATIONS: 'chien' })
  expect((await phone.push(served(server, OLDER))).kind).toBe('idle')
  expect(writes(server)[0]?.body).toEqual({ IDCLIENT: id, NOM: 'Durand', REMARQUE: 'chien' })
})

it('[VER-5] a refusal by a server that was restored to an older version does not count: the entry waits', async () => {
  const [phone, server] = [await device(), new FakeServer()]
  await phone.pull(served(server, UPDATED), ONLY)
  await phone.commands.create('client', { NOM: 'Durand', VILLE: 'Nantes' })
  const refusing = served(server, OLDER, ({ method }) =>
    method === 'POST' ? { status: 422, body: { code: 'VALIDATION_ERROR', message: 'Champ inconnu' } } : null,
  )
  expect((await phone.push(refusing)).kind).toBe('retry')
  expect(await state(phone)).toEqual([['sent', 1]])
  expect((await phone.push(refusing)).kind).toBe('retry')
  await phone.pull(served(server, UPDATED), ONLY)
  expect((await phone.push(served(server, UPDATED))).kind).toBe('idle')
})

it('[VER-3] [VER-5] an entry that was sent, and has the same body in both versions, is sent to a server restored to the older version', async () => {
  const [phone, server] = [await device(), new FakeServer()]
  await phone.pull(served(server, UPDATED), ONLY)
  const id = await phone.commands.create('adresse', { VILLE: 'Nantes' })
  server.faults.push({ method: 'POST', fault: 'drop-answer' })
  expect((await phone.push(served(server, UPDATED))).kind).toBe('retry')
  expect(await state(phone)).toEqual([['sent', 1]])
  // A pull tells it the older version.
  await phone.pull(served(server, OLDER), ONLY)
  expect((await phone.push(served(server, OLDER))).kind).toBe('idle')
  const [first, again] = writes(server)
  expect(again?.body).toEqual(first?.body)
  expect(again?.headers?.[HEADER.bodyVersion]).toBe('0')
  expect(server.applied).toHaveLength(1)
  expect(server.rows.get(id)?.record).toMatchObject({ VILLE: 'Nantes' })
})

it('[VER-4] once the server is updated, everything is read again: former rows lacked fields', async () => {
  const [phone, server] = [await device(), new FakeServer()]
  server.put('client', { IDCLIENT: 'c', NOM: 'Durand', VILLE: 'Nantes' })
  await phone.pull(served(server, OLDER), ONLY)
  const before = await readPullState(phone.db, 'client')
  await phone.pull(served(server, UPDATED), ONLY)
  const after = await readPullState(phone.db, 'client')
  expect([before.rows, after.rows, after.gen > before.gen, after.sweep]).toEqual([0, 1, true, false])
  expect(await phone.shown('client', 'c')).toMatchObject({ VILLE: 'Nantes' })
  const calls = server.calls.length
  await phone.pull(served(server, UPDATED), ONLY)
  expect(server.calls.length).toBe(calls + 1)
})

it('[VER-6] « mettez à jour » pauses and refuses nothing; pending entries are sent after the update', async () => {
  const [phone, server] = [await device(), new FakeServer()]
  await phone.pull(served(server, UPDATED), ONLY)
  await phone.commands.create('client', { NOM: 'Durand' })
  const outdated = served(server, '2-3', () => ({
    status: 426,
    body: { code: 'UPGRADE_REQUIRED', message: 'mettez l’application à jour' },
  }))
  expect(await phone.push(outdated)).toEqual({ kind: 'pause', reason: 'outdated' })
  await expect(phone.pull(outdated, ONLY)).rejects.toMatchObject({ reason: 'outdated' })
  await phone.commands.create('client', { NOM: 'Petit' }, { skipDuplicateCheck: true })
  expect(await state(phone)).toHaveLength(2)
  // A proxy's own 426 does not count.
  expect((await phone.push(served(server, null, () => ({ status: 426, body: null })))).kind).toBe('retry')
  await phone.pull(served(server, UPDATED), ONLY)
  expect((await phone.push(served(server, UPDATED))).kind).toBe('idle')
})

it('[VER-5] [HEAL-2] entries that a restore to an older server lost are sent again in its version', async () => {
  const [phone, server] = [await device(), new FakeServer()]
  await phone.pull(served(server, OLDER), ONLY)
  const restore = server.backup()
  await phone.pull(served(server, UPDATED), ONLY)
  const id = await phone.commands.create('client', { NOM: 'Durand', OBSERVATIONS: 'chien' })
  expect((await phone.push(served(server, UPDATED))).kind).toBe('idle')
  expect(server.rows.get(id)?.record).toMatchObject({ OBSERVATIONS: 'chien' })
  restore()
  expect(server.rows.has(id)).toBe(false)
  await phone.pull(served(server, OLDER), ONLY)
  expect(await state(phone)).toEqual([['sent', 0]])
  expect((await phone.push(served(server, OLDER))).kind).toBe('idle')
  expect(server.rows.get(id)?.record).toMatchObject({ REMARQUE: 'chien' })
  expect(await phone.shown('client', id)).toMatchObject({ OBSERVATIONS: 'chien' })
})

it('[VER-5] a resource that an older server does not know is empty until that server is updated, and no failure', async () => {
  const [phone, server] = [await device(), new FakeServer()]
  server.put('article', { id: 'a', REFERENCE: 'FEN', LIBELLE: 'Fenêtre', PRIX_HT: 100 })
  const absent = (call: Call) => (call.path === '/articles' ? { status: 404 } : null)
  await phone.pull(served(server, OLDER, absent), ['article', 'client'])
  expect(await readPullState(phone.db, 'article')).toMatchObject({ checkpoint: null, completeAt: expect.any(String) })
  await expect(phone.pull(served(server, UPDATED, absent), ['article'])).rejects.toThrow('not a page (status 404)')
  await phone.pull(served(server, UPDATED), ['article'])
  expect(await phone.shown('article', 'a')).toMatchObject({ LIBELLE: 'Fenêtre' })
})
