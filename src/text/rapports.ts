import { EMPTY } from './words.ts'

/** French words of the report screens. */
export const rapportsText = {
  title: 'Rapport',
  mine: 'Mes comptes rendus',
  search: 'Client, formulaire ou réponse',
  ofRdv: 'Comptes rendus de ce rendez-vous',
  ofProjet: 'Comptes rendus de ce projet',
  choose: 'Quel rapport voulez-vous saisir ?',
  chooseLabel: 'Formulaires',
  fieldsCount: (n: number): string => (n === 1 ? '1 question' : `${n} questions`),
  noForm: 'Aucun formulaire n’est prévu pour ce type de rendez-vous.',
  noFormYet: 'Aucun formulaire : le directeur les crée dans Paramètres → Formulaires de compte rendu.',
  needsProject: 'Demande une photo ou une signature : ouvrez-le depuis un projet, ou un rendez-vous qui en a un.',
  empty: 'Vous n’avez pas encore saisi de compte rendu.',
  emptyHere: 'Aucun compte rendu pour l’instant.',
  about: 'À propos de',
  rdv: 'Rendez-vous',
  yes: 'Oui',
  no: 'Non',
  none: EMPTY,
  noOptions: 'Choisir…',
  unknownForm: 'Formulaire qui n’est plus sur cet appareil',
  writtenBy: (name: string, when: string): string => `Saisi par ${name}, ${when}`,
  written: (when: string): string => `Saisi ${when}`,
  notSent: 'pas encore envoyé',
  addPhoto: 'Ajouter une photo',
  addPhotoTo: (question: string): string => `Ajouter une photo : ${question}`,
  photoOf: (question: string, place: number): string => `${question}, photo ${place}`,
  removePhotoOf: (question: string, place: number): string => `Retirer la photo ${place} : ${question}`,
  signer: 'Nom du signataire',
  signatureOf: (question: string): string => `Signature : ${question}`,
  signAgain: 'Signer à nouveau',
  pictureMissing: (n: number): string =>
    n === 1 ? 'Une image n’est pas, ou plus, sur cet appareil.' : `${n} images ne sont pas, ou plus, sur cet appareil.`,
  otherAnswer: 'Autre réponse',
  formerVersion: (filled: number, now: number): string =>
    `Rempli avec la version ${filled} du formulaire ; il en est à la version ${now}.`,
  missing: 'Compte rendu introuvable',
  missingText:
    'Ce compte rendu n’est pas sur cet appareil. Il arrivera avec la prochaine synchronisation s’il vous est ouvert.',
  toList: 'Voir mes comptes rendus',
} as const
