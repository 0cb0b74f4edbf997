import { describe, expect, it } from 'vitest'
import { lostMentions, missingMentions, type QuoteMentions, transmissionIssues } from './devis-mentions.ts'

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
    MENTIONS_LEGALES: 'Devis gratuit. Déplacement inclus. Déchets repris. Travaux en huit semaines.',
    TELEPHONE: '0477910001',
    MAIL: 'contact@example.com',
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

describe('mandatory mentions that an edit takes away', () => {
  const given = { ...whole.devis, DEVIS_SIGNE: 0, REFUSE: 0, DATE_TRANSMISSION: '2026-11-20T09:00:00.000Z' } as const
  const fieldsOf = (change: object, ...names: string[]) =>
    lostMentions({ ...given, ...change }, (name) => names.includes(name)).map(({ field }) => field)

  it('are told of what the edit changes in a quote that waits for its signature', () => {
    expect(fieldsOf({ LIGNES: [] }, 'LIGNES')).toEqual(['LIGNES'])
    expect(fieldsOf({ DATE_VALIDITE: null }, 'DATE_VALIDITE')).toEqual(['DATE_VALIDITE'])
    expect(fieldsOf({ DATE_EDITION: '2027-01-01' }, 'DATE_EDITION')).toEqual(['DATE_VALIDITE'])
    expect(fieldsOf({}, 'LIGNES', 'DATE_VALIDITE')).toEqual([])
  })

  it('are not told of a draft, of an answered quote, or of what was missing before', () => {
    expect(fieldsOf({ DATE_TRANSMISSION: null, LIGNES: [] }, 'LIGNES')).toEqual([])
    expect(fieldsOf({ REFUSE: 1, LIGNES: [] }, 'LIGNES')).toEqual([])
    expect(fieldsOf({ DATE_VALIDITE: null }, 'LIGNES')).toEqual([])
  })
})

describe('mandatory mentions of a quote', () => {
  it('are complete; an older server does not say the e-mail address', () => {
    expect(missingMentions(whole)).toEqual([])
    expect(missingMentions({ ...whole, ...entreprise({ MAIL: undefined }) })).toEqual([])
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
    ['entreprise', entreprise({ TELEPHONE: ' ' }), "Le téléphone de l'entreprise manque."],
    ['entreprise', entreprise({ MAIL: null }), "L'adresse électronique de l'entreprise manque."],
    ['entreprise', entreprise({ VILLE: null }), "L'adresse de l'entreprise manque."],
    ['entreprise', entreprise({ ASSURANCE: '' }), "L'assurance professionnelle de l'entreprise manque."],
    ['entreprise', entreprise({ MEDIATEUR: null }), 'Le médiateur de la consommation manque.'],
    [
      'entreprise',
      entreprise({ MENTIONS_LEGALES: 'Devis gratuit. Déchets repris. Travaux en huit semaines.' }),
      'Les mentions légales doivent dire les frais de déplacement (ou leur absence).',
    ],
    [
      'entreprise',
      entreprise({ MENTIONS_LEGALES: 'Deplacement inclus. Déchets repris. Travaux en huit semaines.' }),
      'Les mentions légales doivent dire si le devis est gratuit ou payant.',
    ],
    [
      'entreprise',
      entreprise({ MENTIONS_LEGALES: 'Devis payant. Déplacement inclus. Travaux en huit semaines.' }),
      "Les mentions légales doivent dire l'enlèvement et la gestion des déchets de chantier.",
    ],
    [
      'entreprise',
      entreprise({
        MENTIONS_LEGALES:
          'Devis gratuit. Déplacement inclus. Déchets repris. Le client dispose d’un délai de rétractation de quatorze jours.',
      }),
      'Les mentions légales doivent dire le délai ou la date des travaux.',
    ],
  ])('one is missing: %s', (field, change, message) => {
    expect(missingMentions({ ...whole, ...change })).toEqual([{ field, message }])
  })
})

describe('what keeps a quote from being given', () => {
  it('is a validity that is over, not one that ends today', () => {
    const fields = (day: string) => transmissionIssues(whole, day).map(({ field }) => field)
    expect(fields('2026-12-20')).toEqual([])
    expect(fields('2026-12-21')).toEqual(['DATE_VALIDITE'])
    // Valid on the one day on which it was made.
    expect(missingMentions({ ...whole, ...devis({ DATE_VALIDITE: '2026-11-20' }) })).toEqual([])
  })
})
