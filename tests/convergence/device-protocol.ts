import { Worker } from 'node:worker_threads'
import type { OutboxEntry } from '../../sync/outbox-entry.ts'
import type { Account } from './world.ts'

export type DeviceRequest = 'pull' | 'act' | 'sync' | 'settle' | 'contents' | 'ended' | 'fired'
export interface DeviceStart {
  account: Account
  seed: number
}
export type DeviceReply = { id: number; value: unknown } | { id: number; error: string }

/** A device in its own thread, as the test holds it. */
export interface RemoteDevice {
  mail: string
  ask: <T>(request: DeviceRequest) => Promise<T>
  close: () => Promise<unknown>
}

export async function startDevice(start: DeviceStart): Promise<RemoteDevice> {
  const thread = new Worker(new URL('./device-entry.mjs', import.meta.url), { workerData: start, execArgv: [] })
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>()
  let ids = 0
  const expectReply = <T>(id: number): Promise<T> =>
    new Promise<T>((resolve, reject) => waiting.set(id, { resolve: resolve as (value: never) => void, reject }))
  thread.on('message', (reply: DeviceReply) => {
    const one = waiting.get(reply.id)
    waiting.delete(reply.id)
    if ('error' in reply) one?.reject(new Error(reply.error))
    else one?.resolve(reply.value as never)
  })
  thread.on('error', (error: Error) => {
    for (const one of waiting.values()) one.reject(error)
    waiting.clear()
  })
  await expectReply(0)
  return {
    mail: start.account.mail,
    ask: (request) => {
      const id = ++ids
      const reply = expectReply<never>(id)
      thread.postMessage({ id, request })
      return reply
    },
    close: () => thread.terminate(),
  }
}

/** Synchronises everybody over the healed line until no queue holds anything; answers how many writes were refused. */
export async function settle(devices: readonly RemoteDevice[]): Promise<number> {
  let refused = 0
  for (let round = 0; round < 30; round++) {
    let open = 0
    for (const device of devices) {
      const result = await device.ask<{ open: number; refused: OutboxEntry[] }>('settle')
      refused += result.refused.length
      open += result.open + result.refused.length
    }
    if (open === 0) {
      // One last quiet pull, so that everybody has what the others' last push brought.
      for (const device of devices) await device.ask('pull')
      return refused
    }
  }
  throw new Error('The queues did not empty')
}
