/** French words of a quote's variants and of its copies, for the staff and for the customer. */
export const variantesText = {
  duplicate: 'Dupliquer',
  duplicated: 'Devis dupliqué : c’est un brouillon',
  add: 'Nouvelle variante',
  panel: 'Variantes',
  compare: 'Comparer',
  unnamed: (at: number): string => `Variante ${at}`,
  here: 'ce devis',
  intro: 'Le client voit les variantes côte à côte et en signe une seule.',
  sheet: {
    title: 'Nouvelle variante',
    intro: 'Un nouveau devis avec les mêmes lignes : vous changez ensuite ce qui diffère.',
    own: 'Nom de ce devis',
    name: 'Nom de la nouvelle variante',
    suggestions: 'Noms proposés',
    create: 'Créer la variante',
    missing: 'Donnez un nom à la variante.',
    same: 'Les deux variantes ont le même nom.',
  },
  transmit: {
    all: (n: number): string => `Transmettre les ${n} variantes`,
    alone: 'Transmettre celle-ci seulement',
    oneMail: 'Le client reçoit un seul mail avec toutes les variantes.',
    notReady: (name: string): string => `Des mentions de la variante « ${name} » sont à compléter ou à corriger.`,
    done: (n: number): string => `${n} variantes transmises`,
    otherSigned: 'Le client a signé une autre variante. Pour proposer celle-ci en plus, dupliquez-la.',
  },
  count: (n: number): string => `${n} variantes`,
  prices: {
    changed: (n: number): string =>
      n === 1 ? 'Le tarif d’une ligne a changé :' : `Le tarif de ${n} lignes a changé :`,
    now: (price: string): string => `Au tarif : ${price}`,
    take: 'Prendre ce prix',
    takeOf: (label: string): string => `Prendre le prix du tarif : ${label}`,
    withdrawn: (n: number): string =>
      n === 1
        ? 'Le taux de TVA d’une ligne n’est plus proposé, modifiez le devis :'
        : `Le taux de TVA de ${n} lignes n’est plus proposé, modifiez le devis :`,
    replaced: (n: number): string =>
      n === 1
        ? 'Une ligne a le taux de TVA le plus élevé, son article n’en a pas ou le sien est archivé. Vérifiez :'
        : `${n} lignes ont le taux de TVA le plus élevé, leur article n’en a pas ou le sien est archivé. Vérifiez :`,
    rate: (rate: string): string => `TVA ${rate}`,
  },
  compared: {
    title: 'Vos propositions',
    intro: 'Vous en choisissez une seule.',
    ttc: 'TTC',
    differs: 'diffère',
    changes: 'Ce qui change :',
    lacks: 'non compris',
    common: (n: number): string => (n === 1 ? '1 ligne identique' : `${n} lignes identiques`),
    nothing: 'Toutes les lignes sont les mêmes.',
    read: 'Voir le détail',
    readOf: (name: string): string => `Voir le détail : ${name}`,
    choose: 'Choisir et signer',
    chooseOf: (name: string): string => `Choisir et signer : ${name}`,
    dearer: (amount: string, name: string): string => `${amount} de plus que ${name}`,
  },
} as const
