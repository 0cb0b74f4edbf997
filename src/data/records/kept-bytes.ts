import { useEffect, useState } from 'react'
import { type FileCommands, sha256Of } from '../../../sync/outbox/files.ts'

export type ByteStore = Pick<FileCommands, 'bytes' | 'cache'>

/** Bytes with this hash: from this device, else read and stored here for the next time; null where neither gives them. */
export async function loadBytes(
  store: ByteStore,
  sha256: string,
  read: () => Promise<Uint8Array>,
): Promise<Uint8Array | null> {
  const known = await store.bytes(sha256)
  if (known) return known
  try {
    const bytes = await read()
    if ((await sha256Of(bytes)) !== sha256) return null
    // A device without storage room shows them too, for this time.
    await store.cache(sha256, bytes).catch(() => undefined)
    return bytes
  } catch {
    return null
  }
}

/**
 * Address of bytes for an image or a tab; null while they are read, and where there are none.
 * @param of says which bytes these are: another text loads again, null loads nothing
 */
export function useBytesUrl(of: string | null, load: () => Promise<Uint8Array | null>, type = ''): string | null {
  const [url, setUrl] = useState<{ of: string; href: string }>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `of` says what is read
  useEffect(() => {
    if (of === null) return
    let href: string | undefined
    let left = false
    load().then(
      (bytes) => {
        if (left || bytes === null) return
        href = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type }))
        setUrl({ of, href })
      },
      // Not on this device, and no network to fetch it, or the local database does not open: nothing is shown in its place.
      () => undefined,
    )
    return () => {
      left = true
      if (href) URL.revokeObjectURL(href)
    }
  }, [of])
  return url?.of === of && url ? url.href : null
}

/** Loads these, one after the other, so that they are here without a network. One that cannot be fetched now is asked for when somebody opens it. */
export function useLoadedAhead<T>(items: readonly T[] | null, load: (item: T) => Promise<unknown>): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list is loaded, not another function
  useEffect(() => {
    if (items === null) return
    let left = false
    const loadAll = async (): Promise<void> => {
      for (const item of items) {
        if (left) return
        await load(item).catch(() => undefined)
      }
    }
    void loadAll()
    return () => {
      left = true
    }
  }, [items])
}
