export const pushText = {
  offer: 'Être prévenu sur cet appareil de ce que d’autres changent pour vous ?',
  accept: 'Activer',
  on: 'Notifications activées sur cet appareil',
  blocked: 'Les notifications sont bloquées dans les réglages du navigateur.',
  failed: 'Ce navigateur n’a pas pu s’abonner aux notifications.',
} as const
