import { useEffect, useRef } from 'react'
import { uuidv7 } from '../../../schemas/uuid.ts'

export const PICTURE_TYPE = 'image/jpeg'

/** A picture, JPEG, that answers a question of an open form. */
interface Picture {
  bytes: Uint8Array
  /** For an image of this page. */
  url: string
}

/** The pictures of an open form, by the IDFICHIER that the answers name. They are stored on the device when the form is saved. */
export interface Pictures {
  /** @returns the id; of the same bytes, the same one */
  add: (bytes: Uint8Array) => string
  get: (id: string) => Picture | undefined
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, at) => byte === b[at])

/** Keeps the pictures of a form for as long as it is open. */
export function usePictures(): Pictures {
  const kept = useRef(new Map<string, Picture>())
  useEffect(() => {
    const { current } = kept
    return () => {
      for (const { url } of current.values()) URL.revokeObjectURL(url)
      current.clear()
    }
  }, [])
  return {
    add: (bytes) => {
      // The queue of files keeps the same bytes of a record once (FILE-3): two answers then name one file.
      for (const [id, picture] of kept.current) if (isSame(picture.bytes, bytes)) return id
      const id = uuidv7()
      const url = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type: PICTURE_TYPE }))
      kept.current.set(id, { bytes, url })
      return id
    },
    get: (id) => kept.current.get(id),
  }
}
