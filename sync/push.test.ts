import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Device } from '../tests/support/device-steps.ts'
import { FakeMaster } from '../tests/support/fake-master.ts'
import { emptyStorage, fillStorage } from '../tests/support/full-storage.ts'
import { openDevice } from '../tests/support/local-device.ts'

let master: FakeMaster
let device: Device

beforeEach(async () => {
  master = new FakeMaster()
  device = await openDevice()
})
afterEach(() => device.close())

it('[SYN-11] [PUSH-1] ends with all that it has sent, also where the phone is too full for one of the answers', async () => {
  for (const NOM of ['Un', 'Deux']) await device.commands.create('client', { NOM }, { skipDuplicateCheck: true })
  const line = master.transport()
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
  expect(master.applied).toHaveLength(2)
})

it('[PUSH-1] [OUT-3] what has been answered meanwhile is acknowledged, laid and settled together; a slow answer holds nobody back', async () => {
  const names = ['Un', 'Deux', 'Trois', 'Quatre', 'Cinq', 'Six']
  for (const NOM of names) await device.commands.create('client', { NOM }, { skipDuplicateCheck: true })
  const line = master.transport()
  const laid: number[] = []
  const { storageInstance } = device.db.of('client')
  const write = storageInstance.bulkWrite.bind(storageInstance)
  storageInstance.bulkWrite = (rows, context) => {
    if (context === 'lolapp-lay') laid.push(rows.length)
    return write(rows, context)
  }
  let release: () => void = () => undefined
  const slow = new Promise<void>((resolve) => {
    release = resolve
  })
  const pushing = device.push({
    ...line,
    call: async (call) => {
      const answer = await line.call(call)
      if ((call.body as { NOM?: string }).NOM === 'Six') await slow
      return answer
    },
  })
  await expect.poll(() => device.entries()).toMatchObject([{ patch: { NOM: 'Six' }, state: 'sent' }])
  expect(laid.reduce((sum, rows) => sum + rows, 0)).toBe(5)
  expect(laid.length).toBeLessThanOrEqual(2)
  release()
  await pushing
  expect(await device.entries()).toEqual([])
  expect(master.applied).toHaveLength(6)
})
