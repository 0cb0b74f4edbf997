import type { FileType } from '../entities/fichier.ts'

const EXTENSION: Record<FileType, string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/heic': 'heic',
}

const LONGEST = 120

/**
 * A name that is safe in a header, in a folder and on a screen: no path, no control or direction-changing character, and the extension of the file's real
 * type.
 */
export function safeFileName(given: string, type: FileType): string {
  const name = given
    .normalize('NFC')
    .replace(/^.*[/\\]/s, '')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[<>:"|?*%;]/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .replace(/^[.\s]+|[.\s]+$/g, '')
  return `${[...name].slice(0, LONGEST).join('').trim() || 'fichier'}.${EXTENSION[type]}`
}
