/** French words of the read-only pages of roles and of the company. */
export const rolesText = {
  role: 'Rôle',
  code: 'Code',
  color: 'Couleur',
  people: 'Qui a ce rôle',
  nobody: 'Personne n’a ce rôle.',
  roles: 'Rôles',
  company: 'Entreprise',
  subdomain: 'Sous-domaine',
  zone: 'Fuseau horaire',
  help: 'Aide',
  agencies: 'Agences',
  noAgency: 'Aucune agence.',
  readOnly: 'Seule l’administration modifie cette fiche.',
} as const
