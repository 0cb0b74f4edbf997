import { type FileType, isPhoto, type Origine } from '../../../schemas/entities/fichier.ts'
import { safeFileName } from '../../../schemas/rules/file-name.ts'
import { uuidv7 } from '../../../schemas/uuid.ts'
import type { FileView } from '../../data/records/use-files.ts'
import { filesText as text } from '../../text/files.ts'

/** `photo-avant-….jpg`: a name that no other file of the drive has, and that says what the picture shows. */
export const generatedName = (origin: Origine): string => `${origin.replace('_', '-')}-${uuidv7().slice(-6)}.jpg`

/** Such a name, or that of a customer's photo: hardly anybody writes « photo-facade » like this. */
const GENERATED = /^photo(-(avant|apres|reserve|client))?-[0-9a-f]{6}$/

/** The words before the ending. */
export const wordsOf = (name: string): string => name.replace(/\.[a-z0-9]{1,5}$/i, '')

/** The words that a person gave a file; empty while the app's own name stands there. */
export const givenWords = ({ name }: Pick<FileView, 'name'>): string => {
  const words = wordsOf(name)
  return GENERATED.test(words) ? '' : words
}

const ENDING = /\.(pdf|jpe?g|png|webp|heic)$/i

/** The name that these words become on the drive: with the ending of what the file is; « Plan v1.2 » has none. */
export const fileNameOf = (words: string, type: FileType): string =>
  safeFileName(`${words.trim().replace(ENDING, '').replace(/[/\\]/g, '-')}.x`, type)

/** What people call a file: the name that somebody gave it, and what a photo shows where its origin says that. */
export function nameOf({ origin, name }: Pick<FileView, 'origin' | 'name'>): string {
  if (!isPhoto(origin)) return origin === 'document' ? name : text.origins[origin]
  const words = givenWords({ name })
  if (words === '') return text.origins[origin]
  return origin === 'photo' ? words : `${text.origins[origin]} · ${words}`
}
