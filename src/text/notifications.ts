import { many } from './many.ts'

/** « Notifications »: the list, and the bell of the top bar. The choices are in a file of their own: the first screens need no words of them. */
export const notificationsText = {
  title: 'Notifications',
  bell: (unread: number): string =>
    unread === 0 ? 'Notifications' : `Notifications, ${many(unread, 'non lue', 'non lues')}`,
  subtitle: (unread: number): string => (unread === 0 ? 'Tout est lu' : many(unread, 'non lue', 'non lues')),
  empty: 'Rien de nouveau. Vous serez prévenu ici de ce que d’autres changent pour vous.',
  toHome: 'Accueil',
  readAll: 'Tout marquer comme lu',
  markRead: 'Marquer comme lu',
  unread: 'Non lu',
  by: (name: string): string => `par ${name}`,
  byCustomer: 'par le client',
  list: (days: number): string => `Les ${days} derniers jours`,
} as const
