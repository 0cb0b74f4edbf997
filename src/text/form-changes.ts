/** French words of a form whose record changes while it is open. */
export const changeText = {
  byOther: (when: string) => `Modifié par un collègue ${when} :`,
  byMe: (when: string) => `Modifié par vous dans une autre fenêtre ${when} :`,
  byName: (name: string, when: string) => `Modifié par ${name} ${when} :`,
  about: (label: string) => `${label} : modifié pendant votre saisie`,
  keep: 'Garder ma saisie',
  keepOf: (label: string) => `Garder ma saisie : ${label}`,
  take: 'Prendre cette version',
  takeOf: (label: string) => `Prendre cette version : ${label}`,
  summary: (labels: readonly string[]) => `Modifié pendant votre saisie : ${labels.join(', ')}.`,
  summaryHint:
    'Choisissez, ou enregistrez : votre saisie part, et le texte qu’elle remplace reste dans « À trancher ».',
  gone: 'Cette fiche a été supprimée, ou ne vous est plus ouverte, pendant votre saisie. Rien n’est perdu : « Enregistrer » l’envoie quand même, et la fiche revient si le serveur l’accepte.',
} as const
