const WORKS =
  /\b(travaux|chantier|prestation|ouvrage|ex[ée]cut|r[ée]alis|effectu|livr|pos[eé]|interven|install|mont(age|[eé])|fabri[cq]|d[ée]pann|r[ée]par|r[ée]nov|d[ée]marr|d[ée]but|commenc|ach[eè]v|mise? en (œuvre|oeuvre|service|place))/i
const TIME =
  /\b(d[ée]lai|date|semaine|mois|jour|quinzaine|huitaine|trimestre|imm[ée]diat|planning|planifi|calendrier|rendez-vous)|\d\s*(j|sem)\b|\bd[èe]s (la |l['’]|votre )?(signature|acceptation|accord|commande)/i
/** With how long, it is of the works where nothing else is named: « Délai : 6 semaines », « Sous 48 h ». */
const DELAY = /\b(d[ée]lais?|sous)\b/i
const HOW_LONG = /\b(jours?|semaines?|mois|heures|trimestre|quinzaine|huitaine)\b|\d\s*(j|h|sem)\b/i

/** What the delay of works may begin after, and days that are no delay: taken out before the rest is read. */
const BESIDE =
  /\b(d[èe]s|apr[èe]s|suiv|compter|partir|r[ée]ception|versement|encaissement|paiement|r[èe]glement)[^,;()]{0,40}?\bacompte|\b(apr[èe]s|suiv|compter|partir|fin|issue|expiration|terme|pass[ée]|sauf|hors|sans|absence)[^,;()]{0,40}?\br[ée]tractation|(\sà|\bpar|\/)\s*jours?\b/gi
/** The right to withdraw has a delay of its own, which may begin with a delivery. */
const WITHDRAWAL = /\br[ée]tract/i
/** From these words to the end of their clause, days are those of the offer, a payment, a guarantee or a complaint. */
const ELSE =
  /\b(valables?\b|valide\b|validit[ée]|pay(er\b|able|é)|paiement|r[èe]glements?\b|r[ée]gl(er\b|é)|solde|factur|garanti|r[ée]clam|m[ée]diat|r[ée]sili).*?(?= (et|puis|mais) | [-–—/|] |[,;()•·]|$)/gi
/** Unless works come first, a clause that names one of these is about it. */
const WASTE_OR_PRICE = /\b(d[ée]chets?|prix|tarifs?|taux|tva|acompte)\b.*?(?= (et|puis|mais) | [-–—/|] |[,;:()•·]|$)/gi

/** As the lines stand, and with a line that may go on in the next one. */
const sentences = (text: string): string[] =>
  [text, text.replace(/:\s*\n|\n(?=\s*[a-zà-ÿœ0-9])/g, (end) => end.replace('\n', ' '))].flatMap((one) =>
    one.split(/[.!?](?=\s|$)|\n/),
  )

function saysWhen(sentence: string): boolean {
  const read = sentence.replace(BESIDE, '')
  if (WITHDRAWAL.test(read)) return false
  const rest = read.replace(ELSE, '')
  const ofWorks = rest.replace(WASTE_OR_PRICE, (clause, _word, _boundary, at: number) =>
    WORKS.test(rest.slice(0, at)) ? clause : '',
  )
  return (WORKS.test(ofWorks) && TIME.test(ofWorks)) || (ofWorks === read && DELAY.test(read) && HOW_LONG.test(read))
}

/**
 * Whether a company's legal mentions say when its works are done: a date or a delay (code de la consommation, L111-1, 3°). They are free text, so this knows
 * words, not what they mean, and where it is not sure it says yes: a no keeps every quote of the company from its customer.
 */
export const saysWhenWorks = (text: string): boolean => sentences(text).some(saysWhen)
