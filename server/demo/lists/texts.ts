/** Words that the demo's people wrote. */
export const CLIENT_NOTES = [
  'Préfère être appelé après 18 h.',
  'Chien dans le jardin, sonner au portail.',
  "Très intéressé par les aides, demande MaPrimeRénov'.",
  'Maison de 1975, simple vitrage partout.',
  'Recommandé par un voisin.',
  'Digicode 12B4, deuxième étage.',
  'Ne pas appeler le mercredi.',
  'Demande un paiement en trois fois.',
] as const

export const RDV_NOTES = [
  'Se garer dans la cour.',
  'Le couple sera présent.',
  'Apporter les échantillons de coloris.',
  'Rappeler une heure avant.',
  "Maison au fond de l'impasse.",
  'Vérifier le tableau électrique.',
] as const

/** Comments of a debrief by category (0 to 4). */
export const DEBRIEF_COMMENTS: readonly (readonly string[])[] = [
  ['Client a demandé un autre jour.', 'Panne de véhicule, à replanifier.'],
  ['Personne à la porte, message laissé.', 'Portail fermé, téléphone sur répondeur.'],
  ['Madame absente, impossible de présenter le projet.', 'Locataire, le propriétaire décide.'],
  [
    'Attend deux autres devis.',
    'Trouve le prix élevé, veut y réfléchir en famille.',
    'Attend la réponse de la banque.',
  ],
  [
    'Très contents, acompte versé.',
    'Signé le soir même, financement sur 60 mois.',
    "Signé, pose souhaitée avant l'hiver.",
  ],
]

export const INTERVENTION_NOTES = [
  'Accès par le jardin, prévoir une rallonge.',
  'Pose faite, joints à reprendre côté nord.',
  'Client absent le matin, clés chez le voisin.',
] as const
