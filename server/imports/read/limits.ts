/** Bytes that all parts of a workbook may have once they are unpacked: a small archive may hold terabytes. */
export const MAX_UNPACKED = 300 * 1024 * 1024
/** Parts of an archive. */
export const MAX_PARTS = 2000
/** Different texts and styles of a workbook. */
export const MAX_SHARED = 2_000_000
/** Merged areas of a sheet that are looked at. */
export const MAX_MERGED = 100_000
/** Characters of one cell: more than the longest field. */
export const MAX_CELL = 10_000
/** Bytes of all the texts of a sheet: repeated texts must not become gigabytes. */
export const MAX_TEXT = 200 * 1024 * 1024

/** A file that cannot be imported; its message is for the person who chose it. */
export class UnreadableFile extends Error {}

export const tooLarge = (): UnreadableFile =>
  new UnreadableFile('Ce fichier est trop volumineux une fois déplié. Partagez-le en plusieurs fichiers.')
