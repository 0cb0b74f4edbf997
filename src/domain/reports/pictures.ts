import { useEffect, useRef } from 'react'
import { uuidv7 } from '../../../schemas/uuid.ts'

export const PICTURE_TYPE = 'image/jpeg' as const

/** A picture, JPEG, that answers a question of an open form. */
interface Picture {
  bytes: Uint8Array
  /** For an image of this page. */
  url: string
}

/** The pictures of an open form, by the IDFICHIER that the answers name. */
export interface Pictures {
  /** @param kind the question's TYPE @returns the id; of the same bytes, the same one */
  add: (bytes: Uint8Array, kind: string) => string
  /** Shows a picture that this device kept. */
  show: (id: string, bytes: Uint8Array) => void
  get: (id: string) => Picture | undefined
  /** Waits for what makes pictures, and says so meanwhile: photos are made small, a signature is drawn. */
  during: (work: Promise<unknown>) => Promise<void>
  /** Whether pictures are being made, which no answer names yet. */
  isMaking: () => boolean
  /** Resolves once none is: whoever saves the form waits for it. */
  settled: () => Promise<void>
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, at) => byte === b[at])

/** Holds the pictures of a form for as long as it is open. @param onNew what else keeps a new one */
export function usePictures(onNew?: (id: string, bytes: Uint8Array, kind: string) => void): Pictures {
  const held = useRef(new Map<string, Picture>())
  const making = useRef(new Set<Promise<unknown>>())
  useEffect(() => {
    const { current } = held
    return () => {
      for (const { url } of current.values()) URL.revokeObjectURL(url)
      current.clear()
    }
  }, [])
  const show = (id: string, bytes: Uint8Array): void => {
    const url = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type: PICTURE_TYPE }))
    held.current.set(id, { bytes, url })
  }
  return {
    add: (bytes, kind) => {
      // The queue of files keeps the same bytes of a record once (FILE-3): two answers then name one file.
      for (const [id, picture] of held.current) if (isSame(picture.bytes, bytes)) return id
      const id = uuidv7()
      show(id, bytes)
      onNew?.(id, bytes, kind)
      return id
    },
    show,
    get: (id) => held.current.get(id),
    during: async (work) => {
      making.current.add(work)
      try {
        await work
      } finally {
        making.current.delete(work)
      }
    },
    isMaking: () => making.current.size > 0,
    settled: async () => {
      while (making.current.size > 0) await Promise.allSettled(making.current)
    },
  }
}
