import { many } from './many.ts'

/** French words of the price list as a CSV file: its columns, what is wrong with a row, and the import's screen. */
export const articlesCsvText = {
  export: 'Exporter',
  import: 'Importer',
  fileName: 'Tarifs.csv',
  yes: 'oui',
  no: 'non',

  columns: {
    FAMILLE: 'Famille',
    REFERENCE: 'Référence',
    LIBELLE: 'Libellé',
    DESCRIPTION: 'Description',
    UNITE: 'Unité',
    PRIX_HT: 'Prix HT',
    IDTVA: 'TVA',
    IDTVA_RENOVATION: 'TVA rénovation',
    IDTVA_ENERGIE: 'TVA énergie',
    OPTIONS: 'Options',
    ARCHIVE: 'Archivé',
  },

  issues: {
    noTable: 'Ce fichier ne contient aucune ligne.',
    noReference: 'Choisissez la colonne de la référence : elle dit quel article chaque ligne crée ou modifie.',
    tooMany: (most: number) => `Ce fichier a trop de lignes : ${most} au plus en une fois.`,
    repeated: (line: number) => `Cette référence est déjà à la ligne ${line}`,
    ambiguous: 'Plusieurs articles ont cette référence',
    price: 'Le prix n’est pas un montant, comme 1 250,00',
    unsurePrice: 'Le prix peut se lire de deux façons : arrondissez-le à deux décimales, comme 1 250,00',
    rate: (given: string) => `Le taux « ${given} » n’est pas dans vos taux de TVA`,
    option: (reference: string) => `L’option « ${reference} » n’existe ni dans vos tarifs, ni dans ce fichier`,
    sharedOption: (reference: string) => `Plusieurs articles ont la référence « ${reference} » de l’option`,
    lostOption: 'une option de cette ligne est elle-même en erreur dans ce fichier',
    ownOption: 'Un article n’est pas sa propre option',
    archive: '« Archivé » vaut oui ou non',
    brokenRow: 'Cette ligne a plus de cellules que l’en-tête',
    quotes: 'Un guillemet n’est pas refermé',
    of: (column: string, message: string) => `${column} : ${message}`,
  },

  screen: {
    title: 'Importer des tarifs',
    intro:
      'Un fichier CSV ou XLSX d’Excel ou de LibreOffice, avec une ligne d’en-tête. La colonne de la référence dit quel article est créé ou modifié ; une colonne absente ou laissée ne change rien, une cellule vide efface.',
    choose: 'Choisir un fichier CSV ou XLSX',
    template: 'Télécharger un modèle',
    templateName: 'Modèle de tarifs.csv',
    templateRows: [
      ['Fenêtres', 'FEN-100', 'Fenêtre PVC 2 vantaux', 'Double vitrage', 'u', '450,00', '', '', '', 'POSE', 'non'],
      ['Pose', 'POSE', 'Dépose et pose', '', 'forfait', '180,00', '', '', '', '', 'non'],
    ],
    reading: 'Lecture…',
    read: (name: string, rows: number) => `${name} : ${rows} ${rows > 1 ? 'lignes' : 'ligne'}`,
    told: { ';': 'point-virgule', ',': 'virgule', '\t': 'tabulation' } as Record<string, string>,
    detected: (separator: string, encoding: string) => `Séparateur : ${separator} · encodage : ${encoding}`,
    sheet: (name: string) => `Feuille : ${name}`,
    unknown: (columns: string) => `Colonnes ignorées : ${columns}`,
    errorsFile: 'Lignes en erreur (CSV)',
    errorsName: 'Tarifs à corriger.csv',
    errorsColumn: 'Erreur',
    fates: { create: 'À créer', update: 'À modifier', same: 'Inchangé', error: 'En erreur' },
    shown: 'Lignes montrées',
    all: 'Toutes',
    fields: (labels: string) => `Change : ${labels}`,
    line: (n: number) => `Ligne ${n}`,
    nothing: 'Rien à importer : aucun article ne change.',
    run: (n: number) => `Importer ${n} ${n > 1 ? 'articles' : 'article'}`,
    errorsLeft: (n: number) =>
      n === 1 ? 'La ligne en erreur ne sera pas importée.' : `Les ${n} lignes en erreur ne seront pas importées.`,
    firstSync:
      'Cet appareil n’a pas encore reçu tous vos tarifs : vous pourrez choisir un fichier dès qu’ils seront arrivés.',
    waiting: 'Des articles de cet appareil attendent leur envoi : importez une fois la synchronisation finie.',
    offline: 'L’import a besoin du réseau. Ce que vous venez de lire reste ici.',
    cancel: 'Arrêter',
    progress: (done: number, all: number) => `${done} sur ${all}`,
    done: (n: number) =>
      `${n} ${n > 1 ? 'articles importés' : 'article importé'}. Chaque appareil les reçoit dans quelques secondes.`,
    stopped: (done: number, all: number) =>
      `Arrêté : ${done} sur ${all} importés. Le reste n’a pas changé ; reprenez quand vous voulez.`,
    resume: 'Reprendre',
    refused: (n: number) => (n === 1 ? 'Une ligne refusée :' : `${n} lignes refusées :`),
    list: 'Lignes du fichier',
    another: 'Choisir un autre fichier',
    past: 'Imports faits sur cet appareil',
    articles: (n: number) => many(n, 'article', 'articles'),
    halted:
      'Inachevé : une partie seulement est importée. Si aucun autre onglet ne l’envoie, importez à nouveau le fichier pour finir.',
    undoMessage:
      'Les articles créés par cet import sont archivés, ceux qu’il a modifiés retrouvent leurs valeurs. Ce qui a été modifié ou utilisé depuis reste, et est nommé. Les devis ne changent pas.',
    undone: (n: number, left: number) =>
      `${many(n, 'article remis', 'articles remis')} comme avant l’import. ${left === 0 ? 'Rien n’a été laissé.' : `${many(left, 'laissé', 'laissés')} :`}`,
    undoStopped: (done: number, all: number) =>
      `Arrêté : ${done} sur ${all} articles remis comme avant. Annulez à nouveau pour finir.`,
  },
} as const
