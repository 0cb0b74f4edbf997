import { createHash } from 'node:crypto'
import { access, mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Send } from '../http/outbound.ts'
import type { HeadsPort } from './heads.ts'
import { isGranted, stampQuery } from './timestamp.ts'

export interface TimestampSettings {
  /** Address of the time-stamping authority, written by the operator. */
  url: string
  /** Where `<day>.txt` (the heads) and `<day>.tsr` (the authority's answer) are kept. */
  folder: string
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

/**
 * One stamp a day of all heads by an authority that neither we nor an attacker with our secret can make (RFC 3161). Several starts of one day ask once. The
 * heads are written first: without them a stamp proves nothing.
 */
export function timestampHeads({ url, folder }: TimestampSettings, send: Send): HeadsPort {
  return {
    name: `horodatage par ${url}`,
    keep: async ({ at, all }) => {
      const stamp = join(folder, `${at.slice(0, 10)}.tsr`)
      if (all.length === 0 || (await exists(stamp))) return
      const text = `${all.join('\n')}\n`
      const query = stampQuery(createHash('sha256').update(text).digest())
      const { status, body } = await send({
        url,
        method: 'POST',
        headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
        body: query.bytes,
        // A start waits for it.
        timeoutMs: 5000,
        allowPrivate: true,
      })
      if (status !== 200 || !isGranted(body, query)) throw new Error(`réponse refusée (${status})`)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(stamp.replace(/tsr$/, 'txt'), text, { mode: 0o600 })
      await writeFile(`${stamp}.part`, body, { mode: 0o600 })
      await rename(`${stamp}.part`, stamp)
    },
  }
}
