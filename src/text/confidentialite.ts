import { periodText, type RetentionKind, retentionRule } from '../../schemas/retention.ts'

/** Kinds that concern whoever reads the page, in the words of the one declaration that the daily job keeps to. */
export const PROMISED = [
  'prospects',
  'contrats',
  'messages',
  'textes',
  'connexions',
  'consultations',
  'codes',
  'sessions',
  'fichiers',
] as const satisfies readonly RetentionKind[]

const promise = (kind: RetentionKind): string => {
  const { title, days, from, action } = retentionRule(kind)
  const then = action === 'propose' ? ', puis effacement sur décision de l’entreprise' : ''
  return `${title} : ${periodText(days)} après ${from}${then}.`
}

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
          'Identité et coordonnées : nom, prénom, téléphone, adresse email, adresse du chantier.',
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
        text: 'Pour fonctionner sans réseau, l’application garde sur l’appareil du collaborateur les données dont il a besoin et ses saisies pas encore envoyées. La base locale est propre à chaque entreprise et à chaque compte. Un cookie technique, effacé à la déconnexion, note quand elle a été complète et combien de saisies y attendent : l’application peut ainsi dire si le navigateur l’a effacée. Aucun traceur publicitaire ni mesure d’audience n’est utilisé.',
      },
      {
        title: 'Destinataires',
        text: `Les collaborateurs de ${company} qui en ont besoin pour leur travail, selon leur rôle, et les prestataires techniques qui hébergent l’application ou acheminent ses messages. Les données ne sont ni vendues ni cédées.`,
      },
      {
        title: 'Durée de conservation',
        text: 'Le temps de la relation commerciale, puis les durées ci-dessous. Les copies de sauvegarde les suivent avec leur propre retard.',
        points: PROMISED.map(promise),
      },
      {
        title: 'Vos droits',
        text: `Vous pouvez demander l’accès à vos données, leur rectification, leur effacement, leur portabilité, ou vous opposer à leur traitement, en vous adressant à ${company}. L’export est un fichier ZIP (données en JSON, devis en PDF, photos et documents). Après un effacement, les devis signés, procès-verbaux, paiements et preuves que la loi oblige à garder restent sous clé ${periodText(retentionRule('effaces').days)}, hors des listes, des recherches et des appareils. Vous pouvez aussi saisir la CNIL (cnil.fr).`,
      },
    ],
  }),
  { defaultCompany: 'l’entreprise' },
)
