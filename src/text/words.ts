/**
 * The French words of the product: one for each thing, on every screen. `words.test.ts` refuses the others in `src/text`, in `schemas` and in
 * what the screens say. What the product's text gives literally stays as it is there: « RAF à saisir », « Non debrief », « Suppresion reussie ».
 *
 * | A thing | Its word | Not |
 * |---|---|---|
 * | the first page | accueil | tableau de bord |
 * | an appointment | rendez-vous | RDV, rdv |
 * | to give it another time | déplacer | replanifier |
 * | what came out of it | débrief | debrief |
 * | what still has to be written | RAF (« reste à faire ») | à saisir, alone |
 * | works at a customer's | intervention | chantier, which is the place only |
 * | a customer's address of works | chantier | site |
 * | what a customer may sign | devis | offre, proposition |
 * | an electronic address | adresse email | courriel, email (but for the rule's own message) |
 * | who sells | commercial | vendeur |
 * | to give work to a person | confier; « Affectation » for projects without anybody | assigner |
 * | nothing there | — | / (but for the zero date of a quote, ENT-03), N/A, vide |
 */

/** What a place without a value shows. */
export const EMPTY = '—'
/** What an unset date of a quote shows (ENT-03). */
export const ZERO = '/'
