import { createTransport } from '../../../sync/net/transport.ts'
import { readWaiting, reportDevice } from '../../../sync/replicate/device-report.ts'
import { pause } from '../../../sync/retry.ts'
import { deviceId } from '../api/device-id.ts'
import { lastReplication } from '../database/local-data.ts'

const PATIENCE_MS = 2000

/**
 * Before the session ends: this device's last report to the server, of what stays unsent on it (WORK-7). The worker's own report comes
 * seconds after a change, which would be too late.
 * @throws when the server cannot be reached; gives up after two seconds
 */
export async function reportBeforeLogout(token: string): Promise<void> {
  const last = lastReplication()
  if (last?.token !== token || last.identity.impersonator !== '') return
  const transport = createTransport({ ...last, device: deviceId() })
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const report = async (): Promise<void> => {
    const waiting = await readWaiting((await last.data).db)
    await reportDevice({ transport, signal, waiting, complete: false, version: __BUILD_DATE__ })
  }
  // A local database that does not open must not delay the logout.
  await Promise.race([report(), pause(PATIENCE_MS, signal)])
}
