import { filesText } from './files.ts'

/** French words of pictures and documents that were not kept. Apart from those of files, which are loaded before the first screen. */
export const photosText = {
  tooLarge: (most: string): string =>
    `Ce PDF est trop volumineux : ${most} au plus. Réduisez-le, ou partagez-le en plusieurs fichiers.`,
  unread: (n: number, of: number): string =>
    of === 1
      ? filesText.notAPhoto
      : `${n} ${n === 1 ? 'photo' : 'photos'} sur ${of} ${n === 1 ? 'n’a pas pu être lue' : 'n’ont pas pu être lues'} par cet appareil. Choisissez des photos JPEG, PNG ou WebP.`,
  noRoom: (n: number, of: number): string =>
    of === 1
      ? filesText.full
      : `La mémoire de cet appareil est pleine : ${n} ${n === 1 ? 'photo' : 'photos'} sur ${of} ${n === 1 ? 'n’a pas pu être gardée' : 'n’ont pas pu être gardées'}. Libérez de la place, puis recommencez.`,
  tooMany: (n: number, most: number): string =>
    `${most} photos au plus : ${n} ${n === 1 ? 'n’a pas été ajoutée' : 'n’ont pas été ajoutées'}.`,
} as const
