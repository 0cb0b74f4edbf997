interface Section {
  title: string
  text?: string
  points?: string[]
}

/** The privacy page. It only says what the product does; the company completes its legal mentions in its settings. */
export const confidentialiteText = Object.assign(
  (company: string): { title: string; intro: string; sections: Section[]; home: string } => ({
    title: 'Confidentialité et mentions légales',
    intro: `Comment ${company} traite vos données dans cette application, et comment exercer vos droits.`,
    home: 'Revenir à l’accueil',
    sections: [
      {
        title: 'Responsable du traitement',
        text: `${company} est responsable des données traitées dans cette application. Elle les utilise pour préparer, vendre, poser et suivre vos travaux.`,
      },
      {
        title: 'Données traitées',
        points: [
          'Identité et coordonnées : nom, prénom, téléphone, adresse e-mail, adresse du chantier.',
          'Suivi commercial : rendez-vous, projets, devis, commandes, interventions et leurs documents.',
          'Compte des collaborateurs : identité, rôle, agence, connexions ; pour chacun de leurs appareils, la dernière synchronisation et le nombre de saisies qui y attendent.',
        ],
      },
      {
        title: 'Base légale',
        text: 'L’exécution du contrat ou des démarches faites à votre demande avant sa signature, l’intérêt légitime de l’entreprise à suivre son activité, et ses obligations légales (facturation, garanties).',
      },
      {
        title: 'Ce qui est gardé sur l’appareil',
        text: 'Pour fonctionner sans réseau, l’application garde sur l’appareil du collaborateur les données dont il a besoin et ses saisies pas encore envoyées. La base locale est propre à chaque entreprise et à chaque compte. Aucun traceur publicitaire ni mesure d’audience n’est utilisé.',
      },
      {
        title: 'Destinataires',
        text: `Les collaborateurs de ${company} qui en ont besoin pour leur travail, selon leur rôle, et les prestataires techniques qui hébergent l’application ou acheminent ses messages. Les données ne sont ni vendues ni cédées.`,
      },
      {
        title: 'Durée de conservation',
        text: 'Le temps de la relation commerciale, puis les durées imposées par la loi : dix ans pour les pièces comptables et les garanties. Un contact sans suite est effacé trois ans après le dernier échange.',
      },
      {
        title: 'Vos droits',
        text: `Vous pouvez demander l’accès à vos données, leur rectification, leur effacement, leur portabilité, ou vous opposer à leur traitement, en vous adressant à ${company}. Vous pouvez aussi saisir la CNIL (cnil.fr).`,
      },
    ],
  }),
  { defaultCompany: 'l’entreprise' },
)
