/** What is said of a failure of the browser itself. Loaded when one happens. */
export const foreignFailureText = {
  full: 'La mémoire de cet appareil est pleine : votre saisie n’a pas pu être gardée. Libérez de la place (photos, vidéos, applications), puis recommencez.',
} as const
