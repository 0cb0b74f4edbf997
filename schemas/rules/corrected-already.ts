/** Why a correction does not count, in the words of the form and of the server's refusal. */
export const CORRECTED_ALREADY =
  'Ce paiement a été corrigé ou annulé entre-temps : cette correction ne compte pas. Vérifiez la liste ; s’il y manque un montant, ajoutez un paiement.'
