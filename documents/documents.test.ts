import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { pdfPages, pdfText } from '../tests/support/pdf-text.ts'
import { png } from '../tests/support/sample-files.ts'
import { renderQuote } from './devis.ts'
import type { QuoteDocument } from './devis-words.ts'
import { euros, percent, printable } from './format.ts'
import { type PvDocument, renderPv } from './pv.ts'
import { pvContent, worksOf } from './pv-content.ts'
import { type ReceiptDocument, renderReceipt } from './recu.ts'

const font = (name: string): Uint8Array => readFileSync(new URL(`./fonts/dejavu-sans-${name}.ttf`, import.meta.url))
const fonts = { regular: font('regular'), bold: font('bold') }
const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')

const company = {
  NOM: 'Fenêtres & Façades Éléonore',
  SIRET: '123 456 789 00012',
  ADRESSE: '12 avenue de la République',
  CODE_POSTAL: '69003',
  VILLE: 'Lyon',
  TELEPHONE: '04 65 71 00 00',
  MAIL: 'contact@example.com',
  COLOR: '#BD1734',
  MENTIONS_LEGALES: 'Devis gratuit. Frais de déplacement inclus. Évacuation des déchets comprise.',
  MEDIATEUR: 'CM2C, 49 rue de Ponthieu, Paris',
  ASSURANCE: 'Assureur Exemple, police nº 42, France',
}
const client = {
  NOM: 'Lefèvre',
  PRENOM: 'Noël',
  ADRESSE: '3 rue de l’Œuvre',
  CODE_POSTAL: '63000',
  VILLE: 'Clermont-Ferrand',
  TELEPHONE: '06 39 98 00 01',
  MAIL: 'noel@example.com',
}
const ligne = (id: string, more: object = {}) => ({
  id,
  LIBELLE: 'Fenêtre chêne clair',
  DESCRIPTION: 'Double vitrage, côté été',
  UNITE: 'u',
  QUANTITE: 2,
  PRIX_UNITAIRE_HT: 61_728,
  TAUX_TVA: 550 as const,
  ...more,
})
const quote: QuoteDocument = {
  company,
  logo: png('', 60),
  client,
  chantier: { ADRESSE: '8 chemin du Château', CODE_POSTAL: '63100', VILLE: 'Clermont' },
  devis: {
    NUMERO_DEVIS: 'D-2026-00042',
    OBJET: 'Remplacement des menuiseries',
    VARIANTE: null,
    LIGNES: [
      ligne('a'),
      ligne('b', { LIBELLE: 'Dépose', QUANTITE: 1.5, UNITE: 'h', PRIX_UNITAIRE_HT: 4_000, TAUX_TVA: 1000 }),
      ligne('c', { LIBELLE: 'Store', QUANTITE: 1, PRIX_UNITAIRE_HT: 100_000, TAUX_TVA: 2000, REMISE: 10 }),
    ],
    DATE_EDITION: '2026-11-20',
    DATE_VALIDITE: '2026-12-20',
    DATE_CREATION: '2026-11-20T09:00:00.000Z',
  },
  horsEtablissement: true,
  conditions: null,
  signature: null,
}

describe('the quote as a PDF', () => {
  it('[DAY-17 variants] names the variant; a quote alone has no such line', async () => {
    const variant = { ...quote, devis: { ...quote.devis, VARIANTE: 'Éco ' } }
    expect(await pdfText(await renderQuote(variant, fonts))).toContain('Variante : Éco')
    expect(await pdfText(await renderQuote(quote, fonts))).not.toContain('Variante')
  })

  it('holds identities, lines, totals by rate, mentions, in French, as another program reads it', async () => {
    const text = await pdfText(await renderQuote(quote, fonts))
    for (const part of [
      'Devis D-2026-00042',
      "Établi le 20/11/2026 — valable jusqu'au 20/12/2026",
      'Fenêtres & Façades Éléonore',
      'SIRET 123 456 789 00012',
      'Noël Lefèvre',
      '3 rue de l’Œuvre',
      '8 chemin du Château, 63100 Clermont',
      'Fenêtre chêne clair',
      'Remise 10 %',
      '1 234,56 €',
      'Total HT 2 194,56 €',
      'TVA 5,5 % sur 1 234,56 € 67,90 €',
      'TVA 10 % sur 60,00 € 6,00 €',
      'TVA 20 % sur 900,00 € 180,00 €',
      'Total TTC 2 448,46 €',
      'Frais de déplacement inclus',
      'Médiateur de la consommation : CM2C',
      'Assurance professionnelle : Assureur Exemple',
      'quatorze jours',
    ]) {
      expect(text).toContain(part)
    }
  })

  it('[SPA-04] says what the law wants of a contract made at home: period, ways, effects of a withdrawal, first payment, canvassing', async () => {
    const text = await pdfText(await renderQuote(quote, fonts))
    for (const part of [
      'se rétracter du contrat sans donner de motif dans un délai de quatorze jours',
      'expire quatorze jours après le jour de la conclusion du contrat ou, pour un bien livré, de sa réception',
      'notifie sa décision à Fenêtres & Façades Éléonore, 12 avenue de la République 69003 Lyon, 04 65 71 00 00, contact@example.com, par une déclaration dénuée d’ambiguïté',
      'Il suffit que sa communication parte avant la fin du délai',
      'rembourse tous les paiements reçus, par le même moyen de paiement et sans frais, au plus tard quatorze jours',
      'commencent à sa demande expresse avant la fin de ce délai',
      'Aucun paiement ne peut être demandé ni reçu avant la fin d’un délai de sept jours',
      'démarchage téléphonique d’un consommateur qui n’y a pas consenti au préalable est interdit',
    ])
      expect(text).toContain(part)
  })

  it('[SPA-04] says all that the customer certifies for reduced VAT, of the energy renovation at 5.5 % only', async () => {
    const said = async (...rates: number[]) => {
      const LIGNES = rates.map((TAUX_TVA, n) => ligne(`l${n}`, { TAUX_TVA }))
      return pdfText(await renderQuote({ ...quote, devis: { ...quote.devis, LIGNES } }, fonts))
    }
    const both = await said(550, 1000)
    expect(both).toContain('TVA à taux réduit (5,5 %, 10 %) : le client certifie que')
    expect(both).toContain('usage d’habitation achevés depuis plus de deux ans')
    expect(both).toContain('ne concourent pas à la production d’un immeuble neuf')
    expect(both).toContain('plus de 10 % la surface de plancher')
    expect(both).toContain('rénovation énergétique')
    expect(await said(1000)).not.toContain('rénovation énergétique')
    expect(await said(2000, 850)).not.toContain('certifie')
    const overseas = await said(210, 850)
    expect(overseas).toContain('TVA à taux réduit (2,1 %) : le client certifie que')
    expect(overseas).toContain('achevés depuis plus de deux ans')
  })

  it('[SPA-04] [I13] a signed quote says the conditions that were signed, whatever they are today', async () => {
    const text = await pdfText(await renderQuote({ ...quote, conditions: ['Condition de ce jour-là.'] }, fonts))
    expect(text).toContain('Condition de ce jour-là.')
    expect(text).not.toContain('certifie')
  })

  it('continues a line that is higher than a page under a new head, with its amounts beside its label', async () => {
    const steps = Array.from({ length: 200 }, (_, n) => `Étape ${n + 1} du chantier.`)
    const tall = ligne('tall', { LIBELLE: 'Rénovation complète', DESCRIPTION: steps.join('\n'), QUANTITE: 3 })
    const LIGNES = [ligne('a'), tall, ligne('z', { LIBELLE: 'Nettoyage final' })]
    const pages = await pdfPages(await renderQuote({ ...quote, devis: { ...quote.devis, LIGNES } }, fonts))
    const plain = await pdfPages(await renderQuote(quote, fonts))
    expect(pages.length).toBeLessThanOrEqual(plain.length + 3)
    const described = pages.filter((page) => page.includes('Étape '))
    expect(described.length).toBeGreaterThan(2)
    for (const [n, page] of pages.entries()) expect(page).toContain(`page ${n + 1}/${pages.length}`)
    for (const page of described) expect(page).toMatch(/Désignation/)
    const found = [...described.join('\n').matchAll(/Étape (\d+) du/g)].map(([, n]) => Number(n))
    expect(found).toEqual(steps.map((_, n) => n + 1))
    const labelled = pages.filter((page) => page.includes('Rénovation complète'))
    expect(labelled).toHaveLength(1)
    expect(labelled[0]?.replaceAll(/\s+/g, ' ')).toContain('1 851,84 €')
    expect(pages.filter((page) => page.replaceAll(/\s+/g, ' ').includes('1 851,84 €'))).toHaveLength(1)
    expect(pages.join('\n')).toContain('Nettoyage final')
  })

  it('numbers its pages, repeats the head of a long table, and ends with the withdrawal form of home contracts', async () => {
    const LIGNES = Array.from({ length: 60 }, (_, n) => ligne(`l${n}`, { LIBELLE: `Poste ${n + 1}` }))
    const long = { ...quote, devis: { ...quote.devis, LIGNES } }
    const pages = await pdfPages(await renderQuote(long, fonts))
    expect(pages.length).toBeGreaterThan(3)
    for (const [n, page] of pages.entries()) {
      expect(page).toContain(`page ${n + 1}/${pages.length}`)
      expect(page).toContain('SIRET 123 456 789 00012')
    }
    expect(pages.filter((page) => /Désignation/.test(page)).length).toBeGreaterThan(2)
    for (const { LIBELLE } of LIGNES) expect(pages.join('\n')).toContain(LIBELLE)
    expect(pages.at(-1)).toContain('Formulaire de rétractation')
    const shop = await pdfText(await renderQuote({ ...long, horsEtablissement: false }, fonts))
    expect(shop).not.toContain('rétractation')
  })

  // So many lines leave room for the heading alone: « Bon pour accord » after three to six of them, « Conditions » after fifteen.
  it.each([3, 6, 15])('leaves no heading alone at the end of a page, after %i lines', async (count) => {
    const LIGNES = Array.from({ length: count }, (_, n) => ligne(`l${n}`, { LIBELLE: `Poste ${n + 1}` }))
    const pages = await pdfPages(await renderQuote({ ...quote, devis: { ...quote.devis, LIGNES } }, fonts))
    const pageOf = (words: string): string => pages.find((page) => page.includes(words)) ?? ''
    expect(pageOf('Bon pour accord')).toContain('Pour Fenêtres')
    expect(pageOf('Conditions')).toContain('TVA à taux réduit')
  })

  it('is the same file each time, and a different file for other content', async () => {
    const [first, second] = [await renderQuote(quote, fonts), await renderQuote(quote, fonts)]
    expect(sha256(second)).toBe(sha256(first))
    const other = { ...quote, devis: { ...quote.devis, OBJET: 'Autre' } }
    expect(sha256(await renderQuote(other, fonts))).not.toBe(sha256(first))
  })

  it('shows who signed it, when, and the proof on a page of its own', async () => {
    const signature = {
      NOM_SIGNATAIRE: 'Noël Lefèvre',
      LE: '2026-11-21 10:05',
      image: png('', 40),
      proof: [['Code envoyé au', '06 ** ** ** 01']] as const,
    }
    const pages = await pdfPages(await renderQuote({ ...quote, signature }, fonts))
    expect(pages.join('\n')).toContain('Signé par Noël Lefèvre le 21/11/2026 10:05')
    expect(pages.find((page) => page.includes('Fichier de preuve'))).toContain('06 ** ** ** 01')
  })

  it('accepts any text: no character breaks it, one that the font lacks becomes a question mark', async () => {
    const OBJET = 'Ψ Ωmega 漢字 😀 \u0000\u202e <b>(x)\\</b> %PDF-1.4 endobj'
    const odd = { ...quote, devis: { ...quote.devis, OBJET, LIGNES: [ligne('a', { DESCRIPTION: 'x'.repeat(2000) })] } }
    expect(await pdfText(await renderQuote(odd, fonts))).toContain('Ψ Ωmega ?? ?')
  })
})

const pv: PvDocument = {
  company,
  logo: null,
  client,
  chantier: quote.chantier,
  intervention: {
    id: 'intervention-1',
    RDV_OBJET: 'Pose de trois fenêtres',
    RDV_DEBUT: '2026-11-24 08:00',
    RDV_FIN: '2026-11-24 17:00',
    NUMERO_DEVIS: 'D-2026-00042',
    travaux: ['Fenêtre chêne clair × 2'],
  },
  kind: 'reception',
  RESERVES: ['Joint à reprendre côté cuisine', 'Poignée rayée'],
  signature: { NOM_SIGNATAIRE: 'Noël Lefèvre', LE: '2026-11-24 17:12', image: png('signature', 80) },
  evidence: {
    contentSha256: 'a'.repeat(64),
    signatureSha256: 'b'.repeat(64),
    signedAt: '2026-11-24T16:12:00.000Z',
    signedWith: 'Téléphone de Théo',
  },
}

describe('the PV as a PDF', () => {
  it('holds works, reserves, the name of who signed, and an evidence page with the hashes', async () => {
    const pages = await pdfPages(await renderPv(pv, fonts))
    const text = pages.join('\n').replaceAll(/\s+/g, ' ')
    for (const part of [
      'Procès-verbal de réception de travaux',
      'Pose de trois fenêtres',
      'Du 24/11/2026 08:00 au 24/11/2026 17:00',
      '• Fenêtre chêne clair × 2',
      'avec les réserves suivantes',
      '1. Joint à reprendre côté cuisine',
      '2. Poignée rayée',
      'Signé par Noël Lefèvre le 24/11/2026 17:12',
      'page 2/2',
    ]) {
      expect(text).toContain(part)
    }
    expect(pages.at(-1)).toContain('a'.repeat(64))
    expect(pages.at(-1)).toContain('b'.repeat(64))
  })

  it('says that there is no reserve, or that a second PV lifts them', async () => {
    const none = await pdfText(await renderPv({ ...pv, RESERVES: [] }, fonts))
    expect(none).toContain('Le client accepte la réception des travaux sans réserve.')
    const lifted = await pdfText(await renderPv({ ...pv, kind: 'levee' }, fonts))
    expect(lifted).toContain('Procès-verbal de levée de réserves')
    expect(lifted).toContain('Les réserves suivantes de la réception sont levées')
  })

  it('writes quantities of works as the quote does', () => {
    const works = (QUANTITE: number) => worksOf([{ LIBELLE: 'Plinthe', QUANTITE, UNITE: 'm' }])
    expect([0.0625, 12.5, 2.3 - 1, 1200, 3].flatMap(works)).toEqual([
      'Plinthe (0,0625 m)',
      'Plinthe (12,5 m)',
      'Plinthe (1,3 m)',
      'Plinthe (1\u00a0200 m)',
      'Plinthe (3 m)',
    ])
  })

  it('[I13] is the same file each time; what is signed changes its hash', async () => {
    expect(sha256(await renderPv(pv, fonts))).toBe(sha256(await renderPv(pv, fonts)))
    const contents = [
      pv,
      { ...pv, RESERVES: [] },
      { ...pv, kind: 'levee' as const },
      { ...pv, signature: { ...pv.signature, NOM_SIGNATAIRE: 'Autre' } },
    ].map((one) => sha256(pvContent(one)))
    expect(new Set(contents).size).toBe(contents.length)
  })
})

describe('numbers and words of a document', () => {
  it.each([
    [euros(0), '0,00 €'],
    [euros(123_456_789), '1 234 567,89 €'],
    [euros(-5), '-0,05 €'],
    [percent(550), '5,5 %'],
    [percent(2000), '20 %'],
    [printable('e\u0301\t→\r\n€'), 'é →\n€'],
    // Pasted from a catalogue, an office program, or typed on a phone.
    [printable('pro\ufb01lé, a\ufb03nité, CO\u2082'), 'profilé, affinité, CO2'],
    [printable('fe\u00adnêtre\u200b à\u2009la\u2003française'), 'fenêtre à la française'],
    [printable('\uf0b7 pose\u2028\u25cf dépose \u2714\ufe0f'), '• pose\n• dépose \u2714'],
  ])('%s', (written, expected) => {
    expect(written.replaceAll('\u00a0', ' ')).toBe(expected)
  })
})

describe('the receipt as a PDF', () => {
  const receipt: ReceiptDocument = {
    company,
    logo: png('', 60),
    client,
    chantier: null,
    devis: {
      NUMERO_DEVIS: 'D-2026-00042',
      OBJET: 'Menuiseries',
      PRIX_TTC: 8_000_00,
      DATE_SIGNATURE: '2026-11-02T10:00:00.000Z',
      REFUSE: 0,
      MONTANT_CONSERVE: null,
    },
    paiement: {
      MONTANT: 2_400_00,
      MOYEN: 'cheque',
      GENRE: 'acompte',
      DATE_PAIEMENT: '2026-11-12',
      REFERENCE: '0001234',
    },
    received: 2_400_00,
    left: 5_600_00,
    over: 0,
  }

  it('[DAY-06 receipt] says who paid whom, how much, how, when, and what remains; the same twice', async () => {
    const bytes = await renderReceipt(receipt, fonts)
    const text = (await pdfText(bytes)).replace(/\s+/g, ' ')
    for (const words of [
      'Reçu de paiement',
      'D-2026-00042',
      'a reçu de Noël Lefèvre la somme de 2 400,00 €',
      '12/11/2026',
      'Chèque',
      '0001234',
      'Acompte',
      '8 000,00 €',
      '5 600,00 €',
      'SIRET 123 456 789 00012',
    ])
      expect(text).toContain(words)
    expect(sha256(await renderReceipt(receipt, fonts))).toBe(sha256(bytes))
    const back = { ...receipt, paiement: { ...receipt.paiement, GENRE: 'remboursement' as const } }
    const refund = (await pdfText(await renderReceipt(back, fonts))).replace(/\s+/g, ' ')
    expect(refund).toContain('Reçu de remboursement')
    expect(refund).toContain('a remboursé à Noël Lefèvre')
  })

  it('[DAY-06 receipt] of an order that has ended, and of one that was paid too much, says what goes back', async () => {
    const said = async (more: Partial<ReceiptDocument>) =>
      (await pdfText(await renderReceipt({ ...receipt, ...more }, fonts))).replace(/\s+/g, ' ')
    const ended = { ...receipt.devis, REFUSE: 1 as const }
    const withdrawn = await said({ devis: ended, left: 0, over: 2_400_00 })
    expect(withdrawn).toContain('Montant dû, la commande étant rétractée ou annulée 0,00 €')
    expect(withdrawn).toContain('À rendre au client 2 400,00 €')
    expect(withdrawn).toMatch(/demande expresse du client .* reste dû, .*L221-25/)
    expect(withdrawn).not.toContain('Reste à payer')
    const kept = await said({ devis: { ...ended, MONTANT_CONSERVE: 500_00 }, left: 0, over: 1_900_00 })
    expect(kept).toContain('rétractée ou annulée 500,00 €')
    expect(kept).not.toContain('L221-25')
    const tooMuch = await said({ received: 8_050_00, left: 0, over: 50_00 })
    expect(tooMuch).toContain('À rendre au client 50,00 €')
    expect(tooMuch).not.toContain('annulée')
    expect(tooMuch).not.toContain('L221-25')
  })
})
