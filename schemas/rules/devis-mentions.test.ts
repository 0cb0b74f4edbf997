import { describe, expect, it } from 'vitest'
import { missingMentions, type QuoteMentions } from './devis-mentions.ts'

const whole: QuoteMentions = {
  devis: {
    DATE_EDITION: '2026-11-20',
    DATE_VALIDITE: '2026-12-20',
    LIGNES: [{ id: 'a', LIBELLE: 'Porte', UNITE: 'u', QUANTITE: 1, PRIX_UNITAIRE_HT: 1, TAUX_TVA: 1000 }],
  },
  entreprise: {
    NOM: 'Maison',
    SIRET: '123',
    ADRESSE: '1 rue A',
    VILLE: 'Lyon',
    MENTIONS_LEGALES: 'Devis gratuit. Déplacement inclus. Déchets repris.',
    MEDIATEUR: 'M',
    ASSURANCE: 'A',
  },
  client: { NOM: 'Durand', ADRESSE: '2 rue B', VILLE: 'Lyon' },
  chantier: { ADRESSE: '3 rue C', VILLE: 'Lyon' },
}
const ligne = whole.devis.LIGNES[0] as QuoteMentions['devis']['LIGNES'][number]
const entreprise = (change: Partial<QuoteMentions['entreprise']>): Partial<QuoteMentions> => ({
  entreprise: { ...whole.entreprise, ...change },
})
const devis = (change: Partial<QuoteMentions['devis']>): Partial<QuoteMentions> => ({
  devis: { ...whole.devis, ...change },
})

describe('mandatory mentions of a quote', () => {
  it('are complete', () => {
    expect(missingMentions(whole)).toEqual([])
  })

  it.each<[string, Partial<QuoteMentions>, string]>([
    ['DATE_EDITION', devis({ DATE_EDITION: null }), "La date d'édition du devis manque."],
    ['DATE_VALIDITE', devis({ DATE_VALIDITE: null }), 'La date de fin de validité du devis manque.'],
    ['DATE_VALIDITE', devis({ DATE_VALIDITE: '2026-11-19' }), "Le devis finit d'être valable avant sa date d'édition."],
    ['LIGNES', devis({ LIGNES: [] }), "Le devis n'a aucune ligne."],
    ['LIGNES', devis({ LIGNES: [{ ...ligne, UNITE: ' ' }] }), "L'unité de la ligne « Porte » manque."],
    ['LIGNES', devis({ LIGNES: [{ ...ligne, QUANTITE: 0 }] }), 'La quantité de la ligne « Porte » manque.'],
    ['client', { client: { ...whole.client, ADRESSE: null } }, "L'adresse du client manque."],
    ['client', { client: { ...whole.client, NOM: '' } }, 'Le nom du client manque.'],
    ['chantier', { chantier: null }, "L'adresse du chantier manque."],
    ['entreprise', entreprise({ SIRET: null }), "Le SIRET de l'entreprise manque."],
    ['entreprise', entreprise({ VILLE: null }), "L'adresse de l'entreprise manque."],
    ['entreprise', entreprise({ ASSURANCE: '' }), "L'assurance professionnelle de l'entreprise manque."],
    ['entreprise', entreprise({ MEDIATEUR: null }), 'Le médiateur de la consommation manque.'],
    [
      'entreprise',
      entreprise({ MENTIONS_LEGALES: 'Devis gratuit. Déchets repris.' }),
      'Les mentions légales doivent dire les frais de déplacement (ou leur absence).',
    ],
    [
      'entreprise',
      entreprise({ MENTIONS_LEGALES: 'Deplacement inclus. Déchets repris.' }),
      'Les mentions légales doivent dire si le devis est gratuit ou payant.',
    ],
    [
      'entreprise',
      entreprise({ MENTIONS_LEGALES: 'Devis payant. Déplacement inclus.' }),
      "Les mentions légales doivent dire l'enlèvement et la gestion des déchets de chantier.",
    ],
  ])('one is missing: %s', (field, change, message) => {
    expect(missingMentions({ ...whole, ...change })).toEqual([{ field, message }])
  })
})
