/** On a client's page: why a changed contact keeps them from signing by code, and what to do. */
export const contactBlockText = {
  title: 'Signature par code suspendue',
  denied: (when: string): string =>
    `Signature par code suspendue : le ${when}, « Ce n’est pas moi » a été répondu depuis l’ancien numéro ou l’ancienne adresse.`,
  untold: (changed: string): string =>
    `Signature par code suspendue : les coordonnées ont changé le ${changed}, et l’ancien numéro n’en a pas été prévenu, parce que trop de numéros ont changé à la fois.`,
  waits: (changed: string, until: string): string =>
    `Coordonnées changées le ${changed} : la signature par code sera possible à partir du ${until}, ou dès que le client aura confirmé par le lien reçu à l’ancien numéro ou à l’ancienne adresse.`,
  former: (contacts: string): string => `Coordonnées précédentes : ${contacts}.`,
  todo: 'Appelez le client. Si le changement n’est pas de lui, remettez les coordonnées précédentes dans sa fiche : il pourra signer aussitôt.',
  orLift: 'Si ses coordonnées actuelles sont bien les siennes, levez la suspension.',
  orOffice: 'Si ses coordonnées actuelles sont bien les siennes, un directeur ou un assistant lève la suspension.',
  edit: 'Modifier la fiche',
  lift: 'Lever la suspension',
  confirm:
    'Avez-vous vérifié avec le client, de vive voix, que le numéro et l’adresse de sa fiche sont bien les siens ? Avec eux, on signe ses devis.',
  lifted: 'La contestation est levée',
  untoldLifted: 'La suspension est levée',
}
