import type { KnownKey } from '../../server/installation/known-key.ts'
import { createSecrets } from '../../server/secrets.ts'

/** The key of test databases: known, so that a test can make what the server would. */
export const TEST_KEY = Buffer.alloc(32, 7)

export const testKey: KnownKey = {
  secrets: createSecrets(TEST_KEY),
  former: [],
  lost: null,
  mayChange: true,
  tell: () => undefined,
}
