import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Values } from '../../schemas/merge.ts'
import type { Device } from '../../tests/support/device-steps.ts'
import { FakeServer } from '../../tests/support/fake-server.ts'
import { emptyStorage, fillStorage } from '../../tests/support/full-storage.ts'
import { openDevice } from '../../tests/support/local-device.ts'
import { moveEntry } from '../outbox/states.ts'

let server: FakeServer
let device: Device

beforeEach(async () => {
  server = new FakeServer()
  device = await openDevice()
})
afterEach(() => device.close())

it('[SYN-11] [PUSH-1] ends with all that it has sent, also where the phone is too full for one of the answers', async () => {
  for (const NOM of ['Un', 'Deux']) await device.commands.create('client', { NOM }, { skipDuplicateCheck: true })
  const line = server.transport()
  let calls = 0
  const pushing = device.push({
    ...line,
    call: async (call) => {
      const first = calls++ === 0
      const answer = await line.call(call)
      if (first) {
        await wait(20)
        fillStorage(indexedDB)
      } else {
        await wait(200)
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

it('[PUSH-1] [OUT-3] what has been answered meanwhile is acknowledged, laid and settled together; a slow answer holds nobody back', async () => {
  const names = ['Un', 'Deux', 'Trois', 'Quatre', 'Cinq', 'Six']
  for (const NOM of names) await device.commands.create('client', { NOM }, { skipDuplicateCheck: true })
  const line = server.transport()
  const laid: number[] = []
  const { storageInstance } = device.db.of('client')
  const write = storageInstance.bulkWrite.bind(storageInstance)
  storageInstance.bulkWrite = (rows, context) => {
    if (context === 'lolapp-apply') laid.push(rows.length)
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
  expect(laid.reduce((sum, rows) => sum + rows, 0)).toBe(5)
  expect(laid.length).toBeLessThanOrEqual(2)
  slow.release()
  await pushing
  expect(await device.entries()).toEqual([])
  expect(server.applied).toHaveLength(6)
})

it('[PUSH-1] the next ones leave while one call is slow and while others are settled, six calls at once at most', async () => {
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

it('[PUSH-1] [PUSH-7] [I8] nothing leaves before what it comes after is settled, not only acknowledged', async () => {
  const own = { skipDuplicateCheck: true }
  const id = await device.commands.create('client', { NOM: 'Cause' }, own)
  await device.push(server.transport())
  await device.commands.update('client', id, { NOM: 'Premier' })
  // On its way once: what follows is an entry of its own.
  const [first] = await device.entries()
  await moveEntry(device.db, { id: first?.id ?? '', from: ['pending'], change: () => ({ state: 'sent' }) })
  await device.commands.update('client', id, { NOM: 'Second' })
  const other = await device.commands.create('client', { NOM: 'Autre' }, own)
  const [laying, answering] = [createGate(), createGate()]
  const { storageInstance } = device.db.of('client')
  const write = storageInstance.bulkWrite.bind(storageInstance)
  storageInstance.bulkWrite = async (rows, context) => {
    if (rows.some(({ document }) => document.NOM === 'Second')) await laying.open
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
  // The push looks at its queue again.
  server.refuse = () => ({ status: 422, code: 'VALIDATION_ERROR' })
  answering.release()
  await expect.poll(states).toContain('Autre refused')
  await wait(100)
  expect(sent.toSorted()).toEqual(['Autre', 'Premier'])
  server.refuse = () => null
  laying.release()
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
