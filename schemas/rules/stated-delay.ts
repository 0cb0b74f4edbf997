const WORKS =
  /\b(travaux|chantier|prestation|ouvrage|ex[ée]cut|r[ée]alis|effectu|livr|pos[eé]|interven|install|mont(age|[eé])|fabri[cq]|d[ée]pann|r[ée]par|r[ée]nov|d[ée]marr|d[ée]but|commenc|ach[eè]v|mise? en (œuvre|oeuvre|service|place))/i
/** Years only beside a word of delay: « logement achevé depuis plus de deux ans » is on most quotes, for its rate of tax. */
const TIME =
  /\b(d[ée]lai|date|semaine|mois|jour|quinzaine|huitaine|trimestre|imm[ée]diat|planning|planifi|calendrier|rendez-vous)|\d\s*(j|sem)\b|\bd[èe]s (la |l['’]|votre )?(signature|acceptation|accord|commande)|\b(sous|dans|en|avant)\b[^,;]{0,12}\b(ans?|ann[ée]e|heures?|\d+ ?h)\b/i
/** With how long, it is of the works where nothing else is named: « Délai : 6 semaines », « Sous 48 h ». */
const DELAY = /\b(d[ée]lais?|sous)\b/i
const HOW_LONG = /\b(jours?|semaines?|mois|heures|trimestre|quinzaine|huitaine|ans?|ann[ée]e)\b|\d\s*(j|h|sem)\b/i
/** A day, a month or a season; no telephone number. */
const DATE =
  /(?:^|[^\d./-])(?:(?:0?[1-9]|[12]\d|3[01])([/.-])(?:0?[1-9]|1[0-2])\1(?:20)?\d\d|20\d\d-[01]\d-[0-3]\d|(?:0?[1-9]|1[0-2])\/20\d\d)(?![\d/-]|\.\d)|\b(?:le|au|du|avant)\s(?:0?[1-9]|[12]\d|3[01])\/(?:0?[1-9]|1[0-2])(?![\d/])|\b(?:janvier|f[ée]vrier|mars|avril|mai|juin|juillet|ao[ûu]t|septembre|octobre|novembre|d[ée]cembre|printemps|automne|hiver)\b|\d(?:er)?\s(?:janv|f[ée]vr?|avr|juil|sept|oct|nov|d[ée]c)\b|\b(?:en|fin|d[ée]but|courant)\s20\d\d\b|\b(?:no[ëe]l\b|fin d['’]ann[ée]e|t[1-4] ?20\d\d)|\b(?:cet|l['’]|en)\s?été(?![a-zà-ÿ])|été 20\d\d/i

/**
 * What the delay of works may begin after, and days that are no delay: taken out before the rest is read. « À compter de la livraison pour exercer votre droit de
 * rétractation » is that right's own delay; « sauf exercice du droit de rétractation » stands beside one of works.
 */
const BESIDE =
  /\b(d[èe]s|apr[èe]s|suiv|compter|partir|r[ée]ception|versement|encaissement|paiement|r[èe]glement)[^,;()]{0,40}?\bacompte|\b(apr[èe]s|suiv|fin|issue|expiration|terme|pass[ée]|sauf|hors|sans|absence)[^,;()]{0,40}?\br[ée]tractation|\b(compter|partir)((?!\bexerc|\bdispos|\bpour (se|vous|votre|son)\b)[^,;()]){0,40}?\br[ée]tractation|(\sà|\bpar|\/)\s*jours?\b/gi

/** The right to withdraw has a delay of its own, which may begin with a delivery. */
const WITHDRAWAL = /\br[ée]tract/i
const FORTNIGHT = /\b(14|quatorze)\s*(jours?|j)\b/i
/** Where a text about the works names that right beside them: its days are no delay of works. */
const RIGHT_BESIDE =
  /\([^()]*\br[ée]tract[^()]*\)|\b(?:(?:une fois|d[èe]s|lorsque|quand|au-?del[àa]|(?:sous )?r[ée]serve|respect|dont|y compris|incluant|outre|avec|malgr[ée]|nonobstant|compte|purge|pendant|durant)(?![a-zà-ÿ])(?:(?!\bexerc|\bdispos|\bpour (?:se|vous|votre|son)\b)[^,;()]){0,40}?\br[ée]tractation(?: de (?:14|quatorze) jours)?|(?:d[ée]lai|droit|p[ée]riode)[^,;():\d]{0,15}\br[ée]tractation(?: de (?:14|quatorze) jours)?(?: (?:[ée]tant|est|non|pas)){0,2} (?=inclus|compris|écoulé|passé|expiré|purgé))(?: (?:[ée]tant|est|sera|soit|non|pas)){0,2}(?: ?(?:inclus|compris|écoulé|passé|expiré|purgé)(?![a-zà-ÿ]))?/gi
/** A part of a sentence that goes on with what the part before it is about. */
const GOES_ON =
  /^\s*(?:(?:et|ou|mais)\s)?\s*(?:d['’]|jusqu|(?:dans|sous|pendant|durant|[àa] (?:compter|partir|r[ée]ception|d[ée]faut)|au (?:plus tard|moyen)|d[èe]s|depuis|pour|sans|par|suivant|conform[ée]ment|selon|de|du|ou|soit|sauf|avant|apr[èe]s(?! quoi)|en|y compris|qui|que|lequel|laquelle|dont|ce|cette|celui-ci|ils?|elles?|le d[ée]lai (?:court|commence|expire|part))(?![a-zà-ÿ]))/i

/** The offer, a payment, and what follows the works: each has days of its own. */
const OFFER = String.raw`valables?\b|valide\b|validit[ée]`
const PAYMENT = String.raw`pay(?:er\b|able|é)|paiement|r[èe]glements?\b|r[ée]gl(?:er\b|é)|solde|factur`
const CLAIM = 'garanti|r[ée]clam|m[ée]diat|r[ée]sili'
/** From these words to the end of their clause. */
const ELSE = new RegExp(String.raw`\b(${OFFER}|${PAYMENT}|${CLAIM}).*?(?= (et|puis|mais) | [-–—/|] |[,;()•·]|$)`, 'gi')
/** Unless works come first, a clause that names one of these is about it. */
const WASTE_OR_PRICE = /\b(d[ée]chets?|prix|tarifs?|taux|tva|acompte)\b.*?(?= (et|puis|mais) | [-–—/|] |[,;:()•·]|$)/gi

/** A date that is part of a name (a law, a standard, a street), up to it. */
const DATED_NAME = new RegExp(
  String.raw`\b(lois?\b|d[ée]cret|arr[êe]t[ée]|ordonnance|directive|norme|dtu\b|nf\b|rue\b|avenue\b|place\b|boulevard\b|quai\b|square\b|all[ée]e)[^,;()]{0,40}?(${DATE.source.replace(String.raw`\1`, String.raw`\3`)})`,
  'gi',
)
/** Dates after these words are those of a paper, an offer or the company. */
const DATED_ELSE =
  /\b(assurance|police|d[ée]cennal|attest|certifi|qualifi|agr[ée]|label|immatricul|rcs\b|cr[ée]ée|fondée|depuis|aides?\b|primes?\b|subvention|offres?\b|offert|promo|rabais|remises? de|tarifs?\b|prix\b|taux\b|tva\b|bar[èe]me|indice|cong[ée]s|fermeture annuelle|aucune?\b).*$/i

const OWN_DELAY =
  /^\s*(?:(?:et|puis|mais)\s+)?(?:(?:un|le|les|nos|notre)\s+)?(?:d[ée]lais?\b(?! de r[ée](?:flexion|ponse))|planning\b|dates? (?:pr[ée]v|estim|indic|conven))/i

/** As the lines stand, and with a line that may go on in the next one. */
const sentences = (text: string): string[] =>
  [text, text.replace(/:\s*\n|\n(?=\s*[a-zà-ÿœ0-9])/g, (end) => end.replace('\n', ' '))].flatMap((one) =>
    one.split(/[.!?](?=\s|$)|\n/),
  )

const clauses = (sentence: string): string[] =>
  sentence.split(/[,;•·]| [-–—/|] | \+ |(?= (?:et|puis|mais) | si [^,;]{0,20} n(?:e |['’]))/)

/** The clauses of a sentence, each with those that go on with it. */
function runsOf(sentence: string): string[][] {
  const runs: string[][] = []
  let isBegun = false
  for (const clause of clauses(sentence)) {
    const goesOn = GOES_ON.test(clause)
    if (runs.length > 0 && (goesOn || !isBegun)) runs.at(-1)?.push(clause)
    else runs.push([clause])
    isBegun ||= !goesOn
  }
  return runs
}

/** « Le client a 14 jours pour se rétracter », and a fortnight that is of nothing else, in a sentence that names that right. */
function isWithdrawal(run: readonly string[]): boolean {
  const [whole, head] = [run.join(','), run.find((clause) => !GOES_ON.test(clause)) ?? '']
  return (
    WITHDRAWAL.test(whole) || (FORTNIGHT.test(whole) && (/\bdispos|\bb[ée]n[ée]fici/i.test(head) || !WORKS.test(head)))
  )
}

const withoutWithdrawal = (sentence: string): string =>
  runsOf(sentence.replace(RIGHT_BESIDE, ''))
    .filter((run) => !isWithdrawal(run))
    .flat()
    .join(',')

/** The same less dates that are of something else. */
const withoutOtherDates = (sentence: string): string =>
  runsOf(sentence.replace(DATED_NAME, ''))
    .map((run) => run.join(',').replace(DATED_ELSE, ''))
    .join(',')

/** A clause of its own, « délai : 6 semaines », is of the works, unless it follows a claim, or a payment, whose delay is in days. */
function namesOwnDelay(read: string): boolean {
  const all = clauses(read)
  return all.some((clause, at) => {
    if (!OWN_DELAY.test(clause) || clause.search(ELSE) >= 0) return false
    const before =
      all
        .slice(0, at)
        .join(',')
        .split(/[,](?! (?:et|puis|mais) )/)
        .at(-1) ?? ''
    if (new RegExp(String.raw`\b(${CLAIM})`, 'i').test(before)) return false
    if (new RegExp(String.raw`\b(${PAYMENT})`, 'i').test(before))
      return /\bsem|\bmois\b/i.test(clause) || DATE.test(clause)
    return HOW_LONG.test(clause) || DATE.test(clause)
  })
}

function saysWhen(sentence: string): boolean {
  const told = sentence.replace(BESIDE, '')
  const read = WITHDRAWAL.test(told) ? withoutWithdrawal(told) : told
  const rest = read.replace(ELSE, '')
  const ofWorks = rest.replace(WASTE_OR_PRICE, (clause, _word, _boundary, at: number) =>
    WORKS.test(rest.slice(0, at)) ? clause : '',
  )
  if ((WORKS.test(ofWorks) && TIME.test(ofWorks)) || namesOwnDelay(read)) return true
  if (ofWorks === read && DELAY.test(read) && HOW_LONG.test(read)) return true
  const dated = withoutOtherDates(ofWorks)
  return WORKS.test(dated) && DATE.test(dated)
}

/**
 * Whether a company's legal mentions say when its works are done: a date or a delay (code de la consommation, L111-1, 3°). They are free text, so this knows
 * words, not what they mean, and where it is not sure it says yes: a no keeps every quote of the company from its customer.
 */
export const saysWhenWorks = (text: string): boolean => sentences(text).some(saysWhen)
