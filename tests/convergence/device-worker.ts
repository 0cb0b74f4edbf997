import { parentPort, workerData } from 'node:worker_threads'
import { SYNCED } from '../../schemas/resources.ts'
import { freshFind } from '../../sync/fresh.ts'
import type { OutboxEntry } from '../../sync/outbox-entry.ts'
import { createRandom } from '../support/random.ts'
import type { DeviceReply, DeviceRequest, DeviceStart } from './device-protocol.ts'
import { act, contentsOf, openWorker, settleOnce, trySync } from './world.ts'

/** One device in a realm of its own: RxDB's free edition opens thirteen collections per realm, and a phone is one realm too. */
const { account, seed } = workerData as DeviceStart
const random = createRandom(seed)
const worker = await openWorker(account, random)

async function answer(request: DeviceRequest): Promise<unknown> {
  switch (request) {
    case 'pull':
      return worker.device.pull(worker.clean)
    case 'act':
      return act(worker, random)
    case 'sync':
      return trySync(worker, random)
    case 'settle':
      return settleOnce(worker)
    case 'contents':
      return contentsOf(worker.device, SYNCED)
    case 'ended':
      return freshFind<OutboxEntry>(worker.device.db.outbox, { selector: { open: '0' } })
    case 'fired':
      return [...worker.line.fired]
  }
}

parentPort?.on('message', ({ id, request }: { id: number; request: DeviceRequest }) => {
  const reply = (message: DeviceReply): void => parentPort?.postMessage(message)
  answer(request).then(
    (value) => reply({ id, value }),
    (error: unknown) => reply({ id, error: String(error instanceof Error ? error.stack : error) }),
  )
})
parentPort?.postMessage({ id: 0, value: 'ready' } satisfies DeviceReply)
