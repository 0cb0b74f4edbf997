import { Unzip, UnzipInflate } from 'fflate'
import { MAX_PARTS, MAX_UNPACKED, tooLarge, UnreadableFile } from './limits.ts'

const PUSH = 64 * 1024
const BROKEN = 'Ce classeur est abîmé ou protégé par un mot de passe : il ne peut pas être lu.'

/**
 * The wanted parts of an archive. What is unpacked is counted as it comes out: the sizes that an archive tells of itself may be lies.
 * @throws UnreadableFile for a broken archive, or one that unpacks to too much
 */
export function unzip(
  bytes: Uint8Array,
  wanted: (name: string) => boolean,
  limit = MAX_UNPACKED,
): Map<string, Uint8Array> {
  const parts = new Map<string, Uint8Array>()
  let [count, unpacked] = [0, 0]
  const open = new Unzip((file) => {
    count += 1
    if (count > MAX_PARTS) throw tooLarge()
    if (!wanted(file.name)) return
    const chunks: Uint8Array[] = []
    file.ondata = (error, chunk, final) => {
      // What is thrown here comes back as an error of the archive.
      if (error) throw error instanceof UnreadableFile ? error : new UnreadableFile(BROKEN)
      unpacked += chunk.length
      if (unpacked > limit) throw tooLarge()
      chunks.push(chunk)
      if (final) parts.set(file.name, Buffer.concat(chunks))
    }
    file.start()
  })
  open.register(UnzipInflate)
  try {
    for (let from = 0; from < bytes.length; from += PUSH)
      open.push(bytes.subarray(from, from + PUSH), from + PUSH >= bytes.length)
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile(BROKEN)
  }
  return parts
}
