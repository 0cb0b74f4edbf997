import { useEffect, useState } from 'react'
import { AppError, ERROR_STATUS } from '../../../schemas/errors.ts'
import type { FileCommands } from '../../../sync/outbox/files.ts'
import { sha256Of } from '../../../sync/sha256.ts'
import { untilNextTry } from '../next-try.ts'

export type ByteStore = Pick<FileCommands, 'bytes' | 'cache'>

/**
 * Bytes with this hash: from this device, else read and stored here for the next time; null where other bytes arrive.
 * @throws what `read` throws
 */
export async function loadBytes(
  store: ByteStore,
  sha256: string,
  read: () => Promise<Uint8Array>,
): Promise<Uint8Array | null> {
  const known = await store.bytes(sha256)
  if (known) return known
  const bytes = await read()
  if ((await sha256Of(bytes)) !== sha256) return null
  // A device without storage room shows them too, for this time.
  await store.cache(sha256, bytes).catch(() => undefined)
  return bytes
}

/** Whether another try can succeed: no network, a server that fails or limits, a local database that is not open yet; not what is refused or missing. */
const mayPass = (error: unknown): boolean => !(error instanceof AppError) || ERROR_STATUS[error.code] >= 429

/** Milliseconds before the next try: 1 s, then twice as long each time, up to a minute. */
const waitAfter = (attempt: number): number => Math.min(60_000, 1000 * 2 ** Math.min(attempt, 10))

/** Bytes that cannot be read now are asked for again, until they are here. @returns null where there are none, or the signal was aborted */
async function loadAtLast(load: () => Promise<Uint8Array | null>, signal: AbortSignal): Promise<Uint8Array | null> {
  for (let attempt = 0; !signal.aborted; attempt++) {
    try {
      return await load()
    } catch (error) {
      if (!mayPass(error)) return null
    }
    if (signal.aborted) return null
    await untilNextTry(waitAfter(attempt), [
      [window, 'online'],
      [signal, 'abort'],
    ])
  }
  return null
}

/**
 * Address of bytes for an image or a tab; null while they are read, and where there are none. What cannot be read now appears as soon as it can.
 * @param of says which bytes these are: another text loads again, null loads nothing
 */
export function useBytesUrl(of: string | null, load: () => Promise<Uint8Array | null>, type = ''): string | null {
  const [url, setUrl] = useState<{ of: string; href: string }>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `of` says what is read
  useEffect(() => {
    if (of === null) return
    let href: string | undefined
    const leave = new AbortController()
    void loadAtLast(load, leave.signal).then((bytes) => {
      if (leave.signal.aborted || bytes === null) return
      href = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type }))
      setUrl({ of, href })
    })
    return () => {
      leave.abort()
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
