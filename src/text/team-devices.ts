import { many } from './many.ts'

/** French words of « Appareils de l’équipe ». */
export const teamDevicesText = {
  title: 'Appareils de l’équipe',
  loading: 'Lecture des appareils de l’équipe…',
  empty: 'Aucun appareil de votre équipe ne s’est encore synchronisé.',
  offline: 'Il faut du réseau pour voir les appareils de l’équipe.',
  failed: 'Le bureau n’a pas répondu : les appareils de l’équipe ne peuvent pas être lus.',
  lastKnown: (ago: string): string => `Voici ce qui était connu ${ago}.`,
  someone: 'Une personne sans nom',
  synced: (ago: string): string => `Synchronisé ${ago}`,
  never: 'Jamais synchronisé',
  loggedOut: 'Déconnecté',
  entries: (n: number): string => many(n, 'saisie', 'saisies'),
  files: (n: number): string => many(n, 'fichier', 'fichiers'),
  /** It is sent without anybody's action. */
  toSend: (what: string): string => `${what} à envoyer`,
  /** Nobody is logged in to send it. */
  kept: (what: string): string => `${what} en attente sur cet appareil`,
  refused: (n: number): string => many(n, 'saisie refusée', 'saisies refusées'),
  oldest: (ago: string): string => `Plus ancienne saisie : ${ago}`,
  version: (day: string): string => `version du ${day}`,
  /** One device in a sentence. */
  known: (device: string, ago: string, waiting: string | null): string =>
    `${device} (vu ${ago} : ${waiting === null ? 'rien n’y attendait' : `${waiting} y ${waiting.startsWith('1 ') ? 'attend' : 'attendent'}`})`,
  /** « 2 saisies et 1 fichier »; '' for nothing. */
  waiting: (entries: number, files: number): string => {
    const parts = [
      entries > 0 ? many(entries, 'saisie', 'saisies') : '',
      files > 0 ? many(files, 'fichier', 'fichiers') : '',
    ]
    return parts.filter((part) => part !== '').join(' et ')
  },
  /** What closing an account does to what its person has not sent. */
  closing: {
    unread: 'L’état de ses appareils n’a pas pu être lu.',
    none: 'Aucun appareil connu.',
    devices: (list: string): string => `Ses appareils : ${list}.`,
    lost: 'Ce qui n’est pas envoyé n’arrivera plus, sauf si le compte est rouvert et que la personne se reconnecte sur cet appareil. Pour ne rien perdre, faites d’abord « Préparer son départ » (un directeur, sur sa fiche) : ses appareils envoient encore pendant 30 jours.',
    maybe: 'Ce qui aurait été saisi depuis sans réseau n’arriverait plus ; « Préparer son départ » le laisse partir.',
  },
  showAll: (n: number): string => `Voir les ${n} appareils`,
} as const
