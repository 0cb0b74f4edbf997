export const leftBehindText = {
  title: 'Des saisies étaient restées sur un appareil',
  elsewhere: ({ device, when, what }: Record<'device' | 'when' | 'what', string>): string =>
    `${what} sur « ${device} », à votre déconnexion (le ${when}) : reconnectez-vous sur cet appareil pour les envoyer. Si c’est celui-ci, son navigateur les a effacées.`,
  here: ({ when, what }: Record<'when' | 'what', string>): string =>
    `${what} sur cet appareil, à votre déconnexion (le ${when}), n’y sont plus : le navigateur les a effacées. Elles sont perdues, sauf si vous en aviez fait une copie de secours.`,
  acknowledge: 'J’ai compris',
}
