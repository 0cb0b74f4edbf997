import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Values } from '../../schemas/merge.ts'
import { HEADER } from '../../schemas/protocol.ts'
import { uuidv7 } from '../../schemas/uuid.ts'
import type { Device } from '../../tests/support/device-steps.ts'
import { FakeServer } from '../../tests/support/fake-server.ts'
import { emptyStorage, fillStorage, refusedCommits } from '../../tests/support/full-storage.ts'
import { openDevice } from '../../tests/support/local-device.ts'
import { moveEntry } from '../outbox/states.ts'
import { pushAll } from './push.ts'

let server: FakeServer
let device: Device

beforeEach(async () => {
  server = new FakeServer()
  device = await openDevice()
})
afterEach(() => device.close())

it('[SYN-11] [PUSH-1] ends after all of its calls, also when storage is too full for one of the answers', async () => {
  for (const NOM of ['Un', 'Deux']) await device.commands.create('client', { NOM }, { skipDuplicateCheck: true })
  const line = server.transport()
  const before = refusedCommits()
  let calls = 0
  const pushing = device.push({
    ...line,
    call: async (call) => {
      const first = calls++ === 0
      const answer = await line.call(call)
      if (first) fillStorage(indexedDB)
      else {
        // There is room again once the first answer could not be stored.
        await expect.poll(refusedCommits).toBeGreaterThan(before)
        emptyStorage(indexedDB)
      }
      return answer
    },
  })
  await expect(pushing).rejects.toMatchObject({ name: expect.anything() })
  expect(calls).toBe(2)
  expect((await device.entries()).map(({ state, patch }) => [state, patch.NOM])).toEqual([['sent', 'Un']])
  // Sent again, it is the same record.
  await device.push(line)
  expect(await device.entries()).toEqual([])
  expect(server.applied).toHaveLength(2)
})

it('[PUSH-1] [OUT-3] answers that arrive meanwhile are acknowledged, applied and completed together; a slow answer delays no other', async () => {
  const names = ['Un', 'Deux', 'Trois', 'Quatre', 'Cinq', 'Six']
  for (const NOM of names) await device.commands.create('client', { NOM }, { skipDuplicateCheck: true })
  const line = server.transport()
  const applied: number[] = []
  const { storageInstance } = device.db.of('client')
  const write = storageInstance.bulkWrite.bind(storageInstance)
  storageInstance.bulkWrite = (rows, context) => {
    if (context === 'lolapp-apply') applied.push(rows.length)
    return write(rows, context)
  }
  const slow = createGate()
  const pushing = device.push({
    ...line,
    call: async (call) => {
      const answer = await line.call(call)
      if ((call.body as { NOM?: string }).NOM === 'Six') await slow.open
      return answer
    },
  })
  await expect.poll(() => device.entries()).toMatchObject([{ patch: { NOM: 'Six' }, state: 'sent' }])
  expect(applied.reduce((sum, rows) => sum + rows, 0)).toBe(5)
  expect(applied.length).toBeLessThanOrEqual(2)
  slow.release()
  await pushing
  expect(await device.entries()).toEqual([])
  expect(server.applied).toHaveLength(6)
})

it('[PUSH-1] the next entries are sent while one call is slow and others are completed, six calls at once at most', async () => {
  const names = ['Lent', ...Array.from({ length: 40 }, (_, n) => `Client ${n}`)]
  for (const NOM of names) await device.commands.create('client', { NOM }, { skipDuplicateCheck: true })
  const line = server.transport()
  const slow = createGate()
  let [calls, most] = [0, 0]
  const pushing = device.push({
    ...line,
    call: async (call) => {
      most = Math.max(most, ++calls)
      await wait(5)
      if ((call.body as Values).NOM === 'Lent') await slow.open
      calls -= 1
      return line.call(call)
    },
  })
  await expect.poll(async () => (await device.entries()).map(({ patch }) => patch.NOM)).toEqual(['Lent'])
  slow.release()
  expect(await pushing).toEqual({ kind: 'idle' })
  expect(await device.entries()).toEqual([])
  expect(most).toBe(6)
})

it('[PUSH-1] [OUT-3] entries that are sent next are marked in one commit, before the first call', async () => {
  for (let n = 0; n < 20; n++)
    await device.commands.create('client', { NOM: `Client ${n}` }, { skipDuplicateCheck: true })
  const line = server.transport()
  const { storageInstance } = device.db.outbox
  const write = storageInstance.bulkWrite.bind(storageInstance)
  const marked: number[] = []
  storageInstance.bulkWrite = (rows, context) => {
    const sent = rows.filter(({ previous, document }) => previous?.state === 'pending' && document.state === 'sent')
    if (sent.length > 0) marked.push(sent.length)
    return write(rows, context)
  }
  let first: string[] | undefined
  await device.push({
    ...line,
    call: async (call) => {
      first ??= (await device.entries()).map(({ state }) => state)
      return line.call(call)
    },
  })
  expect(first).toEqual(Array(20).fill('sent'))
  expect(marked).toEqual([20])
  expect(await device.entries()).toEqual([])
})

it('[PUSH-1] [VER-5] entries that wait for a newer server hold back no entry after them, however many they are', async () => {
  for (let n = 0; n < 60; n++)
    await device.commands.create('client', { NOM: `Client ${n}` }, { skipDuplicateCheck: true })
  const newer = (await device.entries()).slice(0, 55)
  for (const { id } of newer)
    await moveEntry(device.db, {
      id,
      from: ['pending'],
      change: ({ schemaVersion }) => ({ schemaVersion: schemaVersion + 1 }),
    })
  expect(await device.push(server.transport())).toMatchObject({ kind: 'retry' })
  expect(server.applied).toHaveLength(5)
  expect((await device.entries()).map(({ state }) => state)).toEqual(Array(55).fill('pending'))
})

it('[PUSH-1] [PUSH-7] [I8] an entry is sent after its causes are complete, not only acknowledged', async () => {
  const own = { skipDuplicateCheck: true }
  const id = await device.commands.create('client', { NOM: 'Cause' }, own)
  await device.push(server.transport())
  await device.commands.update('client', id, { NOM: 'Premier' })
  // It was sent once: the next edit is an entry of its own.
  const [first] = await device.entries()
  await moveEntry(device.db, { id: first?.id ?? '', from: ['pending'], change: () => ({ state: 'sent' }) })
  await device.commands.update('client', id, { NOM: 'Second' })
  const other = await device.commands.create('client', { NOM: 'Autre' }, own)
  const [applying, answering] = [createGate(), createGate()]
  const { storageInstance } = device.db.of('client')
  const write = storageInstance.bulkWrite.bind(storageInstance)
  storageInstance.bulkWrite = async (rows, context) => {
    if (rows.some(({ document }) => document.NOM === 'Second')) await applying.open
    return write(rows, context)
  }
  const line = server.transport()
  const sent: unknown[] = []
  const pushing = device.push({
    ...line,
    call: async (call) => {
      sent.push((call.body as Values).NOM)
      if (call.path.endsWith(other) || sent.at(-1) === 'Autre') await answering.open
      return line.call(call)
    },
  })
  const states = async () => (await device.entries()).map(({ state, patch }) => `${patch.NOM} ${state}`)
  await expect.poll(states).toContain('Premier acked')
  // The push reads its queue again.
  server.refuse = () => ({ status: 422, code: 'VALIDATION_ERROR' })
  answering.release()
  await expect.poll(states).toContain('Autre refused')
  await wait(100)
  expect(sent.toSorted()).toEqual(['Autre', 'Premier'])
  server.refuse = () => null
  applying.release()
  await pushing
  expect(sent.at(-1)).toBe('Second')
  expect(await states()).toEqual(['Autre refused'])
})

interface Gate {
  open: Promise<void>
  release: () => void
}

function createGate(): Gate {
  let release: () => void = () => undefined
  const open = new Promise<void>((resolve) => {
    release = resolve
  })
  return { open, release }
}

it('[OUT-12] what writes to a customer is held, others are not; it is taken out meanwhile, or sent once its time is over', async () => {
  const line = server.transport()
  const { id } = server.put('devis', { IDDEVIS: uuidv7(), IDPROJET: 'p', IDCLIENT: 'c', LIGNES: [] })
  await device.pull(line, ['devis'])
  const push = (holdMs: number) => {
    const { signal } = new AbortController()
    return pushAll({ db: device.db, transport: line, signal, holdMs })
  }
  const sent = () => server.applied.length
  await device.commands.transmit(id)
  await device.commands.create('client', { NOM: 'Un' }, { skipDuplicateCheck: true })
  const outcome = await push(60_000)
  expect(outcome).toMatchObject({ kind: 'retry', afterMs: expect.any(Number) })
  expect(sent()).toBe(1)
  expect(await device.resolver.withdraw('devis', id, 'transmit')).toBe(true)
  expect((await device.shown('devis', id))?.DATE_TRANSMISSION).toBeNull()
  expect(await push(60_000)).toEqual({ kind: 'idle' })

  await device.commands.transmit(id)
  await wait(60)
  // The time counts from the entry, whatever was reloaded since; a clock that was set back holds nothing.
  expect(await push(50)).toEqual({ kind: 'idle' })
  expect(sent()).toBe(2)
  expect(await device.resolver.withdraw('devis', id, 'transmit')).toBe(false)
})

it('[OUT-12] [DAY-11 reports] the deletion of a filled report waits for its « Annuler », the deletion of others does not', async () => {
  const line = server.transport()
  const report = server.put('soumission', { IDSOUMISSION: uuidv7(), IDRAPPORT: 'r', REPONSES: { c1: 'Combles' } })
  const place = server.put('adresse', { IDADRESSE: uuidv7(), VILLE: 'Lyon' })
  await device.pull(line, ['soumission', 'adresse'])
  const push = () => pushAll({ db: device.db, transport: line, signal: new AbortController().signal, holdMs: 60_000 })
  await device.commands.remove('soumission', report.id)
  await device.commands.remove('adresse', place.id)
  expect(await push()).toMatchObject({ kind: 'retry', afterMs: expect.any(Number) })
  expect(server.applied).toHaveLength(1)
  expect(await device.resolver.withdraw('soumission', report.id, 'delete')).toBe(true)
  expect((await device.shown('soumission', report.id))?.REPONSES).toEqual({ c1: 'Combles' })
  expect(await push()).toEqual({ kind: 'idle' })
})

it('[PUSH-14] each call says the clock of the device when it is sent, not when its entry was written', async () => {
  const line = server.transport()
  await device.commands.create('client', { NOM: 'Un' }, { skipDuplicateCheck: true })
  await wait(20)
  const said: number[] = []
  const before = Date.now()
  await device.push({
    ...line,
    call: (call) => {
      said.push(Date.parse(String(call.headers?.[HEADER.sentAt])))
      return line.call(call)
    },
  })
  expect(said.map((time) => time >= before && time <= Date.now())).toEqual([true])
})
