import { useEffect } from 'react'
import { fetchBytes } from '../../data/api/api.ts'
import { type ByteStore, loadBytes } from '../../data/records/kept-bytes.ts'
import { useFileCommands } from '../../data/records/use-files.ts'
import { useSession } from '../../data/session/session.tsx'
import type { Company } from '../../data/session/stored-session.ts'
import { useIdle } from '../../ui/hooks/use-idle.ts'

/** A picture of the company's own server has an address that ends with its hash; papers show no other. */
const PICTURE = /^\/api\/company\/[^/]+\/pictures\/([0-9a-f]{64})$/

/**
 * The logo for the papers that are made here: from this device, else fetched and stored beside the files. null where the company has none,
 * and where it cannot be fetched now.
 */
export async function loadLogo(
  store: ByteStore,
  { LOGO }: Pick<Company, 'LOGO'>,
  read: (address: string) => Promise<Uint8Array> = fetchBytes,
): Promise<Uint8Array | null> {
  const sha256 = PICTURE.exec(LOGO ?? '')?.[1]
  if (LOGO === null || sha256 === undefined) return null
  return loadBytes(store, sha256, () => read(LOGO)).catch(() => null)
}

/** Fetches the logo while there is a network, for papers that are made without one. */
export function useKeptLogo(online: boolean): void {
  const { company } = useSession()
  const commands = useFileCommands()
  const idle = useIdle()
  const { LOGO } = company
  useEffect(() => {
    if (idle && online) void loadLogo(commands, { LOGO })
  }, [idle, online, commands, LOGO])
}
