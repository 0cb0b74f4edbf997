import { timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../secrets.ts'

/** Life of a download address. */
export const URL_LIFE_MS = 5 * 60_000

interface SignedFile {
  companyId: string
  fichierId: string
}

const digestOf = (secrets: Secrets, { companyId, fichierId }: SignedFile, expires: number): string =>
  secrets.digest('file url', JSON.stringify([companyId, fichierId, expires]))

/** Address of a file, valid for five minutes for whoever has it: give it only to somebody who may see the file. */
export function signedFileUrl(secrets: Secrets, file: SignedFile, now = Date.now()): string {
  const expires = now + URL_LIFE_MS
  const query = new URLSearchParams({
    company: file.companyId,
    expires: String(expires),
    signature: digestOf(secrets, file, expires),
  })
  return `/api/files/${encodeURIComponent(file.fichierId)}?${query}`
}

/** Whether this installation made the signature; only then is an expired one reported as expired. */
export function checkFileUrl(
  secrets: Secrets,
  file: SignedFile,
  { expires, signature, now = Date.now() }: { expires: number; signature: string; now?: number },
): 'good' | 'expired' | 'forged' {
  const ours = Buffer.from(digestOf(secrets, file, expires))
  const theirs = Buffer.from(signature)
  if (ours.length !== theirs.length || !timingSafeEqual(ours, theirs)) return 'forged'
  return expires > now ? 'good' : 'expired'
}
