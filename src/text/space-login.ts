export const NETWORK = 'Il faut une connexion Internet'

/** Codes that come by SMS, to log in or to sign. */
export const codeText = {
  label: 'Code à 6 chiffres',
  hint: (minutes: number): string => `Le code est dans le SMS. Il est valable ${minutes} minutes.`,
  resend: 'Renvoyer un code',
  resendIn: (seconds: number): string => `Renvoyer un code (dans ${seconds} s)`,
  resent: 'Un nouveau code est parti. L’ancien ne sert plus.',
  incomplete: 'Le code a 6 chiffres.',
  wrong: (left: number): string =>
    `Ce code n’est pas le bon, ou il a déjà servi. Regardez le dernier SMS reçu. ${left === 1 ? 'Il reste 1 essai.' : `Il reste ${left} essais.`}`,
  tooManyTries: 'Trop d’essais avec ce code : il ne sert plus. Demandez un nouveau code.',
  expired: 'Ce code a expiré. Demandez un nouveau code.',
  offline: `${NETWORK}. Rien n’est perdu : réessayez dès que le réseau est revenu.`,
} as const

/** `/login/space`. */
export const spaceLoginText = {
  title: 'Votre espace client',
  intro: 'Écrivez votre numéro de mobile. Nous vous envoyons un code par SMS.',
  phone: 'Numéro de mobile',
  phoneExample: 'Par exemple 06 12 34 56 78',
  phoneInvalid: 'Écrivez votre numéro de mobile, par exemple 06 12 34 56 78.',
  ask: 'Recevoir mon code',
  codeTitle: 'Entrez le code reçu',
  sentTo: (phone: string): string => `Si le numéro ${phone} est celui que nous connaissons, un SMS vient d’y partir.`,
  submit: 'Entrer dans mon espace',
  otherPhone: 'Changer de numéro',
  choiceTitle: 'Qui êtes-vous ?',
  choiceIntro: 'Plusieurs clients ont ce numéro. Choisissez votre nom.',
  proofIntro:
    'Plusieurs clients ont ce numéro. La première fois, dites-nous deux choses que seul votre dossier contient.',
  proofOther: 'Votre nom n’est pas là ? La première fois, dites-nous deux choses que seul votre dossier contient.',
  postcode: 'Code postal du chantier',
  postcodeInvalid: 'Le code postal a 5 chiffres.',
  quoteNumber: 'Numéro d’un de vos devis',
  quoteNumberExample: 'En haut du devis, par exemple D-2026-00012',
  quoteNumberMissing: 'Écrivez le numéro du devis.',
  proofHelp: 'Vous n’avez pas de devis sous la main ? Appelez votre agence : elle peut confirmer votre numéro.',
  offline: `${NETWORK} pour recevoir un code. Réessayez dès que le réseau est revenu.`,
} as const
