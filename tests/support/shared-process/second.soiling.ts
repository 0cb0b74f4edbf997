import { vi } from 'vitest'
import { findCleanAndSoil } from './soil.ts'

vi.mock('./counter.ts', async (real) => ({ ...(await real<object>()), name: () => 'second' }))
findCleanAndSoil('second')
