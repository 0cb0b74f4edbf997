import { expect, it } from 'vitest'
import { openDevice } from '../../tests/support/local-device.ts'
import type { Reply, Transport } from '../net/transport.ts'
import { pullResource } from '../replicate/pull.ts'

const refusal: Reply = {
  status: 401,
  body: { code: 'UNAUTHENTICATED', message: 'Identifiez-vous' },
  mutation: null,
  epoch: 'e1',
  seq: null,
  retryAfter: null,
  overwritten: [],
}

/** Why a pull stops when it is answered so. */
async function reasonOf(reply: Reply): Promise<unknown> {
  const device = await openDevice()
  const transport: Transport = {
    call: () => Promise.resolve(reply),
    stream: () => Promise.reject(new Error('unused')),
  }
  const { signal } = new AbortController()
  try {
    return await pullResource({ db: device.db, transport, signal, resource: 'client' }).then(
      () => 'none',
      (error: { reason?: unknown }) => error.reason,
    )
  } finally {
    await device.close()
  }
}

it('[ANSWER-1] a 401 of a proxy does not mean that the session has ended; the server’s does', async () => {
  expect(await reasonOf({ ...refusal, epoch: null })).toBe('broken')
  expect(await reasonOf({ ...refusal, epoch: null, body: null })).toBe('broken')
  expect(await reasonOf(refusal)).toBe('signed-out')
})
