import type { ErrorCode } from '../../schemas/errors.ts'
import type { Action } from '../../schemas/protocol.ts'
import type { SyncedResource } from '../../schemas/resources.ts'
import type { RescueReason } from '../../sync/device/rescue-file.ts'
import { many } from './many.ts'

/** French words of « Synchronisation ». */
export const synchronisationText = {
  title: 'Synchronisation',
  syncNow: 'Synchroniser maintenant',
  offlineHint: 'Pas de réseau : vos saisies sont gardées sur cet appareil et partiront à son retour.',
  lastSync: (ago: string): string => `Dernière synchronisation ${ago}`,
  never: 'Pas encore de synchronisation complète sur cet appareil',
  phases: {
    starting: 'Ouverture des données de cet appareil…',
    idle: 'En attente',
    syncing: 'Échange en cours avec le bureau',
    live: 'En liaison directe avec le bureau',
    failing:
      'Le bureau ne répond pas comme il le devrait. Un nouvel essai se fait de lui-même ; vos saisies restent ici.',
    offline: 'Hors ligne',
  } as Record<string, string>,
  silent: 'La synchronisation ne donne plus de nouvelles : elle redémarre d’elle-même.',
  headlines: {
    ok: 'Tout est à jour',
    busy: (n: number): string => many(n, 'saisie à envoyer', 'saisies à envoyer'),
    receiving: 'Réception de vos données',
    offline: 'Hors ligne',
    attention: (n: number): string => many(n, 'point demande votre décision', 'points demandent votre décision'),
    paused: 'Synchronisation en pause',
    locked: 'Tout n’est pas arrivé au bureau',
    noAccess: 'Vous n’avez plus accès',
    unopened: 'Données inaccessibles',
    stale: 'Ces données ne sont pas à jour',
    checking: 'Vérification',
  },
  paused: {
    'signed-out': 'Votre session a expiré. Vos saisies restent ici : reconnectez-vous pour les envoyer.',
    'other-account':
      'La session ouverte est celle d’une autre personne. Reconnectez-vous avec votre compte : vos saisies restent ici.',
    outdated:
      'Cette version de Lolapp est trop ancienne pour le serveur. Mettez l’application à jour : vos saisies restent ici et partiront ensuite.',
    'storage-full':
      'La mémoire de cet appareil est pleine. Libérez de la place (photos, autres applications), puis synchronisez.',
    'no-access':
      'Plus aucun droit n’est donné à votre compte : vos données ont été retirées de cet appareil. Ce qui n’est pas encore envoyé reste ci-dessous. Demandez à votre administrateur de vous rendre vos droits.',
  } as Record<string, string>,
  reconnect: 'Se reconnecter',

  toSend: 'À envoyer',
  toCorrect: 'À corriger',
  toResolve: 'À trancher',
  nothingToSend: 'Tout ce que vous avez saisi est arrivé au bureau.',
  pendingStates: {
    ready: 'Partira dans un instant',
    offline: 'Partira au retour du réseau',
    paused: 'Partira après votre reconnexion',
    sending: 'Envoi en cours',
    retry: (n: number): string => `Envoi interrompu ${n === 1 ? 'une fois' : `${n} fois`}, nouvel essai automatique`,
    received: 'Reçu par le bureau',
    full: 'L’espace de stockage de l’entreprise est plein : partira quand il y aura de la place',
    afterRefused: 'Attend la correction d’une saisie refusée',
    after: 'Partira après une autre saisie',
    move: 'Partira après les autres envois de ce projet',
  },
  actions: {
    create: 'Création',
    update: 'Modification',
    delete: 'Suppression',
    debrief: 'Débrief',
    feedback: 'Retour d’intervention',
    transmit: 'Transmission',
    relance: 'Relance',
    notify: 'Message au client',
    take: 'Prise en charge',
    answer: 'Réponse',
    convert: 'Suite donnée',
    cancel: 'Annulation',
    cancelPayment: 'Annulation de paiement',
  } satisfies Record<Action, string>,
  fields: (action: string, labels: string): string => `${action} : ${labels}`,
  moreFields: (n: number): string => (n === 1 ? 'et 1 autre champ' : `et ${n} autres champs`),
  unknownRecord: 'Fiche qui n’est plus sur cet appareil',

  refusedAt: (when: string): string => `Saisi ${when}`,
  refusals: {
    VALIDATION_ERROR: 'Le bureau a trouvé une valeur à corriger.',
    UNAUTHORIZED: 'Vous n’avez pas le droit de faire cette modification.',
    NOT_FOUND: 'Cette fiche n’existe plus, ou elle ne vous est plus ouverte.',
    GONE: 'Cette fiche a été supprimée au bureau.',
    CONFLICT: 'Cette fiche a changé au bureau entre-temps.',
    IMMUTABLE: 'Ce devis est signé : il ne peut plus être modifié.',
    PARENT_MISSING: 'La fiche dont dépend cette saisie n’existe pas au bureau.',
    DUPLICATE: 'Un client semblable existe déjà.',
    KEY_REUSED: 'Cet envoi ne correspond pas au précédent. Renvoyez la saisie.',
    PAYLOAD_TOO_LARGE: 'Cette saisie est trop volumineuse.',
    INTERNAL:
      'Le bureau n’arrive pas à enregistrer cette saisie. Elle n’est pas perdue, et sera essayée à nouveau toutes les heures. Prévenez le support, ou corrigez-la.',
  } as Partial<Record<ErrorCode, string>>,
  correct: 'Corriger',
  resend: 'Renvoyer',
  abandon: 'Abandonner',
  correctTitle: (title: string): string => `Corriger : ${title.toLowerCase()}`,
  correctSend: 'Enregistrer et renvoyer',
  cancel: 'Annuler',
  resent: 'La saisie est repartie.',
  abandoned: 'La saisie est abandonnée.',
  abandonTitle: 'Êtes-vous sûr ?',
  abandonText: 'Cette saisie ne sera jamais envoyée et sa valeur sera retirée de cet appareil :',
  abandonDependents: (n: number): string =>
    n === 1
      ? 'Une autre saisie en dépend. Elle sera refusée à son tour, et restera visible ici :'
      : `${n} autres saisies en dépendent. Elles seront refusées à leur tour, et resteront visibles ici :`,
  abandonYes: 'Oui, abandonner',
  abandonNo: 'Non',
  entered: 'Ce qui a été saisi',
  candidates: 'Clients qui existent déjà',
  createAnyway: 'Créer quand même',
  openClient: 'Ouvrir',
  duplicateReasons: { telephone: 'même téléphone', adresse: 'même adresse' } as Record<string, string>,

  conflictIntro: {
    concurrent: 'La même valeur a été modifiée par deux personnes.',
    incoherent: 'Cette valeur rendait la fiche incohérente avec une autre modification.',
    supprime: 'La fiche avait été supprimée, mais une modification l’a ramenée.',
  } as Record<string, string>,
  mine: 'Votre saisie',
  theirs: (name: string): string => `Saisie de ${name}`,
  someone: 'une autre personne',
  notKept: 'non retenue',
  kept: 'retenue',
  currently: 'Valeur actuelle',
  deletionOf: (who: string): string => `Suppression demandée par ${who}`,
  you: 'vous',
  restore: 'Restaurer cette valeur',
  restoreMany: 'Restaurer ces valeurs',
  keep: 'Garder',
  keepRecord: 'Garder la fiche',
  deleteAnyway: 'Supprimer quand même',
  restored: 'La valeur est restaurée.',
  resolved: 'Conflit réglé.',

  mail: 'Email',
  fileRefusals: {
    PARENT_MISSING: 'La fiche à laquelle il appartient n’existe plus au bureau, ou ne vous est plus ouverte.',
    IMMUTABLE: 'Un document signé est déjà au bureau pour cette fiche : il ne peut pas être remplacé.',
    CONFLICT: 'Un autre fichier porte déjà son identifiant au bureau.',
    PAYLOAD_TOO_LARGE: 'Ce fichier est trop volumineux pour être reçu au bureau.',
  } as Partial<Record<ErrorCode, string>>,
  fileToKeep:
    'Ce fichier n’est que sur cet appareil. Ouvrez-le ou enregistrez-le, et remettez-le au bureau avant de l’abandonner.',
  fileToDrop: 'Les données de cette personne ne doivent plus être gardées : abandonnez-le.',
  abandonFile: (name: string): string => `« ${name} » ne sera jamais envoyé et sera retiré de cet appareil.`,

  device: 'Sur cet appareil',
  collections: {
    client: 'Clients',
    adresse: 'Adresses',
    projet: 'Projets',
    rdv: 'Rendez-vous',
    devis: 'Devis',
    intervention: 'Interventions',
    soumission: 'Comptes rendus',
    personnel: 'Personnel',
    reference: 'Listes, formulaires et absences',
  } as Partial<Record<SyncedResource, string>>,
  incomplete: 'en cours de réception',
  storage: 'Espace utilisé',
  storageOf: (used: string, quota: string): string => `${used} sur ${quota} disponibles`,
  persisted: 'Données protégées : le navigateur ne les effacera pas de lui-même.',
  notPersisted: 'Le navigateur peut effacer ces données s’il manque de place.',
  persist: 'Protéger les données',
  persistRefused:
    'Le navigateur n’accorde pas encore cette protection. Installez l’application sur l’écran d’accueil, puis réessayez.',

  rescue: {
    title: 'Copie de secours',
    text: 'Un fichier chiffré avec ce qui n’est pas encore au bureau, à remettre au support si cet appareil tombe en panne.',
    make: 'Faire une copie de secours',
    open: 'Reprendre une copie de secours',
    fileName: (day: string): string => `lolapp-secours-${day}.lolapp`,
    words: 'Les six mots',
    wordsHint:
      'Notez ces six mots : eux seuls ouvrent le fichier. Ils ne seront plus montrés ensuite, et personne ne peut les retrouver.',
    apart: 'Donnez-les au support de vive voix, jamais avec le fichier.',
    copy: 'Copier les mots',
    copied: 'Mots copiés',
    save: 'Enregistrer le fichier',
    saved: (n: number): string => (n === 1 ? 'Copie enregistrée : une saisie.' : `Copie enregistrée : ${n} saisies.`),
    noted: 'J’ai noté les mots',
    choose: 'Choisir le fichier',
    typeWords: 'Tels qu’ils ont été notés ; ni les accents ni les majuscules ne comptent.',
    read: 'Lire la copie',
    ownerAt: (name: string, company: string, when: string): string => `${name}, ${company}, le ${when}`,
    files: 'Photos et documents',
    mails: 'Mails',
    refused: 'Déjà refusées par le bureau',
    take: (n: number): string => (n <= 1 ? 'Reprendre une saisie' : `Reprendre ${n} saisies`),
    taken: (n: number): string =>
      n === 0
        ? 'Rien à reprendre : tout ce que contient la copie est déjà connu ici.'
        : n === 1
          ? 'Une saisie reprise.'
          : `${n} saisies reprises.`,
    problems: {
      'not-a-rescue-file': () => 'Ce fichier n’est pas une copie de secours.',
      newer: () =>
        'Cette copie vient d’une version plus récente de l’application. Mettez l’application à jour, puis recommencez.',
      damaged: () => 'Ce fichier est incomplet ou abîmé : demandez qu’il soit envoyé de nouveau.',
      passphrase: () => 'Ces mots n’ouvrent pas ce fichier. Vérifiez leur orthographe et leur ordre.',
      'other-company': (owner) => `Cette copie vient d’une autre entreprise : ${owner}.`,
      'other-account': (owner) =>
        `Cette copie est celle de ${owner}. Elle se reprend avec le compte de cette personne.`,
      'too-large': () =>
        'Les fichiers en attente dépassent 200 Mo : ils ne tiennent pas dans une copie. Synchronisez d’abord.',
    } satisfies Record<RescueReason, (owner: string) => string>,
  },
  locked: (n: number): string =>
    n === 1
      ? 'Une saisie gardée ici à une déconnexion ne s’ouvre plus avec la clé du bureau. Elle reste sur cet appareil : prévenez votre administrateur.'
      : `${n} saisies gardées ici à une déconnexion ne s’ouvrent plus avec la clé du bureau. Elles restent sur cet appareil : prévenez votre administrateur.`,
  erase: {
    title: 'Quitter cet appareil',
    text: 'Vous déconnecte et efface d’ici tout ce que vous y avez reçu. Rien n’est effacé au bureau.',
    waits: 'Possible quand plus rien n’attend ici d’être envoyé.',
    make: 'Effacer cet appareil',
    sure: 'Effacer vos données de cet appareil ?',
    sureText: 'Il faudra du réseau pour vous y connecter de nouveau.',
    kept: 'Une saisie attendait encore : rien n’a été effacé, elle partira à votre prochaine connexion.',
    failed: 'Un autre onglet de l’application est resté ouvert : fermez-le, reconnectez-vous, puis recommencez.',
  },
} as const
