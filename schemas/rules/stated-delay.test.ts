import { expect, it } from 'vitest'
import { saysWhenWorks } from './stated-delay.ts'

const AROUND = 'Devis gratuit. Déplacement inclus. Déchets de chantier repris. Devis valable deux mois.'

it.each([
  'Délai d’exécution : trois mois.',
  'Les travaux sont réalisés dans les 8 semaines qui suivent la signature.',
  'Date de pose fixée avec le client.',
  'Les travaux commencent à la date convenue',
  'Livraison sous 30 jours',
  'Délai : 6 semaines à compter de la signature.',
  'Installation sous 15 jours.',
  'Démarrage sous 3 semaines.',
  'Les travaux débutent sous 30 j.',
  'Mise en œuvre : 6 à 8 semaines',
  'Ce devis est valable 3 mois et les travaux débutent sous 30 jours.',
  'Devis valable 3 mois – Pose sous 8 semaines – Déchets repris',
  'Acompte de 30 % à la commande, pose sous 8 semaines, solde à la réception.',
  'Les travaux débutent après paiement de l’acompte dans un délai de six semaines.',
  'Après versement de l’acompte les travaux débutent sous 15 jours.',
  'Les travaux commencent trois semaines après la fin du délai de rétractation.',
  'Les travaux débutent sous 30 jours, sauf rétractation du client.',
  'Les travaux sont exécutés selon les règles de l’art dans un délai de deux mois.',
  'Les travaux, garantis dix ans, sont exécutés en huit semaines.',
  'Durée des travaux, évacuation des déchets comprise : 3 semaines.',
  'Les travaux et l’enlèvement des déchets se font en 3 semaines.',
  'Fabrication et pose : 10 semaines.',
  'Deux mois de délai à compter de la commande.',
  'Délai indicatif : 4 à 6 sem. après la prise de cotes.',
  'Intervention dès acceptation du devis.',
  'Dépannage sous 48 h.',
  'Nous intervenons sous huitaine.',
  'Sauf intempéries, le chantier est achevé en trois semaines.',
  'DÉLAI D’EXÉCUTION : 2 MOIS',
  'Travaux :\n- sous 8 semaines',
  'Les travaux seront exécutés sous\n8 semaines.',
  'devis valable 3 mois\ntravaux sous 8 semaines',
  'Conditions de règlement : 30 % à la commande, solde à la fin du chantier ; délai d’exécution 6 semaines.',
])('legal mentions say when the works are done (L111-1, 3°): %s', (words) => {
  expect(saysWhenWorks(`${AROUND}\n${words}`)).toBe(true)
})

it.each([
  '',
  'Ce devis de travaux est valable trois mois.',
  'Durée de validité de l’offre pour ces travaux : 3 mois.',
  'Déchets de chantier enlevés le jour même.',
  'Solde payable à la date de livraison.',
  'Paiement : 40 % au début des travaux, 60 % à 30 jours.',
  'Factures payables sous 30 jours.',
  'Le client dispose d’un délai de rétractation de quatorze jours.',
  'Vous disposez d’un délai de quatorze jours à compter de la livraison pour exercer votre droit de rétractation.',
  'Les travaux sont garantis 24 mois à compter de la réception.',
  'Le prix des travaux est ferme pendant trois mois.',
  'Toute réclamation est faite dans les huit jours qui suivent la livraison.',
  'Le médiateur répond dans un délai de 90 jours.',
  'Nos travaux sont soignés, nous sommes à jour de nos assurances.',
  'Frais de déplacement : 40 € par jour d’intervention.',
])('legal mentions that say no delay of the works: %s', (words) => {
  expect(saysWhenWorks(`${AROUND}\n${words}`)).toBe(false)
})
