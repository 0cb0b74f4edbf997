import { keepKey } from '../../sync/device/accounts.ts'
import type { Identity } from '../../sync/identity.ts'
import { callApi } from '../app/api.ts'
import type { Shape } from '../app/shape.ts'
import { objectOf } from '../app/shape.ts'

/** 32 bytes, in hexadecimal. */
const isHexKey: Shape<string> = (value): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/i.test(value)

export const isSealKey = objectOf({ key: isHexKey })

/**
 * What the account's logout will be sealed with (SEAL-2). A browser that cannot keep it still works: what waits then stays on the device in clear
 * until it is sent.
 * @param token of the session; undefined for the present one
 * @throws AppError when the office does not give it
 */
export async function fetchSealKey(identity: Identity, token?: string): Promise<void> {
  const given = token === undefined ? {} : { token }
  const { key } = await callApi('/sync/seal_key', isSealKey, {
    ...given,
    ownRefusal: true,
    silent: true,
  })
  const bytes = Uint8Array.from(key.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  await keepKey(identity, bytes).catch((error: unknown) => console.warn('No key is kept on this device', error))
}
