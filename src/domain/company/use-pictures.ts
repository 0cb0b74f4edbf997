import { useEffect, useRef, useState } from 'react'
import { companiesText as text } from '../../text/admin/companies.ts'

export const PICTURES = ['logo', 'background'] as const
export type PictureKind = (typeof PICTURES)[number]

/** Bytes of one picture, in the server's format. */
const MAX_BYTES = 1024 * 1024

interface Chosen {
  file: File
  /** Addresses for this page only: shown in the preview. */
  url: string
}

export interface Pictures {
  urls: Partial<Record<PictureKind, string>>
  errors: Partial<Record<PictureKind, string>>
  choose: (kind: PictureKind, file: File) => void
  /** Gives up what was chosen. @returns whether something was */
  drop: (kind: PictureKind) => boolean
  any: () => boolean
  /** Sends the chosen pictures; one that has been sent is not sent again. @throws AppError */
  send: (hang: (kind: PictureKind, picture: Blob) => Promise<unknown>) => Promise<void>
}

/** Pictures chosen in a form: shown at once, and sent when it is saved. */
export function usePictures(): Pictures {
  const [chosen, setChosen] = useState<Partial<Record<PictureKind, Chosen>>>({})
  const [errors, setErrors] = useState<Partial<Record<PictureKind, string>>>({})
  const latest = useRef(chosen)
  latest.current = chosen
  const made = useRef<string[]>([])
  useEffect(
    () => () => {
      for (const url of made.current) URL.revokeObjectURL(url)
    },
    [],
  )

  return {
    urls: Object.fromEntries(Object.entries(chosen).map(([kind, { url }]) => [kind, url])),
    errors,
    choose(kind, file) {
      const wrong = file.size > MAX_BYTES ? text.tooHeavy : undefined
      setErrors(({ [kind]: _, ...others }) => (wrong === undefined ? others : { ...others, [kind]: wrong }))
      if (wrong !== undefined) return
      const url = URL.createObjectURL(file)
      made.current.push(url)
      setChosen((known) => ({ ...known, [kind]: { file, url } }))
    },
    drop(kind) {
      setErrors(({ [kind]: _, ...others }) => others)
      if (!latest.current[kind]) return false
      setChosen(({ [kind]: _, ...others }) => others)
      return true
    },
    any: () => Object.keys(latest.current).length > 0,
    async send(hang) {
      for (const kind of PICTURES) {
        const file = latest.current[kind]?.file
        if (!file) continue
        await hang(kind, new Blob([file]))
        setChosen(({ [kind]: _, ...others }) => others)
      }
    },
  }
}
