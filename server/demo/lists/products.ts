/** What a quote line of the demo is made of; prices in cents before tax, VAT in hundredths of percent. */
export interface Product {
  label: string
  detail?: string
  unit: 'u' | 'm²' | 'ml' | 'forfait'
  /** Smallest and greatest quantity. */
  quantity: readonly [number, number]
  price: readonly [number, number]
  vat: 0 | 550 | 1000 | 2000
  /** Drawn for half of the quotes only. */
  option?: true
}

export interface Work {
  name: string
  /** Opening words of projects of this kind. */
  descriptions: readonly string[]
  products: readonly Product[]
  /** Days on site. */
  days: readonly [number, number]
}

const fixed = { quantity: [1, 1], unit: 'forfait' } as const

export const WORKS: readonly Work[] = [
  {
    name: 'Fenêtres',
    descriptions: [
      'Remplacement des fenêtres simple vitrage du rez-de-chaussée',
      'Changement de toutes les menuiseries, façade sud en priorité',
      'Fenêtres PVC double vitrage à la place du bois abîmé',
    ],
    products: [
      {
        label: 'Fenêtre PVC 2 vantaux, double vitrage 4/16/4 argon',
        detail: 'Uw 1,3 W/m².K, blanc',
        unit: 'u',
        quantity: [3, 9],
        price: [52_000, 78_000],
        vat: 550,
      },
      {
        label: 'Porte-fenêtre PVC 2 vantaux',
        detail: 'Seuil aluminium',
        unit: 'u',
        quantity: [1, 3],
        price: [89_000, 128_000],
        vat: 550,
      },
      { label: 'Dépose et pose en rénovation', ...fixed, price: [90_000, 210_000], vat: 550 },
      { label: 'Évacuation des anciennes menuiseries', ...fixed, price: [15_000, 32_000], vat: 1000, option: true },
    ],
    days: [1, 2],
  },
  {
    name: "Porte d'entrée",
    descriptions: ["Porte d'entrée à changer, courants d'air", "Nouvelle porte d'entrée isolante et plus sûre"],
    products: [
      {
        label: "Porte d'entrée aluminium isolante",
        detail: 'Serrure 5 points, Ud 1,2 W/m².K',
        unit: 'u',
        quantity: [1, 1],
        price: [248_000, 389_000],
        vat: 550,
      },
      { label: 'Pose et réglages', ...fixed, price: [42_000, 65_000], vat: 550 },
      { label: 'Serrure connectée', unit: 'u', quantity: [1, 1], price: [29_900, 39_900], vat: 2000, option: true },
    ],
    days: [1, 1],
  },
  {
    name: 'Pompe à chaleur',
    descriptions: [
      'Chaudière fioul de 1998 à remplacer par une pompe à chaleur',
      'Étude pompe à chaleur air/eau sur radiateurs existants',
      'Pompe à chaleur pour maison de 130 m², plancher chauffant',
    ],
    products: [
      {
        label: 'Pompe à chaleur air/eau 11 kW',
        detail: 'Classe A+++, moyenne température',
        unit: 'u',
        quantity: [1, 1],
        price: [820_000, 1_090_000],
        vat: 550,
      },
      { label: 'Ballon tampon 100 L', unit: 'u', quantity: [1, 1], price: [62_000, 88_000], vat: 550 },
      { label: 'Installation, raccordements et mise en service', ...fixed, price: [240_000, 330_000], vat: 550 },
      {
        label: 'Dépose de la chaudière et neutralisation de la cuve',
        ...fixed,
        price: [85_000, 140_000],
        vat: 1000,
        option: true,
      },
    ],
    days: [2, 3],
  },
  {
    name: 'Isolation des combles',
    descriptions: ['Isolation des combles perdus, laine tassée', 'Combles aménagés mal isolés, chaud en été'],
    products: [
      { label: 'Laine de verre soufflée R = 7', unit: 'm²', quantity: [60, 140], price: [1_900, 2_600], vat: 550 },
      {
        label: 'Ouate de cellulose soufflée R = 7',
        unit: 'm²',
        quantity: [20, 60],
        price: [2_400, 3_100],
        vat: 550,
        option: true,
      },
      { label: 'Coffrage de trappe et repérage des boîtiers', ...fixed, price: [18_000, 29_000], vat: 550 },
    ],
    days: [1, 1],
  },
  {
    name: 'Isolation extérieure',
    descriptions: [
      "Isolation par l'extérieur et ravalement de la façade nord",
      "Maison de 1975 à isoler par l'extérieur",
    ],
    products: [
      {
        label: "Isolation thermique par l'extérieur, polystyrène graphité 140 mm",
        unit: 'm²',
        quantity: [80, 160],
        price: [12_500, 16_500],
        vat: 550,
      },
      { label: 'Enduit de finition gratté fin', unit: 'm²', quantity: [80, 160], price: [2_800, 3_900], vat: 550 },
      { label: 'Échafaudage', ...fixed, price: [180_000, 260_000], vat: 1000 },
      {
        label: 'Reprise des appuis de fenêtre',
        unit: 'u',
        quantity: [4, 10],
        price: [8_500, 12_000],
        vat: 1000,
        option: true,
      },
    ],
    days: [3, 3],
  },
  {
    name: 'Volets roulants',
    descriptions: ["Volets roulants électriques à l'étage", 'Motorisation des volets du salon et des chambres'],
    products: [
      {
        label: 'Volet roulant aluminium motorisé',
        detail: 'Commande radio',
        unit: 'u',
        quantity: [3, 8],
        price: [48_000, 69_000],
        vat: 1000,
      },
      { label: 'Télécommande générale', unit: 'u', quantity: [1, 2], price: [8_900, 12_900], vat: 2000, option: true },
      { label: 'Pose et raccordement', ...fixed, price: [60_000, 120_000], vat: 1000 },
    ],
    days: [1, 1],
  },
  {
    name: 'Chauffe-eau thermodynamique',
    descriptions: [
      'Cumulus en fin de vie, passage au thermodynamique',
      'Chauffe-eau thermodynamique pour une famille de quatre',
    ],
    products: [
      {
        label: 'Chauffe-eau thermodynamique 250 L',
        detail: 'COP 3,3',
        unit: 'u',
        quantity: [1, 1],
        price: [229_000, 298_000],
        vat: 550,
      },
      { label: 'Pose, raccordements et mise en service', ...fixed, price: [65_000, 89_000], vat: 550 },
      { label: "Reprise de l'ancien appareil", ...fixed, price: [9_000, 15_000], vat: 1000, option: true },
    ],
    days: [1, 1],
  },
  {
    name: 'Panneaux solaires',
    descriptions: ['Photovoltaïque 6 kWc en autoconsommation', 'Étude solaire, toiture plein sud sans ombre'],
    products: [
      { label: 'Panneau photovoltaïque 500 Wc', unit: 'u', quantity: [6, 18], price: [21_500, 28_500], vat: 2000 },
      { label: 'Micro-onduleur', unit: 'u', quantity: [6, 18], price: [13_500, 17_500], vat: 2000 },
      { label: 'Pose, coffret et consuel', ...fixed, price: [230_000, 320_000], vat: 2000 },
      { label: 'Suivi de production', unit: 'u', quantity: [1, 1], price: [18_000, 26_000], vat: 2000, option: true },
    ],
    days: [2, 2],
  },
  {
    name: 'Pergola',
    descriptions: ['Pergola bioclimatique sur la terrasse', 'Couvrir la terrasse de 20 m², lames orientables'],
    products: [
      {
        label: 'Pergola bioclimatique 5 x 4 m',
        detail: 'Lames orientables motorisées',
        unit: 'u',
        quantity: [1, 1],
        price: [890_000, 1_290_000],
        vat: 2000,
      },
      {
        label: 'Éclairage LED périphérique',
        unit: 'ml',
        quantity: [8, 18],
        price: [3_500, 5_200],
        vat: 2000,
        option: true,
      },
      { label: 'Pose et plots béton', ...fixed, price: [180_000, 260_000], vat: 2000 },
    ],
    days: [2, 2],
  },
]
