import type { KnownKey } from '../../server/installation/known-key.ts'
import { createSecrets } from '../../server/secrets.ts'

/** The known key of test databases, so that a test can compute the same values as the server. */
export const TEST_KEY = Buffer.alloc(32, 7)

export const testKey: KnownKey = {
  secrets: createSecrets(TEST_KEY),
  former: [],
  lost: null,
  mayChange: true,
  tell: () => undefined,
}
