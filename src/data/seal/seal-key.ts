import { keepKey } from '../../../sync/device/accounts.ts'
import type { Identity } from '../../../sync/identity.ts'
import { callApi } from '../api/api.ts'
import type { Shape } from '../api/shape.ts'
import { objectOf } from '../api/shape.ts'

/** 32 bytes, in hexadecimal. */
const isHexKey: Shape<string> = (value): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/i.test(value)

export const isSealKey = objectOf({ key: isHexKey })

/**
 * Fetches the key with which the account's data is sealed at logout (SEAL-2). A browser that cannot keep it still works: unsent entries then stay on
 * the device in clear until they are sent.
 * @param token of the session; undefined for the present one
 * @throws AppError when the server does not give it
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
